/**
 * (α,k)-anonymity (Wong, Li, Fu, Wang 2006): every class has at least k rows, and no sensitive value (or none of those
 * listed) has a share above α. Cost: the values in classes that are not broken yet.
 */

import { userError } from '../../ground/errors.ts'
import { option, SHARE } from '../../ground/options.ts'
import { join, sql } from '../../sql/dialect.ts'
import { foundText } from '../class-check.ts'
import { mostKeptBy } from '../most-kept.ts'
import { countedNoun, type RequirementRecord } from '../requirement.ts'
import {
  atMost,
  columnNamed,
  columnOption,
  figureText,
  placeOfMost,
  ROUNDING,
  requireValues,
} from '../value-requirement.ts'

const wrongValue = userError('value', 'privacy.alpha-k')

export const alphaK: RequirementRecord = {
  name: 'alpha-k',
  title: '(α,k)-anonymity',
  summary: 'Every class has at least k rows, and no sensitive value has a share above α in it.',
  required: ['column', 'alpha', 'k'],
  options: [
    columnOption,
    { name: 'alpha', ...SHARE, meaning: 'the largest share of a value in a class' },
    { name: 'k', type: 'integer', minimum: 1, meaning: 'the fewest rows that may look alike' },
    option({ name: 'values', type: 'data', shape: '[value, …]', check: checkValues })`values with a limited share;
      default all`,
  ],
  make(options, columns, persons) {
    const column = columnNamed('alpha-k', options, columns)
    const { alpha, k } = options as { alpha: number; k: number }
    const listed = (options['values'] as readonly (string | number)[] | undefined)?.map(String)
    const which = listed === undefined ? `one value of ${column.name}` : `${column.name} ${listed.join(' or ')}`
    return requireValues({
      column,
      persons,
      fewest: k,
      promise:
        `every class has at least ${k} ${countedNoun(persons)} that look alike, and at most a share of ` +
        `${alpha} of them has ${which}`,
      // Without a list, shares of at most α need at least 1/α rows.
      minimumSize: Math.max(k, listed === undefined && alpha > 0 ? Math.ceil(1 / (alpha + ROUNDING)) : 1),
      mergedHolds: true,
      mergedWithAnyHolds: false,
      judge({ values }) {
        const limited = Uint8Array.from(values, (value) => (listed === undefined || listed.includes(value) ? 1 : 0))
        return (codes, counts, found, sum) => {
          for (let i = 0; i < found; i++)
            if (limited[codes[i]] === 1 && counts[i] / sum > alpha + ROUNDING) return false
          return true
        }
      },
      mostKept({ values }) {
        const caps = Float64Array.from(values, (value) =>
          listed === undefined || listed.includes(value) ? alpha + ROUNDING : 1,
        )
        return mostKeptBy(caps, 0)
      },
      check: atMost(alpha, 'share of a value', {
        figures({ values, dialect }) {
          const share =
            listed === undefined
              ? sql`share`
              : sql`CASE WHEN value IN (${join(listed.map((value) => dialect.literal(value)))}) THEN share ELSE 0 END`
          // 2 is above any α: a class of fewer than k rows breaks it whatever its values.
          return sql`SELECT class, CASE WHEN MIN(size) < ${k} THEN 2e0 ELSE MAX(${share}) END AS figure FROM
            ${values(column.name)} AS v GROUP BY class`
        },
        found: (counted) =>
          foundText(
            counted,
            (worst) =>
              worst > 1
                ? `some class has fewer than ${k} ${countedNoun(persons)}`
                : `largest share of a value ${figureText(worst)}`,
            'break it',
            alpha,
          ),
        blame: (values) =>
          placeOfMost(values, ({ value, share }) => (listed?.includes(value) === false ? undefined : share)),
      }),
    })
  },
}

function checkValues(value: unknown): void {
  const fits =
    Array.isArray(value) && value.length > 0 && value.every((one) => ['string', 'number'].includes(typeof one))
  if (!fits) throw wrongValue`requirement alpha-k: values must be a list of values; got ${JSON.stringify(value)}`
}
