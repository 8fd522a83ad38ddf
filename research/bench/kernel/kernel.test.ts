import { execFileSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { benchKernel } from './kernel.ts'

describe('benchKernel', () => {
  it('times every entrant in every regime, all of them with the same sums', () => {
    // Throws if an entrant or the C++ yardstick disagrees.
    const { rows } = benchKernel({ rounds: 1, milliseconds: 1, combinations: 1500 })
    const entrants = [
      'naive TypeScript',
      'plain counter',
      'compiled counter',
      ...(compilerIsThere() ? ['C++ reference'] : []),
    ]
    for (const regime of ['coarse', 'medium', 'fine']) {
      const regimeRows = rows.filter((row) => row.regime === regime)
      expect(regimeRows.map((row) => row.entrant).sort()).toEqual([...entrants].sort())
      for (const row of regimeRows) expect(row.evaluationsPerSecond).toBeGreaterThan(0)
    }
  })
})

function compilerIsThere(): boolean {
  try {
    execFileSync('g++', ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
