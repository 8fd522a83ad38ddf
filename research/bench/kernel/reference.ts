/** Builds and runs the C++ yardstick on the same data, if g++ exists. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { CategoryTarget } from '../../../src/frequency/frequency-table.ts'
import { K, type KernelTask, type Sums } from './task.ts'

export interface Reference {
  /** Nanoseconds per evaluation, and the sums over all generalizations of the regime. */
  run(regime: number, milliseconds: number): { readonly nanoseconds: number; readonly sums: Sums }
  remove(): void
}

export function buildReference(task: KernelTask): Reference | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'halftone-kernel-'))
  const program = join(folder, 'reference')
  const data = join(folder, 'task.bin')
  try {
    const source = fileURLToPath(new URL('./reference.cpp', import.meta.url))
    execFileSync('g++', ['-std=c++17', '-O3', '-o', program, source], { stdio: ['ignore', 'ignore', 'inherit'] })
  } catch {
    rmSync(folder, { recursive: true })
    return undefined
  }
  writeFileSync(data, new Uint8Array(Int32Array.from(taskWords(task)).buffer))
  return {
    run(regime, milliseconds) {
      const line = execFileSync(program, [data, String(regime), String(milliseconds)], { encoding: 'utf8' })
      const [nanoseconds, suppressed, discernibility, wrong, widths] = line.trim().split(' ').map(Number)
      return { nanoseconds, sums: { suppressed, discernibility, wrong, widths } }
    },
    remove: () => rmSync(folder, { recursive: true }),
  }
}

function taskWords({ table, regimes }: KernelTask): number[] {
  const words = [table.combinations, table.columns.length, K, table.rows, regimes.length]
  words.push(regimes[0].generalizations.length, ...table.columns.map((column) => column.size))
  for (const { codes } of table.columns) for (const code of codes) words.push(code)
  for (const count of (table.targets[0] as CategoryTarget).counts) words.push(count)
  for (const { generalizations } of regimes) {
    for (const { codeGroups, groups } of generalizations.flat()) words.push(groups, ...codeGroups)
  }
  return words
}
