/** Checks the lattice on Adult and the sample census against a pass over all nodes that shares no code. */
import { describe, expect, test } from 'vitest'
import { adult, adultProblem } from '../../../../test/adult.ts'
import { censusProblem } from '../../../../test/census.ts'
import { needs } from '../../../../test/needs.ts'
import { quietRun, searchProblem } from '../../../../test/promises/search.ts'
import { thorough } from '../../../../test/thorough.ts'
import type { FrequencyTable } from '../../../frequency/frequency-table.ts'
import { forEachGroup } from '../../../hierarchy/grouping.ts'
import { groupLabel, groupLoss, type Hierarchy } from '../../../hierarchy/hierarchy.ts'
import { searchLattice } from '../../index.ts'

const sizes = [10, 25, 50, 100, 250, 500]

/** Results of the pass over all nodes of Adult, which takes seconds; the thorough tests recompute them. */
const ofAdult: readonly Best[] = [
  { node: [3, 1, 1, 1, 1, 0, 0, 1], loss: 0.25576176376816523, suppressed: 4330 },
  { node: [3, 1, 2, 1, 1, 0, 0, 1], loss: 0.3200701828342438, suppressed: 5604 },
  { node: [3, 1, 1, 1, 2, 0, 0, 1], loss: 0.370408854279192, suppressed: 5439 },
  { node: [3, 1, 2, 1, 2, 0, 0, 1], loss: 0.4146336675705264, suppressed: 6125 },
  { node: [4, 1, 2, 1, 2, 0, 0, 1], loss: 0.4788339297160266, suppressed: 5664 },
  { node: [4, 1, 1, 2, 2, 0, 0, 1], loss: 0.5142239792027701, suppressed: 4817 },
]

describe.each([
  ['Adult', needs(adult), adultProblem, [30_162, 18_109, 8_640], ofAdult],
  ['the sample census', needs(), censusProblem, [3_000, 2_833, 7_680], undefined],
] as const)('%s', (_, asked, read, figures, known) => {
  test('has the rows, combinations and lattice nodes that it is known for', asked, async () => {
    const { frequencies, hierarchies } = read()
    const nodes = hierarchies.reduce((product, { levels }) => product * levels.length, 1)
    expect([frequencies.rows, frequencies.combinations, nodes]).toEqual(figures)
  })

  test(
    'searchLattice.search(k = 10 … 500, LM) is the best of all nodes, and its release has no class below k',
    asked,
    async () => {
      const { rows, hierarchies, frequencies } = read()
      const best = (thorough ? undefined : known) ?? lossOfAllNodes(frequencies, hierarchies, sizes)
      if (known !== undefined)
        expect(best).toMatchObject(known.map(({ loss, ...same }) => ({ ...same, loss: expect.closeTo(loss, 12) })))
      for (const [i, k] of sizes.entries()) {
        const problem = searchProblem({ frequencies, hierarchies }, 'LM', k)
        const result = await searchLattice.search(problem, {}, quietRun)
        if (result.outcome !== 'found') throw new Error(result.outcome)
        expect(result.details).toMatchObject({ nodes: figures[2] })
        expect(result.evaluations).toBeLessThan(1000)
        expect(result.value).toBeCloseTo(best[i].loss, 12)
        const names = best[i].node.map((level, column) => hierarchies[column].levels[level].name)
        expect(Object.values(result.details?.['levels'] as object)).toEqual(names)

        // Counts the release row by row, by its labels.
        const labels = hierarchies.map((hierarchy, column) => {
          const ofValue = new Map<string, string>()
          forEachGroup(result.groupings[column], (_, from, to) => {
            for (let code = from; code <= to; code++) {
              ofValue.set(hierarchy.values[code], groupLabel(hierarchy, from, to))
            }
          })
          return ofValue
        })
        const classes = new Map<string, number>()
        for (const row of rows) {
          const key = row.map((value, column) => labels[column].get(value)).join(';')
          classes.set(key, (classes.get(key) ?? 0) + 1)
        }
        const suppressed = [...classes.values()].filter((size) => size < k).reduce((sum, size) => sum + size, 0)
        expect(suppressed).toBe(best[i].suppressed)
      }
    },
  )
})

interface Best {
  readonly node: number[]
  readonly loss: number
  readonly suppressed: number
}

/**
 * The node of least LM for each k in one pass over the lattice: nested loops over the columns, with class numbers and
 * losses accumulated column by column.
 */
function lossOfAllNodes(table: FrequencyTable, hierarchies: readonly Hierarchy[], ks: readonly number[]): Best[] {
  const { combinations, counts, columns, rows } = table
  const best: (Best & { height: number })[] = ks.map(() => ({ node: [], loss: Infinity, suppressed: 0, height: 0 }))
  const losses = hierarchies.map((hierarchy) =>
    hierarchy.levels.map(({ grouping }) => {
      const losses = new Float64Array(hierarchy.values.length)
      forEachGroup(grouping, (_, from, to) =>
        losses.fill(groupLoss(hierarchy, from, to) / hierarchies.length, from, to + 1),
      )
      return losses
    }),
  )
  const room = () => hierarchies.map(() => new Int32Array(combinations))
  const classes = [new Int32Array(combinations), ...room()]
  const lost = [new Float64Array(combinations), ...hierarchies.map(() => new Float64Array(combinations))]
  const numbers = new Int32Array(combinations * 100)
  const classSizes = new Int32Array(combinations)
  const kept = new Float64Array(ks.length + 1)
  const below = new Float64Array(ks.length + 1)
  const node: number[] = []

  const judge = (count: number): void => {
    const lastClasses = classes[columns.length]
    const loss = lost[columns.length]
    classSizes.fill(0, 0, count)
    for (let i = 0; i < combinations; i++) classSizes[lastClasses[i]] += counts[i]
    kept.fill(0)
    below.fill(0)
    for (let i = 0; i < combinations; i++) {
      // Number of the ks that the class is large enough for.
      const size = classSizes[lastClasses[i]]
      let passed = 0
      while (passed < ks.length && size >= ks[passed]) passed++
      kept[passed] += counts[i] * loss[i]
      below[passed] += counts[i]
    }
    const height = node.reduce((sum, level) => sum + level, 0)
    let suppressed = 0
    for (let k = 0; k < ks.length; k++) {
      suppressed += below[k]
      let sum = suppressed
      for (let passed = k + 1; passed <= ks.length; passed++) sum += kept[passed]
      const loss = sum / rows
      const better = loss < best[k].loss - 1e-12 || (loss <= best[k].loss + 1e-12 && height < best[k].height)
      if (better) best[k] = { node: [...node], loss: loss, suppressed, height }
    }
  }

  const walk = (column: number, count: number): void => {
    if (column === columns.length) {
      judge(count)
      return
    }
    const { codes } = columns[column]
    const [classBefore, classAfter] = [classes[column], classes[column + 1]]
    const [lostBefore, lostAfter] = [lost[column], lost[column + 1]]
    hierarchies[column].levels.forEach(({ grouping: { codeGroups, groups } }, level) => {
      node[column] = level
      const loss = losses[column][level]
      numbers.fill(0, 0, count * groups)
      let next = 0
      for (let i = 0; i < combinations; i++) {
        const key = classBefore[i] * groups + codeGroups[codes[i]]
        if (numbers[key] === 0) numbers[key] = ++next
        classAfter[i] = numbers[key] - 1
        lostAfter[i] = lostBefore[i] + loss[codes[i]]
      }
      walk(column + 1, next)
    })
  }
  walk(0, 1)
  return best
}
