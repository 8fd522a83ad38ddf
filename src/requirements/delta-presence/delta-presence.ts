/**
 * δ-presence (Nergiz, Atzori, Clifton 2007): of the people in the register who match a class, a share between min and
 * max are in the file. People who match no released class form one more class, which must hold too; without suppressed
 * rows they break it if min > 0. The search demands this also of people who match no row at all: only coarser groups
 * help them. Fact A holds (the share of a merged class is between those of its parts), fact B does not.
 */

import { countedSizes } from '../../frequency/persons.ts'
import { peopleAlikeIn } from '../../frequency/population.ts'
import { userError } from '../../ground/errors.ts'
import { SHARE } from '../../ground/options.ts'
import { sql } from '../../sql/dialect.ts'
import type { RequirementRecord } from '../requirement.ts'
import { figureText, ROUNDING, ROUNDING_IN_SEARCH, UNBOUNDED } from '../value-requirement.ts'

const notTogether = userError('together', 'privacy.delta-presence')

export const deltaPresence: RequirementRecord = {
  name: 'delta-presence',
  title: 'δ-presence',
  summary: 'Of the people in a register who match a class, a share between min and max is in the file.',
  required: ['max'],
  options: [
    { name: 'max', ...SHARE, meaning: 'the largest share of matching people who are in the file' },
    { name: 'min', ...SHARE, default: 0, meaning: 'the smallest share' },
  ],
  make(options, _columns, persons) {
    const { min, max } = options as { min: number; max: number }
    if (min > max || max === 0)
      throw notTogether`delta-presence needs 0 ≤ min ≤ max and max above 0; got min ${min} and max ${max}: give shares
        such as { min: 0.1, max: 0.5 }`
    return {
      persons,
      ofRegister: true,
      promise:
        'of the people of the register who look like a released row, a share of ' +
        `${min === 0 ? 'at most' : `at least ${min} and at most`} ${max} is in the file`,
      // Persons that two classes share are counted once in the merged class.
      mergedHolds: persons === undefined || min === 0,
      mergedWithAnyHolds: false,
      mark(classes, frequencies, broken, groupings) {
        const { people, strangers } = peopleAlikeIn(classes, frequencies, groupings)
        const sizes = countedSizes(classes, frequencies)
        const absent = min > 0 && strangers > 0
        for (let c = 0; c < classes.count; c++) {
          const share = sizes[c] / people[c]
          if (absent || !(share >= min - ROUNDING_IN_SEARCH && share <= max + ROUNDING_IN_SEARCH)) broken[c] = 1
        }
      },
      check: {
        // Ratio to the limit on either side; 1 is just allowed.
        figures(file) {
          const { classes, strangers } = file.register()
          const share = sql`size * 1e0 / people`
          const above = sql`${share} / ${max}`
          const sides = min === 0 ? above : sql`GREATEST(${above}, ${min} / (${share}))`
          const figure =
            min > 0 && strangers > 0
              ? sql`${2 * UNBOUNDED}`
              : sql`CASE WHEN people = 0 THEN ${UNBOUNDED} ELSE ${sides} END`
          return sql`SELECT class, ${figure} AS figure FROM ${classes} AS alike`
        },
        breaks: (figure) => sql`${figure} > ${1 + ROUNDING}`,
        worst: 'most',
        found({ classes, broken, worst }) {
          if (worst === undefined) return 'no classes'
          if (worst > UNBOUNDED) return 'people of the register look like no class: they are known to be absent'
          const most =
            worst === UNBOUNDED ? 'nobody of the register looks like one' : `${figureText(worst)} times what is allowed`
          return broken === 0
            ? most
            : `${broken} of ${classes} classes have too large or too small a share; worst: ${most}`
        },
      },
    }
  },
}
