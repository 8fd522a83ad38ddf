/**
 * Rows of each code of each column, for a choice of rows: what prices are paid by. Columns are joined into a few composite ones first, so
 * that a pass over the combinations adds three numbers instead of eight; the composites' sums are then taken apart.
 *
 * Cost: combinations × composites + codes of the composites.
 */
import { compositeCodes, joinColumns } from '../../frequency/composite-columns.ts'
import type { FrequencyTable } from '../../frequency/frequency-table.ts'

/** Gives `result[column][code]` for the rows chosen of each combination; valid until the next call. */
export function createMarginals(table: FrequencyTable): (chosen: Int32Array) => readonly Int32Array[] {
  const { combinations, columns } = table
  const { members, sizes } = joinColumns(table)
  const composites = members.map((own, composite) => {
    const codes = sizes[composite] <= 65_536 ? new Uint16Array(combinations) : new Uint32Array(combinations)
    compositeCodes(table, own, codes)
    return { own, codes, tally: new Int32Array(sizes[composite]) }
  })
  const marginals = columns.map((column) => new Int32Array(column.size))
  return (chosen) => {
    for (const marginal of marginals) marginal.fill(0)
    for (const { own, codes, tally } of composites) {
      tally.fill(0)
      addUp(tally, codes, chosen, combinations)
      takeApart(tally, own, table, marginals)
    }
    return marginals
  }
}

function addUp(tally: Int32Array, codes: Uint16Array | Uint32Array, chosen: Int32Array, combinations: number): void {
  for (let i = 0; i < combinations; i++) tally[codes[i]] += chosen[i]
}

/** The last column of a composite is the lowest digit of its code. */
function takeApart(
  tally: Int32Array,
  own: readonly number[],
  table: FrequencyTable,
  marginals: readonly Int32Array[],
): void {
  for (let code = 0; code < tally.length; code++) {
    if (tally[code] === 0) continue
    let rest = code
    for (let member = own.length - 1; member >= 0; member--) {
      const { size } = table.columns[own[member]]
      marginals[own[member]][rest % size] += tally[code]
      rest = Math.floor(rest / size)
    }
  }
}
