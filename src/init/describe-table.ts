/** Proposes a role and a hierarchy for each column of a table, with a reason. */
import type { EngineRun } from '../engines/engine.ts'
import { FIRST_ROWS, holdFirst } from '../frequency/hold-rows.ts'
import { countUniques } from '../frequency/relate-columns.ts'
import type { RelateRequest } from '../frequency/relate-rows.ts'
import { userError } from '../ground/errors.ts'
import { formatShare } from '../ground/format.ts'
import { coarseningText } from '../hierarchy/coarsen.ts'
import { isDayFirst } from '../hierarchy/date-format.ts'
import { areNumbers } from '../hierarchy/number.ts'
import { distinctText, type ProfiledColumn, proposeHierarchy } from '../hierarchy/propose.ts'
import { proposeCoarsening } from '../hierarchy/propose-coarsening.ts'
import type { HierarchySpecification } from '../hierarchy/specification.ts'
import { type TaxonomyNode, taxonomyFromPaths } from '../hierarchy/taxonomy/taxonomy.ts'
import { ageRule } from '../presets/look.ts'
import { findPreset } from '../presets/presets.ts'
import { estimateRows } from '../sources/first-bytes.ts'
import type { Table } from '../sources/table.ts'
import { derivationText } from '../sql/derived.ts'
import { FORESEEN_LIMIT, generalizeExposed } from './generalize-exposed.ts'
import { proposeK } from './init-search.ts'
import { profileTable } from './profile-table.ts'
import { DEFAULT_MISSING_VALUES, type DescribedData, type ProposalRequest, type ProposedColumn } from './proposal.ts'
import { type DerivedProposals, proposeDerived } from './propose-derived.ts'
import { decimalMark, withPlainNumbers } from './roles/decimal-mark.ts'
import { type FoundPersons, findPersons } from './roles/find-persons.ts'
import { findItems } from './roles/propose-items.ts'
import { areNameless, proposeRoles } from './roles/propose-roles.ts'
import { type SettledRole, settleRelations } from './roles/settle-relations.ts'

export async function describeTable(
  table: Table,
  { preset, decimal }: ProposalRequest,
  run: EngineRun,
  profiles?: () => Promise<readonly ProfiledColumn[]>,
): Promise<DescribedData> {
  const names = table.columns.map((column) => column.name)
  const held = await holdFirst(table.engine, table.source, { name: 'described', firstRows: rowsToRelate(table) }, run)
  const isNumbered = held.firstRows !== undefined && names.every((name) => name.toLowerCase() !== 'rowid')
  const request = { engine: table.engine, ...held, isNumbered, missingValues: DEFAULT_MISSING_VALUES }
  const { profiles: known, missingTexts: missingValues } = await profileTable(request, names, preset, run, profiles)
  if (known.length === 0 || known[0].rows === 0)
    throw userError('data', 'data.source')`${table.name} has a header but no rows; there is nothing to describe`
  const related = { ...request, missingValues: [...DEFAULT_MISSING_VALUES, ...missingValues] }
  const { rows } = known[0]
  // Items beside quasi-identifiers are recoded row by row on this machine, and a class shows its own values.
  const together = table.engine.folder !== undefined && findPreset(preset ?? '')?.allows === undefined
  const settled = settleItems(await settleRelations(withItems(proposeRoles(known)), related, run), together)
  const { roles: proposed, instead } = await proposeDerived(table, held, settled, related.missingValues, run)
  const found = await findPersons(proposed, related, run)
  // Beside quasi-identifiers, k would count the rows of a few people, who have several each.
  const ofPersons = found?.column !== undefined && proposed.some(({ role }) => role === 'quasi-identifier')
  const derived = ofPersons ? withoutItems(proposed, 'where a person has several rows, so it is left out.') : proposed
  const isTable = derived.every(({ role }) => role !== 'items')
  const persons = isTable ? found : undefined
  const people = known.find(({ name }) => name === persons?.column)
  const k = proposeK(people?.distinct ?? people?.values.length ?? rows, preset)
  const { roles, notes: foreseen } = await generalizeExposed(derived, related, { k, rows }, run)
  const ranks = await rankColumns(roles, related, rows, run)
  const dayFirst = orderOfDates(roles)
  const columns = roles.map((role, i) => ({
    ...withInstead(underPreset(proposeColumn(role, ranks[i], { dayFirst, decimal }), known[i], preset), instead),
    distinct: known[i].distinct ?? known[i].values.length,
  }))
  const lacking = columns.map(({ role }, i) => (role === 'quasi-identifier' ? known[i].missingCount : 0))
  const notes = areNameless(roles.map(({ facts }) => facts))
    ? ['the names of most columns say nothing that could be read; their roles are decided by values: check them']
    : []
  notes.push(...foreseen, ...(persons === undefined ? [] : [personsNote(persons)]))
  const described = { columns, rows, missing: Math.max(...lacking), missingValues, persons, notes }
  return isTable ? { ...described, columns: columns.map((one, i) => withCoarsening(one, known[i], k)) } : described
}

