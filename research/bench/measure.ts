/** What benches share: clocks of the processor, a folder that goes away, a second count of what was found, tables. */
import { mkdtempSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { plainCounter } from '../../src/frequency/kernel/plain-counter.ts'
import type { Grouping } from '../../src/hierarchy/grouping.ts'
import { createEvaluator } from '../../src/search/evaluation.ts'
import type { SearchProblem, SearchRun } from '../../src/search/search.ts'

/** Seconds of the processor from now on, over all threads, so that other work on the machine counts little. */
export function cpuClock(): () => number {
  const before = process.cpuUsage()
  return () => {
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1e6
  }
}

/** What comes of some work, and the seconds it took: by the clock and of the processor. */
export async function timed<T>(work: () => T | Promise<T>) {
  const elapsed = cpuClock()
  const start = performance.now()
  const result = await work()
  return { result, seconds: (performance.now() - start) / 1000, cpuSeconds: elapsed() }
}

/** How a bench runs a search that nobody stops. */
export function plainRun(seed = 1, threads = 2): SearchRun {
  return { seed, threads, now: () => performance.now() }
}

/** The middle value; the mean of the two middle ones of an even number. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}

/** Work with a folder of its own, which is removed in the end. */
export async function inFolder<T>(work: (folder: string) => T | Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'halftone-bench-'))
  try {
    return await work(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The value of what a search found, once the plain counter has come to the same. */
export function countedAgain(
  problem: SearchProblem,
  { groupings, value }: { readonly groupings: readonly Grouping[]; readonly value: number },
): number {
  const again = createEvaluator(problem, plainCounter(problem.frequencies)).evaluate(groupings)
  if (again.value !== value || !again.acceptable) throw new Error(`counted again it is ${again.value}, not ${value}`)
  return value
}

type Cell = string | number | undefined

/** A line of a table. */
export function line(cells: readonly Cell[]): string {
  return `| ${cells.map((cell) => cell ?? '–').join(' | ')} |`
}

export function tableText(head: readonly string[], rows: readonly (readonly Cell[])[]): string {
  return [line(head), `|${' --- |'.repeat(head.length)}`, ...rows.map(line)].join('\n')
}

export function machineLine(): string {
  return `${new Date().toISOString()} · ${cpus()[0]?.model}, ${cpus().length} cores · Node ${process.version}`
}

/** Numbers that are given as `--rows 2000`, the usual ones otherwise. */
export function numbersOf<Names extends string>(
  words: readonly string[],
  usual: Readonly<Record<Names, number>>,
): Record<Names, number> {
  const given = Object.keys(usual).filter((name) => words.includes(`--${name}`))
  return { ...usual, ...Object.fromEntries(given.map((name) => [name, Number(words[words.indexOf(`--${name}`) + 1])])) }
}
