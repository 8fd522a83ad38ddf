/**
 * Tests whether searches differ by more than chance: Friedman's test over blocks of data set, k and seed, then the
 * Bonferroni-Dunn comparison with the best (Demšar 2006). Cost: O(rows) per figure.
 */
import { namesInWords } from '../../ground/errors.ts'
import { formatCount, formatFigure, prose } from '../../ground/format.ts'
import { type CriticalDifferenceDiagram, compareWithControl, testFriedman } from '../../learn/statistics/comparison.ts'
import { type Axis, listAxes } from './axes.ts'
import { figuresBySeed, valuesOfK } from './comparison.ts'
import { groupCurves, groupDataSets } from './curves.ts'
import type { StudyRow } from './study-row.ts'

const ALPHA = 0.05
/** With fewer blocks the F distribution is a poor approximation, and no difference could be significant. */
const FEWEST_BLOCKS = 5

export function testSearches(rows: readonly StudyRow[]) {
  const sets = groupDataSets(rows)
  const kinds = new Set(rows.map(({ kind }) => kind))
  if (kinds.size > 1) return { tests: [], note: 'Not tested: tables and baskets have different searches.' }
  const axes = [...listAxes(rows, 'utility'), ...listAxes(rows, 'risk')]
  const repeated = sets.length > 1 || new Set(rows.map(({ seed }) => seed)).size > 1
  if (!repeated) {
    const note = 'Not tested: nothing was repeated. Vary the seed, or add data sets, to see what is chance.'
    return { tests: [], note }
  }
  const tests = axes.flatMap((axis) => testMetric(sets, axis) ?? [])
  if (tests.length === 0) {
    const note = `Not tested: fewer than two searches have figures in at least ${FEWEST_BLOCKS} common blocks that differ.`
    return { tests, note }
  }
  const note = prose`A block is one data set, one k and one seed; seeds that change nothing count once. Blocks of the
    same data set are alike, so read a probability as a guide: it holds for these data, not for all.`
  return { tests, note }
}

function testMetric(sets: ReturnType<typeof groupDataSets>, axis: Axis) {
  const { searches, blocks } = collectBlocks(sets, axis)
  const varies = blocks.some((block) => block.some((value) => value !== block[0]))
  if (searches.length < 2 || blocks.length < FEWEST_BLOCKS || !varies) return undefined
  const test = testFriedman(blocks, axis.better)
  const best = searches[test.ranks.indexOf(Math.min(...test.ranks))]
  const diagram = compareWithControl(test, searches, best, ALPHA)
  const differ = test.probability < ALPHA
  return {
    metric: axis.name,
    blocks: blocks.length,
    differ,
    diagram,
    words: inWords(axis.name, blocks.length, test.probability, differ, diagram),
  }
}

/** Drops searches with figures in fewer than half as many blocks as the fullest one, then incomplete blocks. */
function collectBlocks(sets: ReturnType<typeof groupDataSets>, axis: Axis) {
  const cells = sets.flatMap(({ rows }) => {
    const curves = groupCurves(rows)
    return valuesOfK(rows).map((k) => new Map(curves.map((curve) => [curve.name, figuresBySeed(curve.rows, k, axis)])))
  })
  const names = [...new Set(cells.flatMap((cell) => [...cell.keys()]))]
  const figures = names.map((name) => cells.reduce((sum, cell) => sum + (cell.get(name)?.size ?? 0), 0))
  const fullest = Math.max(0, ...figures)
  const searches = names.filter((_, i) => figures[i] > 0 && figures[i] >= fullest / 2)
  const blocks = cells.flatMap((cell) => {
    const bySearch = searches.map((name) => cell.get(name) ?? new Map<number, number>())
    const seeds = [...(bySearch[0]?.keys() ?? [])].sort((a, b) => a - b)
    const complete = seeds
      .map((seed) => bySearch.flatMap((figures) => figures.get(seed) ?? []))
      .filter((block) => block.length === searches.length)
    // Seeds without effect are not repeats.
    return [...new Map(complete.map((block) => [block.join(), block])).values()]
  })
  return { searches, blocks }
}

function inWords(
  metric: string,
  blocks: number,
  probability: number,
  differ: boolean,
  { control, methods, criticalDifference }: CriticalDifferenceDiagram,
): string {
  const chance = probability < 0.001 ? 'p < 0.001' : `p = ${formatFigure(Number(probability.toFixed(3)))}`
  const start = `${metric} over ${formatCount(blocks)} blocks: `
  if (!differ) return `${start}no difference between the searches can be seen (Friedman, ${chance}).`
  const worse = methods.filter(({ differs }) => differs).map(({ name }) => name)
  const alike = methods.filter(({ name, differs }) => !differs && name !== control).map(({ name }) => name)
  const rank = formatFigure(methods.find(({ name }) => name === control)?.rank ?? 1)
  const than = worse.length > 0 ? `; better than ${namesInWords(worse)} beyond chance` : ''
  const not = alike.length > 0 ? `; ${namesInWords(alike)} cannot be distinguished from it` : ''
  return prose`${start}the searches differ (Friedman, ${chance}). ${control} has the best mean rank,
    ${rank}${than}${not} (critical difference ${formatFigure(criticalDifference)} at ${ALPHA}).`
}
