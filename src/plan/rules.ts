/** Lists the keys of a job that exclude or need each other, for plan, docs (docs/job-file.md) and studio. */
import { isDatabase } from '../engines/open-engine.ts'
import { UserError } from '../ground/errors.ts'
import { prose } from '../ground/format.ts'
import { coarseningKeys } from '../hierarchy/coarsen.ts'
import { findMetric } from '../metrics/index.ts'
import { findPreset } from '../presets/presets.ts'
import { allRequirements } from '../requirements/index.ts'
import { itemRequirements } from '../requirements/items/index.ts'
import { goalTerms } from '../search/goal.ts'
import { columnSearches } from '../search/index.ts'
import type { About } from '../table/about.ts'
import type { JobColumn } from '../table/job-schema.ts'
import { MIXED_RULES } from './mixed-rules.ts'
import type { JobFacts, Rule } from './rule.ts'
import { boxSearches, columnIn, decidesPerClass, firstColumn, firstKey, makesBoxes, showing } from './rule.ts'
import { attackRules, valueRules } from './value-rules.ts'

export function requireRules(about: About, facts: JobFacts): void {
  for (const rule of RULES[about]) {
    const path = rule.when(facts)
    if (path) throw new UserError(rule.sentence(facts, path), { path, rule: 'together' })
  }
}

const takeColumns = (): string => `take ${columnSearches()}`
const register = ({ job: { population } }: JobFacts) =>
  population !== undefined && 'source' in population ? population : undefined
const lastKey = (path: string): string => path.slice(path.lastIndexOf('.') + 1)

/** Sensitive columns may have an order or a taxonomy too, for distances. */
const QUASI_IDENTIFIER_KEYS = [
  ...(['order', 'taxonomy', 'endpoints', 'domain', 'levels', 'shows', 'ends', 'weight', 'generalize'] as const),
]
const ITEMS_KEYS = ['separator', 'per', 'file', 'fan-out'] as const

const strayColumnKey = ({ role, ...settings }: JobColumn): string | undefined => {
  if (role === 'quasi-identifier') return undefined
  const { share, top, bottom } = settings
  const shows = [share, top, bottom].some((key) => key !== undefined) ? ['shows'] : []
  const allowed: string[] =
    role === 'sensitive' ? ['order', 'taxonomy', ...shows] : role === 'items' ? ['taxonomy', ...ITEMS_KEYS] : [...shows]
  if (settings.derive?.place !== undefined) allowed.push('levels')
  const keys = [...QUASI_IDENTIFIER_KEYS, ...ITEMS_KEYS].filter((key) => !allowed.includes(key))
  return firstKey('', settings, keys)
}

const asksPreference = ({ job: { goal = 'general' } }: JobFacts): boolean =>
  goalTerms(goal).some(({ metric }) => findMetric(metric).needs === 'preference')

