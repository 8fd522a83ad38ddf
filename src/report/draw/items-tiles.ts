/** The large figures at the top of a result of baskets, in the report and in the studio. */
import { formatCount, formatShare } from '../../ground/format.ts'
import type { ItemsReport } from '../items-report.ts'

export function itemsTiles({
  rows,
  verification,
  asked,
}: ItemsReport): { name: string; value: string; note: string }[] {
  return [
    {
      name: 'Baskets in the release',
      value: formatCount(rows.released),
      note: `of ${formatCount(rows.read)} read${rows.empty > 0 ? `; ${formatCount(rows.empty)} without any item` : ''}`,
    },
    { name: 'Different tokens', value: formatCount(rows.tokens), note: `for ${formatCount(rows.items)} items` },
    {
      name: 'Suppressed items',
      value: formatCount(rows.suppressedItems),
      note: `${formatShare(rows.occurrences === 0 ? 0 : rows.suppressedOccurrences / rows.occurrences)} of all entries in baskets`,
    },
    {
      name: 'Smallest support',
      value: verification.smallestClass === 0 ? '–' : formatCount(verification.smallestClass),
      note: `baskets that fit; ${formatCount(asked.k ?? 0)} asked`,
    },
  ]
}
