/** The methods of the comparison: from a training table to the table that is learned from, and how test rows are brought into its terms. */
import type { CategoryColumn, CodedTable } from '../../src/learn/coded-table.ts'
import { trainDecisionTree } from '../../src/learn/decision-tree/decision-tree.ts'
import type { TreeNode } from '../../src/learn/decision-tree/tree.ts'
import { applyCuts, findCuts } from '../../src/learn/discretize.ts'
import type { Prepared } from '../../src/learn/evaluation/cross-validate.ts'
import { randomFrom } from '../../src/random/random.ts'
import { growAnonymousTree } from '../../src/search/tree-suppression/anonymous-tree.ts'
import { chooseAtRandom, chooseByGain } from '../../src/search/tree-suppression/choose-rows.ts'
import { type SuppressSettings, suppressAlongTree } from '../../src/search/tree-suppression/suppress.ts'

export interface MethodSettings {
  readonly k: number
  readonly swappingThreshold: number
  readonly poolSmall: boolean
  readonly seed: number
}

export interface AnonymizedHalf extends Prepared {
  readonly figures: {
    /** Missing cells of all cells, the class among them, as in the paper's Table 2. */
    readonly missing: number
    readonly swapped: number
    readonly borrowed: number
    readonly lost: number
  }
}

export const methods = ['kactus-2', 'kactus', 'kadet'] as const
type Method = (typeof methods)[number]

export function anonymizeHalf(method: Method, train: CodedTable, settings: MethodSettings): AnonymizedHalf {
  const cuts = findCuts(train)
  const table = applyCuts(train, cuts)
  const root: TreeNode =
    method === 'kadet'
      ? growAnonymousTree(table, { k: settings.k, confidence: 0.25, prune: true })
      : trainDecisionTree(table).root
  const columns = table.columns as readonly CategoryColumn[]
  const result = suppressAlongTree(
    {
      columns: columns.map(({ codes }) => codes),
      target: table.target.codes,
      rows: new Int32Array(table.rows).fill(1),
      classes: table.target.values.length,
    },
    root,
    suppressSettings(method, settings),
  )
  const kept = result.moves.filter(({ output }) => output >= 0)
  let missing = 0
  const released: CodedTable = {
    rows: kept.length,
    columns: columns.map((column, place) => {
      const codes = Int32Array.from(kept, ({ output }) => result.outputs[output].codes[place])
      for (const code of codes) if (code < 0) missing++
      return { ...column, codes }
    }),
    target: { ...table.target, codes: Int32Array.from(kept, ({ cell }) => table.target.codes[cell]) },
  }
  return {
    train: released,
    recode: (test) => applyCuts(test, cuts),
    figures: {
      missing: missing / (kept.length * (columns.length + 1)),
      swapped: result.swappedRows,
      borrowed: result.borrowedRows,
      lost: result.lostRows,
    },
  }
}

/** Nothing left out; numbers cut into intervals by the training rows. */
export function cutHalf(train: CodedTable): Prepared {
  const cuts = findCuts(train)
  return { train: applyCuts(train, cuts), recode: (test) => applyCuts(test, cuts) }
}

function suppressSettings(method: Method, { k, swappingThreshold, poolSmall, seed }: MethodSettings): SuppressSettings {
  const common = { k, reuseGroup: false, lostRows: 'drop' as const }
  return method === 'kactus-2'
    ? { ...common, swappingThreshold, poolSmall, choose: chooseByGain }
    : method === 'kactus'
      ? { ...common, swappingThreshold: 0, poolSmall: true, choose: chooseAtRandom(randomFrom(seed)) }
      : { ...common, swappingThreshold: 0, poolSmall: false, choose: chooseByGain }
}
