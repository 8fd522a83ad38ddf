import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { openLocalEngine } from '../engines/open-engine.ts'
import { openSource } from '../sources/open-source.ts'
import { measureLearned } from './attribute-risk.ts'

it('measureLearned(release) has every class once, by the share of its most frequent value', async () => {
  const engine = await openLocalEngine({ threads: 1 })
  const base = mkdtempSync(join(tmpdir(), 'halftone-test-'))
  const row = fc.tuple(
    fc.constantFrom('a', 'b', '*'),
    fc.constantFrom('x', '*'),
    fc.constantFrom('flu', 'cold', 'ulcer'),
  )
  try {
    await fc.assert(
      fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 30 }), async (rows) => {
        writeFileSync(join(base, 'any.csv'), `age,town,illness\n${rows.map((row) => row.join()).join('\n')}\n`)
        const release = await openSource({ source: 'any.csv', base }, engine)
        const request = { quasiIdentifiers: ['age', 'town'], columns: ['illness'], missingValues: [] }
        const [{ shares, classes, rows: people }] = await measureLearned(release, request)
        const byClass = new Map<string, string[]>()
        for (const [age, town, illness] of rows)
          if (age !== '*' || town !== '*')
            byClass.set(`${age},${town}`, [...(byClass.get(`${age},${town}`) ?? []), illness])
        const wanted = new Map<number, { classes: number; rows: number }>()
        for (const ills of byClass.values()) {
          const most = Math.max(...ills.map((ill) => ills.filter((other) => other === ill).length))
          const percent = Math.floor((100 * most) / ills.length)
          const before = wanted.get(percent) ?? { classes: 0, rows: 0 }
          wanted.set(percent, { classes: before.classes + 1, rows: before.rows + ills.length })
        }
        expect(shares).toEqual(
          [...wanted].sort(([a], [b]) => a - b).map(([percent, counts]) => ({ percent, ...counts })),
        )
        expect([classes, people]).toEqual([byClass.size, [...byClass.values()].flat().length])
      }),
      { numRuns: 15 },
    )
  } finally {
    await engine.close()
    rmSync(base, { recursive: true, force: true })
  }
})
