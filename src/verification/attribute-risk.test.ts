import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { anyGroupedProblem } from '../../test/random-problems.ts'
import { someOf } from '../../test/thorough.ts'
import { openLocalEngine } from '../engines/open-engine.ts'
import { overallCounts } from '../kinds/table/release-checks.ts'
import { attributeRisks } from '../metrics/risk/attributes.ts'
import { createEvaluator } from '../search/evaluation.ts'
import { makeGoal } from '../search/goal.ts'
import { openSource } from '../sources/open-source.ts'
import { measureAttributes } from './attribute-risk.ts'

it('measureAttributes(release) says of a file what attributeRisks says of its classes', async () => {
  const engine = await openLocalEngine({ threads: 1 })
  const base = mkdtempSync(join(tmpdir(), 'halftone-test-'))
  try {
    await fc.assert(
      fc.asyncProperty(
        anyGroupedProblem({ columns: 2, rows: 25 }),
        async ({ frequencies, hierarchies, groupings, rows }) => {
          const weights = hierarchies.map(() => 1)
          const goal = makeGoal('general', { frequencies, hierarchies, weights, k: 1 })
          const limits = { suppressionLimit: 1, suppressedGroup: 'exempt' as const }
          const { partition } = createEvaluator({
            frequencies,
            hierarchies,
            requirements: [],
            goal,
            ...limits,
          }).evaluate(groupings)
          const names = hierarchies.map(({ column }) => column)
          const illness = ['flu', 'cold', 'ulcer']
          const lines = rows.map(({ codes, categories }) =>
            [
              ...codes.map((code, c) => `g${groupings[c].codeGroups[code]}`),
              illness[(categories as number[])[1]],
            ].join(),
          )
          writeFileSync(join(base, 'any.csv'), `${[...names, 'illness'].join()}\n${lines.join('\n')}\n`)
          const release = await openSource({ source: 'any.csv', base }, engine)
          const request = {
            quasiIdentifiers: names,
            columns: ['illness'],
            missingValues: [],
            overall: overallCounts(frequencies),
          }
          const [found] = await measureAttributes(release, request)
          const [wanted] = attributeRisks(partition)
          for (const [name, figure] of Object.entries(wanted)) {
            const measured = found[name as keyof typeof found]
            if (typeof figure === 'number') expect(measured).toBeCloseTo(figure, 9)
            else expect(measured).toBe(figure)
          }
        },
      ),
      { numRuns: someOf(12) },
    )
  } finally {
    await engine.close()
    rmSync(base, { recursive: true, force: true })
  }
})
