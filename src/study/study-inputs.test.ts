import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { cities, listing, people, peopleJob } from '../../test/end-to-end/workshop.ts'
import { readStudy } from './plan-study.ts'
import { type ExecuteRun, finishedRows, runStudy } from './run-study.ts'

let folder: string
const data = () => join(folder, 'people.csv')
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'halftone-study-inputs-'))
  writeFileSync(data(), people)
  writeFileSync(join(folder, 'city.json'), cities)
  writeFileSync(join(folder, 'job.yaml'), peopleJob({ algorithm: 'lattice' }))
  writeFileSync(
    join(folder, 'study.yaml'),
    'version: 1\njob: job.yaml\ngrid: { privacy.k: [2, 3, 4] }\noutput: { folder: out }\n',
  )
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))
const plan = () => readStudy(join(folder, 'study.yaml'))

/** Instant runs; `change` alters the data when the second one ends. */
function counting(change: () => void = () => {}): { readonly execute: ExecuteRun; readonly ran: string[] } {
  const ran: string[] = []
  return {
    ran,
    async execute({ jobFile }) {
      ran.push(jobFile.split(/[\\/]/).at(-2) as string)
      if (ran.length === 2) change()
      const figures = { outcome: 'found' as const, metrics: { LM: 0.5 }, risks: { prosecutor: 0.5 } }
      return { result: { figures, points: [], details: {}, seconds: { total: 1 } }, peakMemory: 1000 }
    },
  }
}
const outcomes = (rows: readonly { readonly outcome: string }[]) => rows.map(({ outcome }) => outcome)

describe('runStudy(plan), when the data change meanwhile', () => {
  it('fails the rows that may have read something else, and repeats all next time', async () => {
    const { execute, ran } = counting(() => writeFileSync(data(), `${people}${people.split('\n')[1]}\n`))
    const { rows } = await runStudy(plan(), { execute })
    expect(outcomes(rows)).toEqual(['found', 'failed', 'failed'])
    expect(rows[1].error).toMatch(
      /^people\.csv \(data\.source 1\) was changed while the study ran; run the study again/,
    )
    expect(ran).toEqual(['1', '2'])
    const again = counting()
    const { rows: then, kept } = await runStudy(plan(), { execute: again.execute })
    expect(kept).toBe(0)
    expect(outcomes(then)).toEqual(['found', 'found', 'found'])
  })

  it('repeats only those rows when the data are as they were again', async () => {
    await runStudy(plan(), { execute: counting(() => writeFileSync(data(), `${people}\n`)).execute })
    writeFileSync(data(), people)
    const { execute, ran } = counting()
    const { kept } = await runStudy(plan(), { execute })
    expect([kept, ran]).toEqual([1, ['2', '3']])
  })

  it('takes the same content written anew for the same', async () => {
    const { execute } = counting(() => {
      rmSync(data())
      writeFileSync(data(), people)
    })
    const { rows } = await runStudy(plan(), { execute })
    expect(outcomes(rows)).toEqual(['found', 'found', 'found'])
  })

  it('fails the rows when the data are gone', async () => {
    const { rows } = await runStudy(plan(), {
      execute: counting(() => rmSync(data())).execute,
    })
    expect(outcomes(rows)).toEqual(['found', 'failed', 'failed'])
  })
})

describe('finishedRows(plan)', () => {
  it('tells what a stopped study has, and touches nothing', async () => {
    expect(await finishedRows(plan())).toEqual([])
    expect(existsSync(join(folder, 'out'))).toBe(false)
    const abort = new AbortController()
    const { rows } = await runStudy(plan(), {
      execute: counting().execute,
      signal: abort.signal,
      rows: (rows) => rows.length > 1 && abort.abort(),
    })
    expect(rows).toHaveLength(2)
    const before = listing(join(folder, 'out'))
    expect(await finishedRows(plan())).toEqual(rows.map(({ measured: _, ...row }) => row))
    expect(listing(join(folder, 'out'))).toEqual(before)
    writeFileSync(join(folder, 'people.csv'), `${people}\n\n`)
    expect(await finishedRows(plan())).toEqual([])
  })
})
