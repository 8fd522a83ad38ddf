/**
 * δ-disclosure privacy (Brickell and Shmatikov 2008): the share of every sensitive value in a class differs from its share in all rows by a
 * factor below e^δ, |ln(q/p)| < δ for all values; so every value occurs in every class. A weaker reading asks it only of the values that
 * occur (`values: occurring`), with logarithms to base 2 as its users have it; nothing is kept by merging then.
 *
 * Cost: the values that occur in the classes that nothing else has broken.
 */
import { sql } from '../../sql/dialect.ts'
import { mostKeptBy } from '../most-kept.ts'
import type { RequirementRecord } from '../requirement.ts'
import {
  atMost,
  besideAllRows,
  columnNamed,
  columnOption,
  figureText,
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
    {
      name: 'delta',
      type: 'number',
      minimum: 0,
      meaning: 'what the logarithm of the ratio of the two shares must stay below',
    },
    {
      name: 'values',
      type: 'choice',
      choices: ['all', 'occurring'],
      default: 'all',
      meaning:
        'all: of every value, natural logarithm; occurring: only of values that the class holds, logarithm to base 2',
    },
  ],
  make(options, columns) {
    const column = columnNamed('delta-disclosure', options, columns)
    const delta = options['delta'] as number
    const all = options['values'] === 'all'
    const unit = all ? 1 : Math.LN2
    return requireValues({
      name: 'delta-disclosure',
      options,
      column,
      promise: all
        ? `in every class of rows that look alike, the share of every value of ${column.name} differs from its share in all rows by a factor below e^${delta}`
        : `in every class of rows that look alike, the share of each value of ${column.name} that occurs there differs from its share in all rows by a factor below 2^${delta}`,
      mergedHolds: all,
      mergedWithAnyHolds: false,
      judge({ overall }) {
        const rows = overall.reduce((sum, count) => sum + count, 0)
        const shares = overall.map((count) => count / rows)
        const values = overall.reduce((sum, count) => sum + (count > 0 ? 1 : 0), 0)
        return (codes, counts, found, size) => {
          if (all && found < values) return false
          for (let i = 0; i < found; i++) {
            if (!(Math.abs(Math.log(counts[i] / size / shares[codes[i]])) < delta * unit - ROUNDING)) return false
          }
          return true
        }
      },
      mostKept({ overall }) {
        if (!all) return undefined
        const rows = overall.reduce((sum, count) => sum + count, 0)
        const values = overall.reduce((sum, count) => sum + (count > 0 ? 1 : 0), 0)
        const most = mostKeptBy(
          overall.map((count) => (count / rows) * Math.exp(delta)),
          0,
        )
        // A value that the class lacks, all of its parts lack.
        return {
          fewest: values,
          of: (codes, counts, found, size) => (found < values ? 0 : most.of(codes, counts, found, size)),
        }
      },
      check: atMost(delta, 'logarithm of a ratio of shares', {
        figures(parts) {
          const ratio = sql`MAX(CASE WHEN COALESCE(d.share, 0) = 0 THEN ${UNBOUNDED} ELSE ABS(LN(v.share / d.share)) / ${unit} END)`
          const figure = all
            ? sql`CASE WHEN COUNT(*) < (SELECT COUNT(*) FROM ${parts.domain(column.name)} AS every) THEN ${UNBOUNDED} ELSE ${ratio} END`
            : ratio
          return besideAllRows(parts, column.name, figure)
        },
        breaks: (figure) => sql`${figure} >= ${delta}`,
        found({ classes, broken, worst }) {
          const most = worst === undefined ? 'no classes' : `largest logarithm of a ratio ${figureText(worst)}`
          return broken === 0
            ? `${most}, asked below ${delta}`
            : `${broken} of ${classes} classes reach ${delta}; ${most}`
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
