/** Shared by benches: CPU clocks, a temporary folder, verification of results, tables. */
import { mkdtempSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { plainCounter } from '../../src/frequency/kernel/plain-counter.ts'
import type { Grouping } from '../../src/hierarchy/grouping.ts'
import { createEvaluator } from '../../src/search/evaluation.ts'
import type { SearchProblem, SearchRun } from '../../src/search/search.ts'

/** CPU seconds from now on, over all threads, less disturbed by other work on the machine. */
export function cpuClock(): () => number {
  const before = process.cpuUsage()
  return () => {
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1e6
  }
}

/** The result of some work, with its wall and CPU seconds. */
export async function timed<T>(work: () => T | Promise<T>) {
  const elapsed = cpuClock()
  const start = performance.now()
  const result = await work()
  return { result, seconds: (performance.now() - start) / 1000, cpuSeconds: elapsed() }
}

export function plainRun(seed = 1, threads = 2): SearchRun {
  return { seed, threads, now: () => performance.now() }
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}

/** Runs work with a temporary folder. */
export async function inFolder<T>(work: (folder: string) => T | Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'halftone-bench-'))
  try {
    return await work(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The value of a search result, verified by the plain counter. */
export function countedAgain(
  problem: SearchProblem,
  { groupings, value }: { readonly groupings: readonly Grouping[]; readonly value: number },
): number {
  const again = createEvaluator(problem, plainCounter(problem.frequencies)).evaluate(groupings)
  if (again.value !== value || !again.acceptable) throw new Error(`counted again it is ${again.value}, not ${value}`)
  return value
}

type Cell = string | number | undefined

export function line(cells: readonly Cell[]): string {
  return `| ${cells.map((cell) => cell ?? '–').join(' | ')} |`
}

export function tableText(head: readonly string[], rows: readonly (readonly Cell[])[]): string {
  return [line(head), `|${' --- |'.repeat(head.length)}`, ...rows.map(line)].join('\n')
}

export function machineLine(): string {
  return `${new Date().toISOString()} · ${cpus()[0]?.model}, ${cpus().length} cores · Node ${process.version}`
}

/** Numbers given as `--rows 2000`, otherwise the defaults. */
export function readNumbers<Names extends string>(
  words: readonly string[],
  usual: Readonly<Record<Names, number>>,
): Record<Names, number> {
  const given = Object.keys(usual).filter((name) => words.includes(`--${name}`))
  return { ...usual, ...Object.fromEntries(given.map((name) => [name, Number(words[words.indexOf(`--${name}`) + 1])])) }
}
