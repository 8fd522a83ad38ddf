/** Classes made by any search for tables, and a tree over them: combinations of a class stay together. */
import type { FrequencyTable } from '../../../frequency/frequency-table.ts'
import { groupBy } from '../../../ground/maps.ts'
import { hullOf } from '../../classes/hull-cuts.ts'
import type { ClassesResult, DecidedClasses } from '../../classes-search.ts'
import { findTableSearch } from '../../index.ts'
import type { FoundColumns, SearchProblem, SearchRun } from '../../search.ts'
import { type BoxTask, type BoxTree, growBoxTree } from './box-tree.ts'

/** The combinations of each class. */
export async function tableClasses(
  name: string,
  problem: SearchProblem,
  run: SearchRun,
): Promise<{ readonly classes: readonly Int32Array[] } | ClassesResult> {
  // Rows are not left out: their items would be missing too.
  const result = await findTableSearch(name).search({ ...problem, suppressionLimit: 0 }, {}, run)
  const best = result.outcome === 'found' ? result : result.outcome === 'none-exists' ? undefined : result.best
  if (best === undefined) return result as ClassesResult
  const labels = 'decision' in best ? listOutputs(best, problem.frequencies) : listGroups(best, problem.frequencies)
  const members = groupBy(labels.keys(), (combination): string | number => labels[combination])
  return { classes: Array.from(members.values(), (list) => Int32Array.from(list)) }
}

function listGroups({ groupings }: Pick<FoundColumns, 'groupings'>, table: FrequencyTable): string[] {
  return Array.from({ length: table.combinations }, (_, i) =>
    table.columns.map(({ codes }, c) => groupings[c].codeGroups[codes[i]]).join(' '),
  )
}

/** Classes that share rows of one combination become one; so do rows that the search leaves out and the first class. */
function listOutputs({ decision }: DecidedClasses, table: FrequencyTable): number[] {
  const { groupings, cells, moves, outputs } = decision
  const roots = Array.from({ length: outputs.count + 1 }, (_, output) => output)
  const findRoot = (output: number): number => (roots[output] === output ? output : findRoot(roots[output]))
  const makeKey = (codes: (column: number) => number) => groupings.map((_, c) => codes(c)).join(' ')
  const keyOutputs = new Map<string, number>()
  for (let move = 0; move < moves.count; move++) {
    const key = makeKey((c) => cells.groups[c][moves.cell[move]])
    const output = findRoot(Math.max(0, moves.output[move]))
    const known = keyOutputs.get(key)
    if (known === undefined) keyOutputs.set(key, output)
    else roots[output] = findRoot(known)
  }
  const groupIn = (c: number, i: number) => groupings[c].codeGroups[table.columns[c].codes[i]]
  return Array.from({ length: table.combinations }, (_, i) =>
    findRoot(keyOutputs.get(makeKey((c) => groupIn(c, i))) as number),
  )
}

/** Cuts between classes as between combinations, each in the middle of its box. */
export function* growTreeOver(classes: readonly Int32Array[], task: BoxTask): Generator<number, BoxTree> {
  const { frequencies, allows } = task
  const boxes = classes.map((members) => hullOf(frequencies, members))
  const expand = (places: Int32Array) => Int32Array.from(Array.from(places, (place) => [...classes[place]]).flat())
  const tree = yield* growBoxTree({
    ...task,
    frequencies: {
      combinations: classes.length,
      counts: Int32Array.from(classes, (members) => members.reduce((sum, i) => sum + frequencies.counts[i], 0)),
      columns: frequencies.columns.map((column, c) => ({
        ...column,
        codes: Int32Array.from(boxes, ({ low, high }) => (low[c] + high[c]) >> 1),
      })),
    },
    allows: allows && ((places) => allows(expand(places))),
  })
  const starts = [0]
  for (const place of tree.order) starts.push((starts.at(-1) as number) + classes[place].length)
  const nodes = tree.nodes.map((node) => ({ ...node, from: starts[node.from], to: starts[node.to] }))
  return { order: expand(tree.order), nodes }
}
