/** Rules about the keys that make the values of columns coarser that are not recoded (`hierarchy/coarsen.ts`). */
import { type CoarseningKey, coarseningKeys } from '../hierarchy/coarsen.ts'
import type { JobColumn } from '../table/job-schema.ts'
import { columnIn, firstColumn, type Rule, showing } from './rule.ts'

const coarsenedRoles: readonly string[] = ['other', 'sensitive', 'target']

/** Keys that exclude each other on one column: the first is in the way of the others. */
const EXCLUDED: readonly (readonly [CoarseningKey, readonly CoarseningKey[]])[] = [
  ['share', ['round', 'digits', 'top', 'bottom', 'keep']],
  ['keep', ['round', 'digits', 'top', 'bottom']],
  ['round', ['digits']],
]

const findClash = (settings: JobColumn) =>
  EXCLUDED.flatMap(([key, others]) =>
    others.filter((other) => settings[key] !== undefined && settings[other] !== undefined).map((other) => [key, other]),
  )[0]

export const valueRules: readonly Rule[] = [
  {
    about: 'columns',
    says: '`round`, `digits`, `top`, `bottom`, `keep` and `share` are for role `other`, `sensitive` or `target`.',
    when: (facts) =>
      firstColumn(facts, (settings) =>
        coarsenedRoles.includes(settings.role) ? undefined : coarseningKeys(settings)[0],
      ),
    sentence: ({ job }, path) =>
      `${path} is for columns that are released as they are, but the role is ${job.columns[columnIn(path)].role}; ` +
      'remove it, or change the role',
  },
  {
    about: 'columns',
    says: '`share`, `keep`, `round` and `digits` exclude each other; `top` and `bottom` go with `round` or `digits`.',
    when: (facts) => firstColumn(facts, (settings) => findClash(settings)?.[1]),
    sentence: ({ job }, path) =>
      `${path} and ${findClash(job.columns[columnIn(path)])?.[0]} exclude each other; remove one of them`,
  },
  {
    about: 'columns',
    says: '`shows: mean` needs `share`, `top` or `bottom`.',
    when: (facts) => showing('mean', facts),
    sentence: (_, path) =>
      `${path}: mean is for columns with share, top or bottom; a quasi-identifier shows its interval or the median`,
  },
  {
    about: 'columns',
    says: '`history` excludes `share` and quantiles as `top` or `bottom`: two releases would differ by single values.',
    when: (facts) =>
      facts.job.history === undefined
        ? undefined
        : firstColumn(facts, ({ share, top, bottom }) => {
            if (share !== undefined) return 'share'
            return typeof top === 'string' ? 'top' : typeof bottom === 'string' ? 'bottom' : undefined
          }),
    sentence: (_, path) =>
      `${path} depends on all values of one release, so two releases with history would tell values by difference; ` +
      'take round, or a number as top or bottom',
  },
  {
    about: 'items',
    says: 'A job about baskets has no `derive`, `round`, `digits`, `top`, `bottom`, `keep` or `share`.',
    when: (facts) => firstColumn(facts, (settings) => coarseningKeys(settings)[0] ?? (settings.derive && 'derive')),
    sentence: (_, path) => `${path} is for tables without items; remove it, or give the column role: identifier`,
  },
]