/** Cells of the first rows of a long file: in a wide one, fewer rows say how its columns relate. */
const FIRST_CELLS = 1_500_000
const LEAST_FIRST = 10_000

function rowsToRelate({ source, files, columns }: Table): number {
  const isLong = source.kind === 'files' && source.format === 'csv' && estimateRows(files).rows > 2 * FIRST_ROWS
  const enough = Math.max(LEAST_FIRST, Math.floor(FIRST_CELLS / columns.length))
  return isLong ? Math.min(FIRST_ROWS, enough) : FIRST_ROWS
}

function personsNote({ column, candidates, reason }: FoundPersons): string {
  if (column !== undefined) return `k counts the persons of "${column}", not rows: ${reason}`
  const names = candidates.map((name) => `"${name}"`).join(', ')
  return `ids repeat in ${names}, and ${reason}: if they number persons, name the column under persons in the job`
}

const MOST_RANKED = 30
const MOST_CELLS = 50_000_000

/** The share of rows that are unique with each quasi-identifier but not without it; undefined for large tables. */
async function rankColumns(roles: readonly SettledRole[], related: RelateRequest, rows: number, run: EngineRun) {
  const chosen = roles.flatMap(({ role, facts }) => (role === 'quasi-identifier' ? [facts.profile.name] : []))
  const isLarge = chosen.length > MOST_RANKED || rows * chosen.length ** 2 > MOST_CELLS
  if (related.first !== related.source || chosen.length < 2 || isLarge) return roles.map(() => undefined)
  const without = chosen.map((name) => chosen.filter((other) => other !== name))
  const [all, ...others] = await countUniques(related, [chosen, ...without], run)
  return roles.map(({ role, facts }) =>
    role === 'quasi-identifier' ? (all - others[chosen.indexOf(facts.profile.name)]) / rows : undefined,
  )
}

function withItems(roles: readonly SettledRole[]): SettledRole[] {
  return roles.map((role) => {
    if (role.role === 'sensitive' || role.role === 'target' || role.sure === 'sure') return role
    const items = findItems(role.facts)
    return items === undefined ? role : { ...role, role: 'items', sure: 'likely', reason: items.reason }
  })
}

function orderOfDates(roles: readonly SettledRole[]): boolean | undefined {
  const sure = roles.flatMap(({ facts: { dateFormat } }) =>
    dateFormat !== undefined && dateFormat.or === undefined && /^%[dm][/-]%[dm][/-]/.test(dateFormat.format)
      ? [isDayFirst(dateFormat.format)]
      : [],
  )
  return sure.length > 0 && sure.every((one) => one === sure[0]) ? sure[0] : undefined
}

function proposeColumn(
  column: SettledRole,
  rank: number | undefined,
  { dayFirst, decimal }: { readonly dayFirst: boolean | undefined; readonly decimal: ',' | '.' | undefined },
): ProposedColumn {
  const { role, reason, sure, facts, tree, meaning, generalized } = column
  const { profile } = facts
  const { name } = profile
  if (role === 'items') return { name, role, reason, sure, separator: findItems(facts)?.separator ?? ' ' }
  const mark = facts.kind === 'amounts' ? decimalMark(profile.values, decimal) : undefined
  if (role !== 'quasi-identifier')
    return { name, role, reason, sure, meaning, decimal: mark === ',' ? mark : undefined }
  if (profile.distinct !== undefined && profile.distinct > profile.values.length && facts.kind === 'texts') {
    const many = `It has ${distinctText(profile)} values, too many for a tree, so it is left out`
    return { name, role: 'identifier', sure, reason: `${reason} ${many}: give it a taxonomy to release it.` }
  }
  const adding = ` Without it, ${Math.round((rank ?? 0) * 100)}% of the rows are no longer singled out.`
  const adds = rank === undefined || rank < 0.005 ? '' : adding
  if (tree !== undefined)
    return { name, role, sure, reason: `${reason}${adds}`, specification: { kind: 'tree', root: tree } }
  const hierarchy = proposeHierarchy(mark === undefined ? profile : withPlainNumbers(profile, mark), {
    postcode: meaning === 'postcode',
    dates: facts.kind === 'dates',
    dayFirst,
  })
  return { name, role, sure, generalized, ...hierarchy, reason: `${reason} ${hierarchy.reason}${adds}`, decimal: mark }
}

