/** Rules of jobs about tables with baskets: quasi-identifiers beside an items column. */
import { isDatabase } from '../engines/open-engine.ts'
import { prose } from '../ground/format.ts'
import { kmAnonymity } from '../requirements/items/km-anonymity.ts'
import { privacyConstraints } from '../requirements/items/privacy-constraints.ts'
import { itemSearches } from '../search/items-index.ts'
import { searchMixed } from '../search/methods/mixed/mixed.ts'
import { firstColumn, firstKey, type JobFacts, type Rule } from './rule.ts'

const KM = kmAnonymity.job.key
const CONSTRAINTS = privacyConstraints.job.key
const MIXED = searchMixed.name
/** Searches that generalize items as sets. */
const SETS = itemSearches.filter(({ needsTree }) => !needsTree).map(({ name }) => name)
const optionsOf = ({ job: { algorithm } }: JobFacts) => Object(algorithm) as Readonly<Record<string, unknown>>
const kmOf = ({ job: { privacy } }: JobFacts) => Object(privacy[KM]) as Readonly<Record<string, unknown>>
const isOver = (facts: JobFacts): boolean => kmOf(facts)['over'] !== undefined

export const MIXED_RULES: readonly Rule[] = [
  {
    says:
      'An `items` column beside quasi-identifiers needs `privacy.km` or `constraints`: protecting both ' +
      'separately does not help.',
    when: ({ job: { privacy }, items }) =>
      items !== undefined && privacy[KM] === undefined && privacy[CONSTRAINTS] === undefined ? 'privacy.km' : undefined,
    sentence: ({ name, items }) => prose`${name} has quasi-identifiers beside the items of "${items?.column}" and asks
      for no privacy of both together; protected separately, 99 % of 20,000 invented patients had fewer than 5
      candidates for someone who knows their class and one item: add privacy.km: { m: 2 }, give the items column role
      identifier to leave it out, or the quasi-identifiers role other to keep them as they are at your own risk`,
  },
  {
    says:
      'Beside quasi-identifiers `privacy.km` has no `k` without `over`, and no `strict`: `privacy.k` counts for ' +
      'classes and items.',
    when: (facts) => facts.items && firstKey('privacy.km.', kmOf(facts), isOver(facts) ? ['strict'] : ['k', 'strict']),
    sentence: (_, path) => `${path} is for baskets without quasi-identifiers; remove it, and set privacy.k`,
  },
  {
    says:
      '`privacy.km.over` needs `km.k`, and excludes `sensitive`, `shows`, other models, and options of ' +
      '`algorithm` but `bound` and `delta`.',
    when: (facts) => {
      if (facts.items === undefined || !isOver(facts)) return undefined
      if (kmOf(facts)['k'] === undefined) return 'privacy.km.k'
      const more = Object.keys(optionsOf(facts)).find((name) => !['name', 'bound', 'delta'].includes(name))
      const [first] = facts.requirements()
      return (
        firstKey('privacy.km.', kmOf(facts), ['sensitive', 'h']) ??
        firstKey('privacy.', facts.job.privacy, [CONSTRAINTS, 'k']) ??
        firstColumn(facts, ({ shows }) => shows !== undefined && 'shows') ??
        (more === undefined ? undefined : `algorithm.${more}`) ??
        (first === undefined ? undefined : `privacy.${first.name}`)
      )
    },
    sentence: (_, path) =>
      path === 'privacy.km.k'
        ? prose`privacy.km.over counts rows that share any m facts, and privacy.km.k does not say how many; add it, for
          example k: 5`
        : prose`${path} is for classes of equal quasi-identifiers, and privacy.km.over asks for rows that share any m
          facts; remove one`,
  },
  {
    says: 'A table with baskets is searched by `algorithm: mixed`, and only it.',
    when: ({ job: { algorithm }, items, search }) =>
      algorithm !== undefined && (items !== undefined) !== (search.name === MIXED) ? 'algorithm' : undefined,
    sentence: ({ items, search }) =>
      items === undefined
        ? 'algorithm mixed is for tables with an items column; give one column role items, or choose another algorithm'
        : `algorithm ${search.name} does not know the items of "${items.column}"; remove the key algorithm, or ` +
          'set algorithm: { merge: prune }',
  },
  {
    says:
      'Beside quasi-identifiers `privacy.constraints` and `utility.constraints` need `algorithm.items` that ' +
      'makes sets.',
    when: (facts) => {
      const { privacy, utility } = facts.job
      if (facts.items === undefined || SETS.includes(String(optionsOf(facts)['items']))) return undefined
      return firstKey('privacy.', privacy, [CONSTRAINTS]) ?? firstKey('utility.', utility, ['constraints'])
    },
    sentence: (_, path) =>
      `${path} is for items that are generalized as sets; set algorithm: { items: ${SETS.join(' } or { items: ')} }`,
  },
  {
    says: '`history` excludes an `items` column beside quasi-identifiers.',
    when: ({ job: { history }, items }) => (items && history !== undefined ? 'history' : undefined),
    sentence: ({ items }) => prose`history compares the classes of releases and not their items; remove it, or give
      "${items?.column}" role identifier to leave it out`,
  },
  {
    says: '`algorithm: { vocabulary: one }` needs `items: tree`.',
    when: (facts) => {
      const { vocabulary, items = 'tree' } = optionsOf(facts)
      return vocabulary === 'one' && items !== 'tree' ? 'algorithm.vocabulary' : undefined
    },
    sentence: () => 'algorithm.vocabulary: one takes nodes of the tree; remove it, or set items: tree',
  },
  {
    says:
      'A table with baskets has a cell of items in each row, or, beside a file, a second file of items, joined ' +
      'by `per`.',
    when: ({ job: { data }, items }) => {
      const { per, file } = items?.settings ?? {}
      if (items === undefined || (per === undefined && file === undefined)) return undefined
      const isWhole = per !== undefined && file !== undefined && !isDatabase(data.source)
      return isWhole ? undefined : `columns.${items.column}.${file === undefined ? 'per' : 'file'}`
    },
    sentence: ({ items }, path) =>
      path.endsWith('.per')
        ? prose`${path} is for a table with a row per item, and quasi-identifiers need a row per person; gather the
          items
          of a person in one cell and remove the key, or name the file of items by the key file`
        : items?.settings.per === undefined
          ? prose`${path} names a second file of items and does not say whose they are; add per: the column of people in
            both files`
          : prose`${path} is beside a table of a database; gather the items of a person in one cell by data.query, and
            remove it`,
  },
]
