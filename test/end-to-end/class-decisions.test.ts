/**
 * Releases of which each class shows ranges of its own, through a job file: a decision with overlapping ranges and no target, and the tree
 * searches. Figures are worked out again from the labels in the file by a reader that knows nothing of Halftone.
 */
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { finestGrouping } from '../../src/hierarchy/grouping.ts'
import type { ClassesResult, ClassesSearchRecord, DecidedClasses } from '../../src/search/classes-search.ts'
import { allSearches } from '../../src/search/index.ts'
import type { SearchProblem } from '../../src/search/search.ts'
import { inFolder, parseCsv, readRelease, runJob } from './workshop.ts'

const ages = [20, 30, 40, 30, 40, 50, 20, 40, 30, 50, 60, 90]
const towns = ['Bonn', 'Köln', 'Bonn', 'Bonn', 'Köln', 'Bonn', 'Köln', 'Köln', 'Bonn', 'Bonn', 'Köln', 'Bonn']

/**
 * Ages 20 to 40 in Köln and 20 to 40 in Bonn, but those of 30 in Bonn with 30 to 50 of any town; the rest is not released. Ranges of the
 * first and the last class overlap.
 */
function decide({ frequencies, hierarchies }: SearchProblem): DecidedClasses {
  const [age, town] = frequencies.columns.map(({ codes }, i) =>
    Array.from(codes, (code) => hierarchies[i].values[code]),
  )
  const output = Int32Array.from(age, (own, i) => {
    if (Number(own) > 50) return -1
    if (own === '50' || (own === '30' && town[i] === 'Bonn')) return 1
    return town[i] === 'Köln' ? 0 : 2
  })
  const code = (i: number, value: string) => hierarchies[i].values.indexOf(value)
  return {
    decision: {
      groupings: hierarchies.map(({ values }) => finestGrouping(values.length)),
      cells: { count: frequencies.combinations, groups: frequencies.columns.map(({ codes }) => codes) },
      outputs: {
        count: 3,
        ranges: [
          {
            low: Int32Array.of(code(0, '20'), code(0, '30'), code(0, '20')),
            high: Int32Array.of(code(0, '40'), code(0, '50'), code(0, '40')),
          },
          {
            low: Int32Array.of(code(1, 'Köln'), -1, code(1, 'Bonn')),
            high: Int32Array.of(code(1, 'Köln'), -1, code(1, 'Bonn')),
          },
        ],
      },
      moves: {
        count: frequencies.combinations,
        cell: Int32Array.from({ length: frequencies.combinations }, (_, i) => i),
        output,
        rows: frequencies.counts.slice(),
      },
    },
    lostRows: frequencies.counts.reduce((sum, rows, i) => sum + (output[i] < 0 ? rows : 0), 0),
  }
}

const bySight: ClassesSearchRecord = {
  kind: 'classes',
  name: 'by-sight',
  title: 'Classes by sight',
  summary: 'Three classes that overlap.',
  source: 'this test',
  options: [{ name: 'stops', type: 'boolean', default: false, meaning: 'ends out of budget' }],
  withoutHierarchies: false,
  async search(problem, { stops }): Promise<ClassesResult> {
    const decided = decide(problem)
    const convergence = [{ done: 1, best: 0.5 }]
    return stops === true
      ? { outcome: 'out-of-budget', best: decided, evaluations: 1, convergence }
      : { outcome: 'found', optimal: false, ...decided, evaluations: 1, convergence }
  },
}

const people = `age,town,buys\n${ages.map((age, i) => `${age},${towns[i]},${i % 3 === 0 ? 'yes' : 'no'}`).join('\n')}\n`
const jobOf = (algorithm: string, more = '') => `version: 1
data: { source: people.csv }
columns:
  age: { role: quasi-identifier, type: numeric }
  town: { role: quasi-identifier, order: [Bonn, Köln] }
  buys: { role: target }
privacy: { k: 2, ends: exact }
algorithm: ${algorithm}
${more}output: { release: out/release.csv, report: out/report.html }
`

describe('a decision per class through a job file', () => {
  beforeAll(() => void (allSearches as (typeof bySight)[]).push(bySight))
  afterAll(() => void (allSearches as (typeof bySight)[]).splice(allSearches.indexOf(bySight), 1))

  it.each([false, true])(
    'shows overlapping ranges, needs no target, and has every figure (out of budget: %s)',
    (stops) =>
      inFolder({ 'people.csv': people, 'job.yaml': jobOf(`{ name: by-sight, stops: ${stops} }`) }, async (folder) => {
        const result = await runJob(folder)
        expect(result).toMatchObject({ outcome: stops ? 'out-of-budget' : 'found', classes: 3, suppressed: 2 })
        expect(result.convergence).toEqual([{ done: 1, best: 0.5 }])
        const rows = readRelease(join(folder, 'out/release.csv'))
        expect(rows.map(({ age, town }) => `${age} ${town}`).sort()).toEqual(
          ages
            .flatMap((age, i) => {
              if (age > 50) return []
              if (age === 50 || (age === 30 && towns[i] === 'Bonn')) return ['[30,50] ?']
              return [`[20,40] ${towns[i]}`]
            })
            .sort(),
        )
        // Ages range from 20 to 90 in the data: intervals of 20 lose 20/70; a town is left out or whole; two rows are not released.
        const wide = rows.filter(({ town }) => town === '?').length
        const loss = ((rows.length * 20) / 70 + 2) / 12 / 2 + (wide + 2) / 12 / 2
        expect(result.metrics?.['LM']).toBeCloseTo(loss, 12)
        expect(result.metrics?.['missing-cells']).toBeCloseTo(wide / rows.length / 2, 12)
        for (const name of ['NWP', 'entropy', 'CM', 'DM', 'AECS', 'NECD']) expect(result.metrics).toHaveProperty(name)
      }),
  )

  it.each(['kactus', 'kactus-2', 'kadet'])('%s: LM is that of the labels that it releases', (name) => {
    const many = Array.from({ length: 20 }, () => people.split('\n').slice(1, -1)).flat()
    const text = `age,town,buys\n${many.map((line, i) => line.replace(/^\d+/, (age) => String(Number(age) + (i % 7)))).join('\n')}\n`
    return inFolder({ 'people.csv': text, 'job.yaml': jobOf(name, 'goal: classification\n') }, async (folder) => {
      const result = await runJob(folder)
      const rows = readRelease(join(folder, 'out/release.csv'))
      const all = parseCsv(text).map(({ age }) => Number(age))
      const range = Math.max(...all) - Math.min(...all)
      const lossOf = (label: string) => {
        if (label === '?') return 1
        const [, low, high] = /^\[(.*),(.*)\]$/.exec(label) ?? []
        return low === undefined ? 0 : (Number(high) - Number(low)) / range
      }
      const lost = all.length - rows.length
      const loss = rows.reduce((sum, { age, town }) => sum + lossOf(age) + (town === '?' ? 1 : 0), 2 * lost)
      expect(result.metrics?.['LM']).toBeCloseTo(loss / all.length / 2, 12)
    })
  })
})
