/** Merges the codes of each group into one code; losses remain those of the original values (`spans`). */
import { type Grouping, groupStarts } from './grouping.ts'
import type { Hierarchy, Level, Tree } from './hierarchy.ts'
import type { TaxonomyNode } from './taxonomy/taxonomy.ts'
import { buildTree } from './tree.ts'

export function mergeHierarchy(hierarchy: Hierarchy, base: Grouping): Hierarchy {
  const { values, levels, missing, spans } = hierarchy
  if (base.groups === values.length) return hierarchy
  const first = groupStarts(base)
  const last = Int32Array.from(first, (_, code) => (code + 1 < first.length ? first[code + 1] : values.length) - 1)
  const merged = {
    values: Array.from(first, (code) => values[code]),
    spans: {
      first: spans === undefined ? first : first.map((code) => spans.first[code]),
      last: spans === undefined ? last : last.map((code) => spans.last[code]),
      values: spans?.values ?? values.length,
    },
    missing: missing === undefined ? undefined : base.codeGroups[missing],
    levels: mergeLevels(levels, first, last),
  }
  switch (hierarchy.kind) {
    case 'number': {
      const low = Float64Array.from(first, (code) => hierarchy.low[code])
      const high = Float64Array.from(last, (code) => hierarchy.high[code])
      return { ...hierarchy, ...merged, low, high }
    }
    case 'tree':
      return { ...hierarchy, ...merged, tree: mergeTree(hierarchy.tree, base) }
    case 'order':
      return { ...hierarchy, ...merged }
  }
}

function mergeTree({ names, first, last, children }: Tree, { codeGroups }: Grouping): Tree {
  const cut = (node: number): TaxonomyNode =>
    codeGroups[first[node]] === codeGroups[last[node]]
      ? { name: names[node] }
      : { name: names[node], children: Array.from(children[node], cut) }
  return buildTree(cut(0))
}

function mergeLevels(levels: readonly Level[], first: Int32Array, last: Int32Array): Level[] {
  const merged: Level[] = []
  for (const { name, grouping } of levels) {
    const codeGroups = new Int32Array(first.length)
    for (let code = 1; code < first.length; code++) {
      const apart = grouping.codeGroups[first[code]] !== grouping.codeGroups[last[code - 1]]
      codeGroups[code] = codeGroups[code - 1] + (apart ? 1 : 0)
    }
    const groups = codeGroups[first.length - 1] + 1
    if (merged.at(-1)?.grouping.groups !== groups) merged.push({ name, grouping: { codeGroups, groups } })
  }
  return merged
}
