/**
 * β-likeness (Cao and Karras 2012): no class raises the share of a sensitive value by more than β times its share in
 * all rows,
 *
 *     (q − p) / p ≤ β, enhanced: ≤ min(β, −ln p),
 * which protects rare values most. The enhanced bound is tighter for frequent values, which cannot gain β times anyway.
 * Losses do not count. Cost: the values in classes that are not broken yet.
 */

import type { SensitiveColumn } from '../../frequency/frequency-table.ts'
import { option } from '../../ground/options.ts'
import { sql } from '../../sql/dialect.ts'
import { mostKeptBy } from '../most-kept.ts'
import type { RequirementRecord } from '../requirement.ts'
import {
  atMost,
  besideAllRows,
  columnNamed,
  columnOption,
  overallShares,
  placeOfMost,
  ROUNDING_IN_SEARCH,
  requireValues,
  UNBOUNDED,
} from '../value-requirement.ts'

export const betaLikeness: RequirementRecord = {
  name: 'beta-likeness',
  title: 'β-likeness',
  summary: 'No class raises the share of a sensitive value by more than β times its share in all rows.',
  required: ['column', 'beta'],
  options: [
    columnOption,
    { name: 'beta', type: 'number', minimum: 0, meaning: 'the largest gain, as a multiple of the share in all rows' },
    option({ name: 'kind', type: 'choice', choices: ['basic', 'enhanced'], default: 'enhanced' })`basic: β for every
      value; enhanced: also at most −ln of the share in all rows, stricter for frequent values`,
  ],
  make(options, columns) {
    const column = columnNamed('beta-likeness', options, columns)
    const beta = options['beta'] as number
    const enhanced = options['kind'] === 'enhanced'
    const bound = (share: number): number => (enhanced ? Math.min(beta, -Math.log(share)) : beta)
    // (q − p)/p ≤ b exactly if q ≤ p(1 + b).
    const largestShares = (counted: SensitiveColumn): Float64Array =>
      overallShares(counted).map((share) => (share === 0 ? 0 : share * (1 + bound(share) + ROUNDING_IN_SEARCH)))
    return requireValues({
      column,
      promise:
        `no class of rows that look alike raises the share of a value of ${column.name} by more than ${beta} times ` +
        `what it is in all rows${enhanced ? ', nor by more than −ln of it' : ''}`,
      mergedHolds: true,
      mergedWithAnyHolds: false,
      mostKept: (counted) => mostKeptBy(largestShares(counted), 0),
      judge(counted) {
        const most = largestShares(counted)
        return (codes, counts, found, size) => {
          for (let i = 0; i < found; i++) if (counts[i] / size > most[codes[i]]) return false
          return true
        }
      },
      check: atMost(enhanced ? 0 : beta, enhanced ? 'gain beyond its bound' : 'relative gain', {
        figures(parts) {
          const gain = sql`(v.share - d.share) / d.share`
          const figure = enhanced
            ? sql`${gain} - CASE WHEN ${beta} < -LN(d.share) THEN ${beta} ELSE -LN(d.share) END`
            : gain
          const most = sql`MAX(CASE WHEN COALESCE(d.share, 0) = 0 THEN ${UNBOUNDED} ELSE ${figure} END)`
          return besideAllRows(parts, column.name, most)
        },
        comparesWithAll: true,
        blame: (values) => placeOfMost(values, ({ share, overall }) => (share - overall) / overall - bound(overall)),
      }),
    })
  },
}
