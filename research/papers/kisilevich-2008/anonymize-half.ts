/**
 * The tree-based methods of the comparison: from a training table to the table that is learned from. Columns other than
 * quasi-identifiers stay.
 */

import { randomFrom } from '../../../src/ground/random.ts'
import { type CategoryColumn, type CodedTable, takeCodes } from '../../../src/learn/coded-table.ts'
import { trainDecisionTree } from '../../../src/learn/decision-tree/decision-tree.ts'
import { type Cuts, findCuts } from '../../../src/learn/discretize.ts'
import type { Prepared } from '../../../src/learn/evaluation/cross-validate.ts'
import { chooseAtRandom, chooseByGain } from '../../../src/search/methods/tree-suppression/choose-rows.ts'
import { type SuppressSettings, suppressAlongTree } from '../../../src/search/methods/tree-suppression/suppress.ts'
import { applyCuts, selectColumns } from '../../../test/learn-tables.ts'

export interface MethodSettings {
  readonly k: number
  readonly swappingThreshold: number
  readonly seed: number
  readonly quasiIdentifiers: readonly string[]
  /** Defaults to cuts from the training half. */
  readonly cutter?: Cutter
}

export type Cutter = (train: CodedTable) => Cuts

/** Share of missing cells in the released half, including the class, as in the paper's Table 2. */
export interface MissingCells {
  readonly missing: number
  /** Without columns that discretization left with one interval. */
  readonly withoutConstant: number
}

export interface AnonymizedHalf extends Prepared {
  readonly figures: MissingCells
}

export function suppressHalf(
  method: 'kactus-2' | 'kactus',
  train: CodedTable,
  settings: MethodSettings,
): AnonymizedHalf {
  const cuts = (settings.cutter ?? findCuts)(train)
  const whole = applyCuts(train, cuts)
  const table = selectColumns(whole, settings.quasiIdentifiers)
  const columns = table.columns as readonly CategoryColumn[]
  const result = suppressAlongTree(
    {
      columns: columns.map(({ codes }) => codes),
      target: table.target.codes,
      rows: new Int32Array(table.rows).fill(1),
      classes: table.target.values.length,
    },
    trainDecisionTree(table).root,
    suppressSettings(method, settings),
  )
  const kept = result.moves.filter(({ output }) => output >= 0)
  const cells = kept.map(({ cell }) => cell)
  const released = columns.map((column, place) => ({
    ...column,
    codes: Int32Array.from(kept, ({ output }) => result.outputs[output].codes[place]),
  }))
  const others = (whole.columns as readonly CategoryColumn[]).filter(
    ({ name }) => !settings.quasiIdentifiers.includes(name),
  )
  return {
    train: {
      rows: kept.length,
      columns: [...released, ...others.map((column) => ({ ...column, codes: takeCodes(column.codes, cells) }))],
      target: { ...table.target, codes: takeCodes(table.target.codes, cells) },
    },
    recode: (test) => applyCuts(test, cuts),
    figures: missingCells(released, others.length),
  }
}

/** `others` is the number of columns released unchanged. */
export function missingCells(released: readonly CategoryColumn[], others: number): MissingCells {
  const share = (columns: readonly CategoryColumn[]) => {
    let missing = 0
    for (const { codes } of columns) for (const code of codes) if (code < 0) missing++
    return missing / ((released[0]?.codes.length ?? 1) * (columns.length + others + 1))
  }
  return { missing: share(released), withoutConstant: share(released.filter(({ values }) => values.length > 1)) }
}

/** No suppression; numbers cut into intervals. */
export function cutHalf(train: CodedTable, cutter: Cutter): Prepared {
  const cuts = cutter(train)
  return { train: applyCuts(train, cuts), recode: (test) => applyCuts(test, cuts) }
}

function suppressSettings(method: string, { k, swappingThreshold, seed }: MethodSettings): SuppressSettings {
  const common = { k, lostRows: 'drop' as const }
  return method === 'kactus-2'
    ? { ...common, swappingThreshold, poolSmall: false, choose: chooseByGain }
    : { ...common, swappingThreshold: 0, poolSmall: true, choose: chooseAtRandom(randomFrom(seed)) }
}
