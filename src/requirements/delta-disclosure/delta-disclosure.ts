/**
 * δ-disclosure privacy (Brickell and Shmatikov 2008): |ln(q/p)| < δ for every sensitive value, so every value occurs in
 * every class. The weaker `values: occurring` checks only the values that occur, with base-2 logarithms.
 */

import type { SensitiveColumn } from '../../frequency/frequency-table.ts'
import { option } from '../../ground/options.ts'
import { sql } from '../../sql/dialect.ts'
import { mostKeptBy } from '../most-kept.ts'
import type { RequirementRecord } from '../requirement.ts'
import {
  below,
  besideAllRows,
  columnNamed,
  columnOption,
  overallShares,
  placeOfMost,
  ROUNDING,
  requireValues,
  UNBOUNDED,
} from '../value-requirement.ts'

export const deltaDisclosure: RequirementRecord = {
  name: 'delta-disclosure',
  title: 'δ-disclosure privacy',
  summary: 'The share of every sensitive value in a class is near its share in all rows, as a ratio.',
  required: ['column', 'delta'],
  options: [
    columnOption,
    option({ name: 'delta', type: 'number', minimum: 0 })`upper limit of the logarithm of the ratio of the two shares`,
    option({ name: 'values', type: 'choice', choices: ['all', 'occurring'], default: 'all' })`all: every value,
      natural logarithm; occurring: only values in the class, logarithm to base 2`,
  ],
  make(options, columns) {
    const column = columnNamed('delta-disclosure', options, columns)
    const delta = options['delta'] as number
    const all = options['values'] === 'all'
    const unit = all ? 1 : Math.LN2
    return requireValues({
      column,
      promise: all
        ? 'in every class of rows that look alike, the share of every value of ' +
          `${column.name} differs from its share in all rows by a factor below e^${delta}`
        : 'in every class of rows that look alike, the share of each value of ' +
          `${column.name} that occurs there differs from its share in all rows by a factor below 2^${delta}`,
      mergedHolds: all,
      mergedWithAnyHolds: false,
      judge(counted) {
        const shares = overallShares(counted)
        const values = countValues(counted)
        return (codes, counts, found, size) => {
          if (all && found < values) return false
          for (let i = 0; i < found; i++)
            if (!(Math.abs(Math.log(counts[i] / size / shares[codes[i]])) < delta * unit - ROUNDING)) return false
          return true
        }
      },
      mostKept(counted) {
        if (!all) return undefined
        const values = countValues(counted)
        const shares = overallShares(counted).map((share) => share * Math.exp(delta))
        const most = mostKeptBy(shares, 0)
        // A value that the class lacks, all of its parts lack.
        return {
          fewest: values,
          of: (codes, counts, found, size) => (found < values ? 0 : most.of(codes, counts, found, size)),
        }
      },
      check: below(delta, 'logarithm of a ratio', {
        figures(parts) {
          const ratio = sql`MAX(CASE WHEN COALESCE(d.share, 0) = 0 THEN ${UNBOUNDED} ELSE ABS(LN(v.share / d.share)) /
            ${unit} END)`
          const figure = all
            ? sql`CASE WHEN COUNT(*) < (SELECT COUNT(*) FROM ${parts.domain(column.name)} AS every) THEN ${UNBOUNDED}
              ELSE ${ratio} END`
            : ratio
          return besideAllRows(parts, column.name, figure)
        },
        comparesWithAll: true,
        blame: (values) =>
          placeOfMost(values, ({ share, overall }) =>
            !all && share === 0 ? undefined : Math.abs(Math.log(share / overall)),
          ),
      }),
    })
  },
}

function countValues({ overall }: SensitiveColumn): number {
  return overall.reduce((sum, count) => sum + (count > 0 ? 1 : 0), 0)
}
