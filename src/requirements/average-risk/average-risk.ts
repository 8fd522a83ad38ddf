/**
 * Average risk (marketer risk: Dankar, El Emam 2010): classes / rows ≤ r. Optionally, at most a share of the rows is in
 * classes with a risk above `highest`. If it fails, all classes of the smallest size are suppressed, then of the next,
 * until it holds; this depends on the classes alone, so every search sees the same release.
 */

import { countedSizes } from '../../frequency/persons.ts'
import { option, SHARE } from '../../ground/options.ts'
import { sql } from '../../sql/dialect.ts'
import { countedNoun, type RequirementRecord } from '../requirement.ts'
import { figureText, ROUNDING } from '../value-requirement.ts'

export const averageRisk: RequirementRecord = {
  name: 'average-risk',
  title: 'Average risk',
  summary: 'Classes / rows of the release is at most r: the success rate of matching every row to a person.',
  required: ['risk'],
  options: [
    { name: 'risk', ...SHARE, meaning: 'the largest average risk, classes / rows' },
    option({ name: 'highest', ...SHARE })`rows whose risk (1 / size of the class) is above this are at risk; with
      share`,
    { name: 'share', ...SHARE, default: 0, meaning: 'the largest share of rows at risk; with highest' },
  ],
  make(options, _columns, persons) {
    const { risk, highest, share } = options as { risk: number; highest?: number; share: number }
    // A class of n rows is at risk if 1/n > highest.
    const atRisk = highest === undefined ? 0 : Math.ceil(1 / (highest + ROUNDING)) - 1
    const rest = highest === undefined ? '' : `, and at most a share of ${share} of them has a risk above ${highest}`
    return {
      persons,
      ofRelease: true,
      promise:
        'anyone who matches every released ' +
        `${countedNoun(persons, 1)} to a person is right for at most a share of ${risk} of them on average${rest}`,
      // Merging reduces the classes of the same rows, but shared persons are then counted once.
      mergedHolds: persons === undefined,
      // Suppressed rows may become a small class.
      mergedWithAnyHolds: false,
      mark(classes, frequencies, broken) {
        const sizes = countedSizes(classes, frequencies)
        const kept: number[] = []
        for (let c = 0; c < classes.count; c++) if (broken[c] === 0) kept.push(c)
        kept.sort((a, b) => sizes[a] - sizes[b])
        let rows = 0
        let rowsAtRisk = 0
        for (const c of kept) {
          rows += sizes[c]
          if (sizes[c] <= atRisk) rowsAtRisk += sizes[c]
        }
        let from = 0
        while (
          from < kept.length &&
          !(kept.length - from <= (risk + ROUNDING) * rows && rowsAtRisk <= (share + ROUNDING) * rows)
        ) {
          for (const size = sizes[kept[from]]; from < kept.length && sizes[kept[from]] === size; from++) {
            broken[kept[from]] = 1
            rows -= size
            if (size <= atRisk) rowsAtRisk -= size
          }
        }
      },
      check: {
        // One figure for the whole release, relative to the limit; the smallest classes are the witnesses.
        figures({ classes }) {
          const average = sql`COUNT(*) * 1e0 / SUM(size) / ${Math.max(risk, ROUNDING)}`
          const small = sql`SUM(CASE WHEN size <= ${atRisk} THEN size ELSE 0 END) * 1e0 / SUM(size) /
            ${Math.max(share, ROUNDING)}`
          const figure = highest === undefined ? average : sql`GREATEST(${average}, ${small})`
          return sql`SELECT class, (SELECT ${figure} FROM ${classes} AS every_class) AS figure FROM ${classes} AS
            classes`
        },
        breaks: (figure) => sql`${figure} > ${1 + ROUNDING / Math.max(risk, ROUNDING)}`,
        worst: 'most',
        found({ classes, broken, worst }) {
          if (worst === undefined) return 'no classes'
          const average =
            highest === undefined
              ? `average risk ${figureText(worst * risk)}`
              : `${figureText(worst)} times what is allowed`
          return broken === 0 ? `${average}, asked ${risk}` : `${average} in ${classes} classes, asked ${risk}`
        },
      },
    }
  },
}