const tableRules: readonly Rule[] = [
  ...valueRules,
  {
    says: prose`Keys about baskets need a column of role \`items\` or \`data.format: transactions\`;
      \`utility.estimator\` and \`data.empty-baskets\` exclude quasi-identifiers.`,
    when: ({ job: { privacy, utility, data }, items }) =>
      firstKey('privacy.', privacy, items === undefined ? itemRequirements.map(({ job }) => job.key) : []) ??
      firstKey('utility.', utility, items === undefined ? ['constraints', 'estimator'] : ['estimator']) ??
      firstKey('data.', data, ['empty-baskets']),
    sentence: ({ name, items }, path) =>
      items === undefined
        ? `${name} has ${path}, which is for baskets of items, but no column has role items; ` +
          'give one that role, or set data.format: transactions, or remove the key'
        : `${name} has ${path}, which is for baskets without quasi-identifiers; remove it`,
  },
  ...MIXED_RULES,
  {
    says: prose`\`endpoints\`, \`domain\`, \`levels\`, \`shows\`, \`ends\` and \`weight\` are for quasi-identifiers and
      \`other\` columns with \`generalize\`; \`separator\`, \`per\`, \`file\` and \`fan-out\` for items.`,
    when: (facts) => firstColumn(facts, (settings) => (strayColumnKey(settings) === undefined ? undefined : '')),
    sentence: ({ job }, path) => {
      const column = path.slice('columns.'.length)
      const { role } = job.columns[column]
      const stray = strayColumnKey(job.columns[column]) ?? ''
      const owner = (ITEMS_KEYS as readonly string[]).includes(stray) ? 'an items column' : 'a quasi-identifier'
      return prose`column "${column}" has ${stray}, which only ${owner} has, but its role is ${role}; remove it, or
        change the role`
    },
  },
  {
    says: '`ends` needs `type: numeric` or `date`, or an `order`.',
    when: (facts) =>
      firstColumn(facts, ({ ends, type, order }) =>
        ends !== undefined && order === undefined && type !== 'numeric' && type !== 'date' ? 'ends' : undefined,
      ),
    sentence: (_, path) => prose`column "${path.split('.').slice(1, -1).join('.')}" has ends, which intervals have; give
      it type: numeric or date, or an order, or remove the key`,
  },
  {
    says: '`persons.column` has role `identifier`, `pseudonym` or `other`, or none.',
    when: ({ job: { persons, columns } }) => {
      const role = persons && columns[persons.column]?.role
      return role === undefined || ['identifier', 'pseudonym', 'other'].includes(role) ? undefined : 'persons.column'
    },
    sentence: ({ job: { persons, columns } }) =>
      `persons.column names "${persons?.column}", whose role is ${columns[persons?.column ?? '']?.role}; ` +
      'the column that says whose row it is has role identifier (or pseudonym or other, to release it)',
  },
  {
    says: '`persons` needs a search over columns, or one whose classes are boxes.',
    when: (facts) =>
      facts.job.persons !== undefined && decidesPerClass(facts) && !makesBoxes(facts.search) && 'persons.column',
    sentence: ({ search }) => prose`algorithm ${search.name} counts rows, not persons; ${takeColumns()},
      ${boxSearches()}, or remove the key persons`,
  },
  {
    says: '`population.source` is a file.',
    when: (facts) => (register(facts) && isDatabase(register(facts)?.source ?? '') ? 'population.source' : undefined),
    sentence: () => 'population.source must be a file, such as register.csv; export the table of the database',
  },
  {
    says: '`population.source` needs data in a file.',
    when: (facts) => register(facts) && isDatabase(facts.job.data.source) && 'population.source',
    sentence: () => prose`a register in a file and data in a database cannot be counted together; export the data to a
      file, or give population: { size }`,
  },
  {
    says: '`population.source` needs a search over columns.',
    when: (facts) => register(facts) && decidesPerClass(facts) && 'population.source',
    sentence: ({ search }) => prose`algorithm ${search.name} gives classes ranges that overlap, so that it is not said
      whom of the register a class looks like; ${takeColumns()}, or give population: { size }`,
  },
  {
    says: '`population.source` and `shows: median` exclude each other.',
    when: (facts) => (register(facts) ? showing(facts, ({ shows }) => shows === 'median') : undefined),
    sentence: (_, path) => prose`column "${columnIn(path)}" shows the median, so that it is not said whom of the
      register a class looks like; let it show the interval, or give population: { size }`,
  },
  {
    says: 'A rule book that forbids values to be shown needs a search over columns.',
    when: (facts) => {
      const { preset } = facts.job.privacy
      const forbids = preset !== undefined && findPreset(preset)?.allows !== undefined
      return forbids && decidesPerClass(facts) ? 'algorithm' : undefined
    },
    sentence: ({ job, search }) => prose`preset ${job.privacy.preset} forbids values to be shown, and algorithm
      ${search.name} decides class by class what is shown; ${takeColumns()}`,
  },
  {
    says: 'A requirement on all classes together needs a search over columns.',
    when: (facts) =>
      decidesPerClass(facts) && facts.requirements().some(({ ofRelease }) => ofRelease) ? 'algorithm' : undefined,
    sentence: ({ search, requirements }) => prose`algorithm ${search.name} decides class by class, and
      ${requirements().find(({ ofRelease }) => ofRelease)?.name} is about all classes together; ${takeColumns()}`,
  },
  {
    says: '`exposure.accept` names columns that are released and not recoded, or have `ends: exact` or `shows`.',
    when: ({ job: { exposure, columns, data, privacy } }) => {
      const isRecoded = (name: string) =>
        columns[name]?.role === 'identifier' ||
        (columns[name]?.role === 'quasi-identifier' &&
          (columns[name].ends ?? privacy.ends) !== 'exact' &&
          columns[name].shows === undefined)
      const isUnknown = (name: string) => columns[name] === undefined && data.unlisted !== 'keep'
      const place = exposure?.accept.findIndex((name) => isRecoded(name) || isUnknown(name)) ?? -1
      return place < 0 ? undefined : `exposure.accept.${place}`
    },
    sentence: ({ job: { exposure, columns } }, path) => {
      const column = exposure?.accept[Number(lastKey(path))] ?? ''
      const role = columns[column]?.role
      return role === undefined
        ? `exposure.accept names "${column}", which is no column of the job; name it under columns, or remove it here`
        : `exposure.accept names "${column}", whose role is ${role}: it is not released as it is; remove it there`
    },
  },
  {
    says: '`goal: preference` needs `preference`.',
    when: (facts) => asksPreference(facts) && facts.job.preference === undefined && 'goal',
    sentence: () => 'goal: preference needs to know what is accepted; add preference: { NWP: 0.2, NECD: 1.0 }',
  },
  {
    says: '`preference` needs `goal: preference`.',
    when: (facts) => !asksPreference(facts) && facts.job.preference !== undefined && 'preference',
    sentence: ({ job }) => prose`preference is for goal: preference, but the goal is
      ${JSON.stringify(job.goal ?? 'general')}; change the goal, or remove the key preference`,
  },
  {
    says: '`output.workload` needs `utility.workload`.',
    when: ({ job: { utility, output } }) =>
      output.workload !== undefined && utility?.workload === undefined ? 'output.workload' : undefined,
    sentence: ({ name }) => prose`${name} has output.workload but no queries to save there; add utility: { workload: {
      count: 1000 } }, or remove the key`,
  },
  {
    says: '`utility.workload` takes `count`, `columns`, `share`, `target` and `seed` for tables.',
    when: ({ job: { utility } }) => {
      const asked = typeof utility?.workload === 'object' ? utility.workload : undefined
      const stray = firstKey('utility.workload.', asked, ['size', 'frequency', 'draw'])
      return stray ?? (asked?.count === 'all' ? 'utility.workload.count' : undefined)
    },
    sentence: (_, path) => prose`${path === 'utility.workload.count' ? `${path}: all` : path} is for baskets of items,
      but no column has role items; queries on tables have count (a number), columns, share, target and seed`,
  },
  {
    says: '`history` needs a search that gives each class a range of every column.',
    when: ({ job, search }) => job.history !== undefined && !makesBoxes(search) && 'algorithm',
    sentence: ({ search }) => prose`history keeps classes with a range of every column over all releases, and algorithm
      ${search.name} makes others; take ${boxSearches()}`,
  },
  {
    says: '`history` is for files, and excludes `utility.workload` and `output.order: source`.',
    when: ({ job }) => {
      if (job.history === undefined) return undefined
      if (isDatabase(job.data.source)) return 'data.source'
      return job.output.order === 'source' ? 'output.order' : firstKey('utility.', job.utility, ['workload'])
    },
    sentence: (_, path) =>
      path === 'data.source'
        ? 'history needs the key of its ledger, which does not leave this machine; export the table to a file and ' +
          'make that the source'
        : `a release with history has rows of earlier ones and lacks people who wait, so ${path} does not go ` +
          'with it; remove it',
  },
  {
    says: '`history.person` has role `identifier` or `pseudonym`, and no column has role `target`.',
    when: (facts) => {
      const { history, columns } = facts.job
      if (history === undefined) return undefined
      const role = columns[history.person]?.role
      if (role !== 'identifier' && role !== 'pseudonym') return 'history.person'
      return firstColumn(facts, (settings) => settings.role === 'target' && '')
    },
    sentence: ({ job }, path) =>
      path === 'history.person'
        ? `history.person names "${job.history?.person}", which must have role identifier or pseudonym; give it ` +
          'one of them under columns'
        : `${path} has role target, which is counted in the rows of one release; with history give it role ` +
          'sensitive or other',
  },
  {
    says: '`history.accepted-by` needs `leavers: go`.',
    when: ({ job: { history } }) =>
      history?.['accepted-by'] !== undefined && history.leavers !== 'go' ? 'history.accepted-by' : undefined,
    sentence: () => 'history.accepted-by accepts what follows from leavers: go, and rows stay; remove it',
  },
  {
    says: '`history.m-invariance` needs a column with role `sensitive`, and excludes `leavers: go`.',
    when: ({ job: { history, columns } }) =>
      history?.['m-invariance'] === true &&
      (history.leavers === 'go' || !Object.values(columns).some(({ role }) => role === 'sensitive'))
        ? 'history.m-invariance'
        : undefined,
    sentence: () => prose`history.m-invariance keeps the sets of sensitive values that classes show: it needs a column
      with role sensitive, and rows that stay; set such a role and leavers: stay, or remove it`,
  },
  ...attackRules,
]

