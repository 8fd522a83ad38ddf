/**
 * Generalizations that could raise the anonymity (Wang, Yu, Chakraborty 2004, Theorem 1): only if every anonymity vid
 * is in a segment of G of more than one node. Walking up from those leaves finds at most one G per tree column, two per
 * ordered one.
 * With an allowance of B rows, A rises only if classes of at most A rows end up with at most B rows. They hold S > B
 * now, so G must cover at least S − B of them; B = 0 is the theorem. Cost: at most small classes × columns, usually a
 * few classes.
 */
import type { ColumnCut, Generalization } from './column-cut.ts'
import type { TeaIndex } from './tea-index.ts'

export function promisingGeneralizations(
  index: TeaIndex,
  cuts: readonly ColumnCut[],
  anonymity: number,
  allowance: number,
): Generalization[] {
  const { levels, classesOfSize, label, parent, previousSibling, nextSibling } = index
  const held = cuts.map(() => new Map<Generalization, number>())
  const most = new Float64Array(levels)
  const alive = new Uint8Array(levels).fill(1)
  let aliveLevels = levels
  let seen = 0
  index.walkSmall(anonymity, (rows, leaf) => {
    seen += rows
    for (let level = levels - 1, node = leaf; level >= 0; level--, node = parent[node]) {
      if (alive[level] === 0) continue
      cuts[level].visitAt(label[node], (generalization) => {
        const { starts, end } = generalization
        const previous = previousSibling[node]
        const next = nextSibling[node]
        const alone = (previous < 0 || label[previous] < starts[0]) && (next < 0 || label[next] >= end)
        if (alone) return
        const sum = (held[level].get(generalization) ?? 0) + rows
        held[level].set(generalization, sum)
        if (sum > most[level]) most[level] = sum
      })
      if (seen - most[level] > allowance) {
        alive[level] = 0
        aliveLevels--
      }
    }
    return aliveLevels > 0
  })
  let small = 0
  for (let size = 1; size <= anonymity; size++) small += classesOfSize[size] * size
  return held.flatMap((counts, level) =>
    alive[level] === 0
      ? []
      : [...counts].filter(([, rows]) => rows >= small - allowance).map(([generalization]) => generalization),
  )
}