function withInstead(column: ProposedColumn, instead: DerivedProposals['instead']): ProposedColumn {
  const derived = instead.get(column.name)
  if (derived === undefined) return column
  return { ...column, instead: derived, reason: `${column.reason} The ${derivationText(derived)} can take its place.` }
}

/** Exact amounts and dates that are released as they are would single people out. */
function withCoarsening<C extends ProposedColumn>(column: C, profile: ProfiledColumn, k: number): C {
  if (column.role !== 'other' && column.role !== 'sensitive') return column
  const { decimal } = column
  const { rows, missingCount, values, distinct = values.length } = profile
  // More numbers than the profile of a large table lists, each of fewer than k rows on average.
  const areMany = distinct > values.length && areNumbers(values) && rows - missingCount < distinct * k
  const found = proposeCoarsening(decimal ? withPlainNumbers(profile, decimal) : profile, k)?.coarsening
  const coarsening = areMany ? { share: k } : found
  const alone = Array.from(profile.counts).filter((count) => count === 1).length / rows
  if (coarsening === undefined && (column.role !== 'other' || alone <= FORESEEN_LIMIT)) return column
  const why = coarsening
    ? `Exact values single people out: ${coarseningText(coarsening)}.`
    : `Its values alone single out ${formatShare(Math.round(alone * 100) / 100)} of people: it is left out.`
  return { ...column, role: coarsening ? column.role : 'identifier', coarsening, reason: `${column.reason} ${why}` }
}

/** Applies Safe Harbor to ages, dates and postcodes: 90+, the year, three digits. */
function underPreset(column: ProposedColumn, profile: ProfiledColumn, preset: string | undefined): ProposedColumn {
  if (preset !== 'hipaa-safe-harbor' || column.role !== 'quasi-identifier') return column
  const { name, reason, specification: proposed } = column
  const narrowed = (allowed: string, specification: HierarchySpecification): ProposedColumn => {
    return { ...column, reason: `${reason} Safe Harbor allows ${allowed}.`, specification }
  }
  if (proposed?.kind === 'date') return narrowed('the year', { ...proposed, levels: ['year', 'decade'] })
  if (proposed?.kind === 'prefix') return narrowed('three digits', { ...proposed, levels: [1, 3] })
  if (proposed?.kind !== 'number' || !ageRule.name.test(name)) return column
  return narrowed('ages up to 89, and 90+', { kind: 'tree', root: ageTree(profile.values) })
}

export function ageTree(values: readonly string[]): TaxonomyNode {
  const ages = [...new Set(values)]
    .filter((value) => Number.isFinite(Number(value)))
    .sort((a, b) => Number(a) - Number(b))
  const group = (age: string, width: number): string => {
    const from = Math.floor(Number(age) / width) * width
    return `${from}-${from + width - 1}`
  }
  const path = (age: string) => (Number(age) < 90 ? [group(age, 10), group(age, 5), age] : ['90+', age])
  const paths = ages.map((age) => path(age).map((name) => ({ name })))
  return taxonomyFromPaths({ name: '*' }, paths)
}

/** Leaves out items that cannot be protected: all columns but the first, and beside quasi-identifiers in a database. */
function settleItems(columns: readonly SettledRole[], together: boolean): SettledRole[] {
  const beside = !together && columns.some(({ role }) => role === 'quasi-identifier')
  const first = columns.find(({ role }) => role === 'items')
  const other = beside ? 'quasi-identifiers' : 'another column of items'
  return withoutItems(
    columns,
    `beside ${other}, so it is left out; see docs/transactions.md.`,
    beside ? undefined : first,
  )
}

function withoutItems(columns: readonly SettledRole[], where: string, kept?: SettledRole): SettledRole[] {
  return columns.map((column) => {
    if (column.role !== 'items' || column === kept) return column
    return { ...column, role: 'identifier', reason: `${column.reason} It cannot be protected ${where}` }
  })
}