const basketRules: readonly Rule[] = [
  {
    says: '`privacy.km.over`, `sensitive` and `h` are for items beside quasi-identifiers.',
    when: ({ job: { privacy } }) =>
      firstKey('privacy.km.', privacy['km'] as object | undefined, ['over', 'sensitive', 'h']),
    sentence: (_, path) => prose`${path} is for items beside quasi-identifiers, where it is checked in each class;
      remove it, or give a column role quasi-identifier`,
  },
  {
    says: 'A job about baskets has no `goal`, no `data.missing`, no `exposure` and no requirement on classes.',
    when: ({ job: { goal, exposure, privacy, data } }) =>
      (goal === undefined ? undefined : 'goal') ??
      (exposure === undefined ? undefined : 'exposure') ??
      firstKey('privacy.', privacy, [
        'requirements',
        'suppressed-rows',
        'suppressed-group',
        'exposure-limit',
        'ends',
        ...allRequirements.map((one) => one.name),
      ]) ??
      firstKey('data.', data, ['missing']),
    sentence: ({ name }, path) => `${name} has ${path}, which a job about baskets of items does not use; remove it`,
  },
  {
    says: '`data.format: transactions` has no `header`, `delimiter`, `quote`, `missing-values` or `unlisted`.',
    when: ({ job: { data } }) =>
      data.format === 'transactions'
        ? firstKey('data.', data, ['header', 'delimiter', 'quote', 'missing-values', 'unlisted'])
        : undefined,
    sentence: ({ name }, path) => `${name} has ${path}, which a job about baskets of items does not use; remove it`,
  },
  {
    says: 'An items column has no `type`, `endpoints`, `domain`, `order`, `levels` or `weight`.',
    when: ({ items }) => {
      const keys = ['type', 'endpoints', 'domain', 'order', 'levels', 'weight']
      return firstKey(`columns.${items?.column}.`, items?.settings, keys)
    },
    sentence: ({ items }, path) =>
      `column "${items?.column}" has ${lastKey(path)}, which an items column does not have; remove it`,
  },
  {
    says: '`taxonomy` and `fan-out` exclude each other.',
    when: ({ items }) =>
      items?.settings.taxonomy !== undefined && items.settings['fan-out'] !== undefined
        ? `columns.${items.column}`
        : undefined,
    sentence: ({ items }) =>
      `column "${items?.column}" has both taxonomy and fan-out; a fan-out makes a tree where there is none: remove one`,
  },
  {
    says: '`per` and `data.format: transactions` exclude each other.',
    when: ({ job, items }) =>
      job.data.format === 'transactions' && items?.settings.per !== undefined ? `columns.${items.column}` : undefined,
    sentence: ({ items }) =>
      `column "${items?.column}" has per, but in a file of transactions each line is a person; remove it`,
  },
  {
    says: '`file` in an items column needs quasi-identifiers to join the items to.',
    when: ({ items }) => firstKey(`columns.${items?.column}.`, items?.settings, ['file']),
    sentence: ({ items }) => prose`column "${items?.column}" has a file of its own, but no column is a
      quasi-identifier; make that file data.source`,
  },
  {
    says: '`per` names another column.',
    when: ({ items }) => (items?.settings.per === items?.column ? `columns.${items?.column}` : undefined),
    sentence: ({ items }) => `column "${items?.column}" cannot be per itself; name the column of people`,
  },
  {
    says: 'With `per`, every other column has role `identifier`; the column of people may be a pseudonym.',
    when: (facts) => {
      const { column, settings } = facts.items ?? {}
      if (settings?.per === undefined) return undefined
      return firstColumn(facts, ({ role }, name) =>
        name === column || role === 'identifier' || (name === settings.per && role === 'pseudonym') ? undefined : '',
      )
    },
    sentence: ({ job, items }, path) => {
      const other = path.slice('columns.'.length)
      return prose`column "${other}" has role ${job.columns[other].role}, but a table with a row per item is released as
        basket and item alone; give it role
        identifier${other === items?.settings.per ? ', or pseudonym to name the baskets by it' : ''}`
    },
  },
  {
    says: '`utility.workload` takes `size`, `count`, `frequency`, `draw` and `seed` for baskets.',
    when: ({ job: { utility } }) =>
      typeof utility?.workload === 'object'
        ? firstKey('utility.workload.', utility.workload, ['columns', 'share', 'target'])
        : undefined,
    sentence: (_, path) => prose`${path} is for queries on tables, and the job is about baskets of items, whose queries
      have size, count, frequency, draw and seed; remove it`,
  },
  {
    says: '`history` is for tables.',
    when: ({ job }) => firstKey('', job, ['history']),
    sentence: () => 'history counts the classes of tables together; remove it from a job about baskets of items',
  },
  {
    says: '`output.tidy` is for tables.',
    when: ({ job }) => firstKey('output.', job.output, ['tidy']),
    sentence: () => 'output.tidy is for tables; baskets have no ranges: remove the key',
  },
  {
    says: '`output.delimiter`, `quote`, `encoding`, `line-end` and `decimal` are for tables.',
    when: ({ job }) => firstKey('', job.output, ['delimiter', 'quote', 'encoding', 'line-end', 'decimal']) && 'output',
    sentence: () => prose`output.delimiter, quote, encoding, line-end and decimal are for tables; remove them from a job
      about baskets of items`,
  },
  {
    says: 'A job about baskets has no `derive`, `round`, `digits`, `top`, `bottom`, `keep` or `share`.',
    when: (facts) => firstColumn(facts, (settings) => coarseningKeys(settings)[0] ?? (settings.derive && 'derive')),
    sentence: (_, path) => `${path} is for tables without items; remove it, or give the column role: identifier`,
  },
  {
    says: '`attack` is for tables.',
    when: ({ job: { attack } }) => (attack === undefined ? undefined : 'attack'),
    sentence: () => 'attack tries the release of a table; for baskets run halftone attack with --job afterwards',
  },
]

export const RULES: Readonly<Record<About, readonly Rule[]>> = { columns: tableRules, items: basketRules }
