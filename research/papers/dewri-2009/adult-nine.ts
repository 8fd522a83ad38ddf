/**
 * Adult as in Dewri et al. 2009 (table 1): 30,162 complete rows, nine attributes with the salary class, age in twenty
 * steps of five years over 0 to 100, leaves in the order of their taxonomies. 105 bits, 13,321 combinations.
 */
import { readFileSync } from 'node:fs'
import type { FrequencyTable } from '../../../src/frequency/frequency-table.ts'
import type { Hierarchy } from '../../../src/hierarchy/hierarchy.ts'
import { numberHierarchyFromBins } from '../../../src/hierarchy/number.ts'
import { treeHierarchy } from '../../../src/hierarchy/tree.ts'
import { findMetric } from '../../../src/metrics/index.ts'
import type { Preference } from '../../../src/metrics/metric.ts'
import { requireKAnonymity } from '../../../src/requirements/k-anonymity/k-anonymity.ts'
import type { SearchProblem } from '../../../src/search/search.ts'
import { type AdultColumn, adultFile, adultQuasiIdentifiers, readAdult } from '../../../test/adult.ts'
import { tableFromRows } from '../../../test/small-tables.ts'

const NINE = [...adultQuasiIdentifiers, 'income'] as const satisfies readonly AdultColumn[]

export interface AdultNine {
  readonly frequencies: FrequencyTable
  readonly hierarchies: readonly Hierarchy[]
}

interface Node {
  readonly name: string
  readonly children?: readonly Node[]
}

let nine: AdultNine | undefined

/** Memoized. */
export function adultNine(): AdultNine {
  return (nine ??= readAdultNine())
}

function readAdultNine(): AdultNine {
  const hierarchies = NINE.map((column) => {
    if (column === 'age') return ages()
    if (column === 'income')
      return treeHierarchy(column, { name: 'Any', children: [{ name: '<=50K' }, { name: '>50K' }] })
    const root: Node = JSON.parse(readFileSync(adultFile(`taxonomies/${column}.json`), 'utf8'))
    // Never-worked does not occur in the complete rows; the paper's work class has seven values.
    return treeHierarchy(column, column === 'workclass' ? without(root, 'Never-worked') : root)
  })
  const codes = hierarchies.map((hierarchy) => new Map(hierarchy.values.map((value, code) => [value, code])))
  const frequencies = tableFromRows(
    hierarchies.map((hierarchy) => ({ name: hierarchy.column, size: hierarchy.values.length })),
    readAdult().map((row) => ({
      codes: NINE.map((column, i) => {
        // (0, 5], (5, 10], …: for integers 1 to 5, 6 to 10, …
        const code = column === 'age' ? Math.floor((Number(row.age) - 1) / 5) : codes[i].get(row[column])
        if (code === undefined) throw new Error(`${column} "${row[column]}" is not in its taxonomy`)
        return code
      }),
    })),
  )
  return { frequencies, hierarchies }
}

/** Weights are equal by default. */
export function adultNineProblem(
  { frequencies, hierarchies }: AdultNine,
  k: number,
  preference: Preference,
  weights: readonly number[] = NINE.map(() => 1),
): SearchProblem {
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  const settings = { hierarchies, weights: Float64Array.from(weights, (weight) => weight / total), k, preference }
  return {
    frequencies,
    hierarchies,
    requirements: [requireKAnonymity(k)],
    suppressionLimit: 0,
    suppressedGroup: 'exempt',
    goal: { name: 'preference', terms: [{ metric: findMetric('achievement'), settings, weight: 1 }] },
  }
}

function ages(): Hierarchy {
  const low = Float64Array.from({ length: 20 }, (_, i) => 5 * i + 1)
  return numberHierarchyFromBins(
    'age',
    low,
    low.map((first) => first + 4),
  )
}

function without(node: Node, name: string): Node {
  if (node.children === undefined) return node
  return {
    ...node,
    children: node.children.filter((child) => child.name !== name).map((child) => without(child, name)),
  }
}
