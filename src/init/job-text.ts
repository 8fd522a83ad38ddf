/** Writes the text of a first job file. */
import { basename, dirname, extname, resolve } from 'node:path'
import { isDatabase } from '../engines/open-engine.ts'
import { prose } from '../ground/format.ts'
import { hierarchySettings } from '../hierarchy/specification.ts'
import { findPreset } from '../presets/presets.ts'
import { readLineEnd } from '../sources/csv-dialect.ts'
import { portablePath } from '../sources/files.ts'
import { releaseFormat, withoutEnding } from '../sources/formats/index.ts'
import { STANDARD_INPUT } from '../sources/open-source.ts'
import { isElsewhere } from '../sources/places/index.ts'
import type { SourceRequest, Table } from '../sources/table.ts'
import type { DerivedColumn } from '../sql/scans.ts'
import { countPeople, EXPOSURE_LIMIT, ITEMS_SEARCH, proposeK, proposeSearch } from './init-search.ts'
import { DEFAULT_MISSING_VALUES, type DescribedData, type JobProposal, type ProposalRequest } from './proposal.ts'

/** The largest share of rows that may be suppressed, or dropped for a missing value. */
const SUPPRESSION_LIMIT = 0.05

export function jobText(
  table: Table,
  { source, job, preset, file = table.source }: ProposalRequest,
  described: DescribedData,
  taxonomies: JobProposal['taxonomies'],
): string {
  const { columns, rows, missing, missingValues, persons } = described
  const from = dirname(resolve(job))
  const printed = source.source === STANDARD_INPUT
  const inside = isDatabase(source.source)
  const given = printed || inside || isElsewhere(source.source)
  const files = given ? [source.source].flat() : table.files.map((file) => portablePath(from, file))
  const named = () => (inside ? nameInside(source) : basename(table.files[0]).replace(/\.gz$/i, ''))
  const stem = printed ? 'standard-input.csv' : named()
  const ending = releaseEnding(stem, source)
  const width = Math.max(...columns.map(({ name }) => scalar(name).length)) + 1
  const hasItems = columns.some(({ role }) => role === 'items')
  const quasiIdentifiers = columns.filter(({ role }) => role === 'quasi-identifier').length
  const items = hasItems && quasiIdentifiers === 0
  const decimal = columns.find((column) => column.decimal !== undefined)?.decimal
  const book = preset === undefined ? undefined : findPreset(preset)
  const k = proposeK(countPeople(described), preset)
  const least = persons?.column === undefined ? 'at least' : 'rows of at least'
  const others = `${least} ${k === 2 ? '1 other' : `${k - 1} others`}`
  // A target guessed from its position does not decide the purpose of the release.
  const isTarget = columns.some(({ role, meaning }) => role === 'target' && meaning === 'outcome')
  const goal = isTarget ? 'classification' : 'general'
  const lines: readonly (string | false | undefined)[] = [
    prose`# Made by \`halftone init\` from ${table.name.replace(/\s+/g, ' ')}. Read the roles, fix what is wrong, then:
      halftone run ${basename(job)}`,
    'version: 1',
    'data:',
    `  source: ${flow(files.length === 1 ? files[0] : files)}`,
    ...SOURCE_KEYS.map((key) => source[key] !== undefined && `  ${key}: ${flow(source[key])}`),
    items ? emptyText(missing) : missingText(missing / rows),
    decimal &&
      prose`  decimal: ${JSON.stringify(decimal)}                 # of numeric columns; marks of thousands and currency
        are skipped`,
    missingValues.length > 0 && `  missing-values: ${flow([...DEFAULT_MISSING_VALUES, ...missingValues])}`,
    '',
    prose`# Roles: identifier (never released), quasi-identifier (generalized), sensitive, target (what the release is
      used for), items (the set that each person has), other (kept as it is, or generalized with them).`,
    'columns:',
    ...columns.flatMap((column) => {
      const { name, role, generalized, sure, reason, question, separator, specification, coarsening, instead } = column
      const taxonomy = taxonomies.find(({ column }) => column === name)?.path
      const settings = {
        role: generalized ? 'other' : role,
        generalize: generalized,
        separator,
        type: column.decimal && coarsening && 'numeric',
        ...(specification && hierarchySettings(specification)),
        taxonomy,
        ...coarsening,
      }
      return [
        `  # ${SURE[sure]}: ${reason.replace(/\s+/g, ' ')}`,
        question && `  # CHECK: ${question}`,
        instead && `  # ${derivedText(instead)}`,
        `  ${`${scalar(name)}:`.padEnd(width)} ${flow(settings)}`,
      ]
    }),
    '',
    ...personsText(described),
    'privacy:',
    ...(items
      ? [
          prose`  km: { k: 5, m: 2 }           # anyone who knows two items of somebody finds at least five people who
            have them`,
          '  suppression-limit: 0         # the largest share of distinct items that may be left out',
          ITEMS_SEARCH,
        ]
      : [
          book && `  preset: ${book.name.padEnd(20)} # ${book.title}: the report has a page by its points`,
          `  ${`k: ${k}`.padEnd(28)} # every row must look like ${others}`,
          hasItems &&
            '  km: { m: 2 }                 # … also for someone who knows two items of the person, inside each class',
          `  suppression-limit: ${SUPPRESSION_LIMIT}      # at most this share of the rows may be suppressed`,
          prose`  exposure-limit: ${EXPOSURE_LIMIT}         # columns released as they are may single out at most this
            share of people`,
          `goal: ${goal.padEnd(24)} # general | classification | regression`,
          ...(hasItems ? [MIXED_SEARCH] : proposeSearch(quasiIdentifiers, book?.allows !== undefined)),
        ]),
    'seed: 1',
    prose`# purpose: …                  # what the release is for and who gets it: stands above the signatures of the
      report`,
    LIMITS,
    'output:',
    `  release: ${scalar(`out/${stem.slice(0, stem.length - extname(stem).length)}-release${ending}`)}`,
    ...releaseText({ files: table.files, source: file }, ending, decimal, source),
    '  report: out/report.html',
    '',
  ]
  return lines.filter((line) => typeof line === 'string').join('\n')
}

const MIXED_SEARCH = prose`# algorithm: { delta: 0.2 }   # the largest loss of the quasi-identifiers; without it the
  knee of the curve is taken (docs/mixed.md)`

const SOURCE_KEYS = [
  ...(['table', 'query', 'path', 'format', 'header', 'sheet', 'delimiter', 'quote', 'skip', 'encoding'] as const),
]

function nameInside({ table, path }: SourceRequest): string {
  const name = table ?? (path === undefined ? 'query' : withoutEnding(path.replace(/^.*\//, '')))
  return `${name.replaceAll(/[^\p{L}\p{N}_.-]+/gu, '-')}.csv`
}

/** A question where nothing shows whose rows they are: k rows may then be of one person. */
function personsText({ persons }: DescribedData): string[] {
  if (persons === undefined) return []
  const { column, candidates, reason } = persons
  if (column !== undefined)
    return [`# Likely: ${reason}. k counts persons, not rows.`, `persons: { column: ${scalar(column)} }`, '']
  return [
    prose`# CHECK: ${reason}, and k rows may be of one person. To count persons, take in the line that says whose row
      it is.`,
    ...candidates.map((name) => `# persons: { column: ${scalar(name)} }`),
    '',
  ]
}

function releaseEnding(stem: string, { format }: SourceRequest): string {
  const ending = extname(stem).toLowerCase()
  if (format === 'transactions') return '.txt'
  return releaseFormat(ending)?.write?.endings[0] === ending ? ending : '.csv'
}

function releaseText(
  { source, files }: Pick<Table, 'source' | 'files'>,
  ending: string,
  decimal: ',' | '.' | undefined,
  { encoding = 'utf-8' }: SourceRequest,
): string[] {
  if (source.kind !== 'files' || source.csv === undefined || !['.csv', '.tsv'].includes(ending)) return []
  const { delimiter, quote } = source.csv
  const usual = ending === '.tsv' ? '\t' : ','
  return [
    ...(delimiter.trim() === usual.trim() || delimiter.length > 1 ? [] : [`  delimiter: ${JSON.stringify(delimiter)}`]),
    ...(quote === '"' ? [] : [`  quote: ${JSON.stringify(quote)}`]),
    // Labels may have the letters ≤, ≥ and …, which most encodings do not have. Excel reads UTF-8 by its mark alone.
    ...(encoding === 'utf-8' ? [] : [`  encoding: ${encoding === 'utf-16' ? encoding : 'utf-8-bom'}`]),
    ...(readLineEnd(files[0], encoding) === '\r\n' ? ['  line-end: crlf'] : []),
    ...(decimal === ',' ? ['  decimal: ","                 # 1,5 and [1,5;2,5]'] : []),
  ]
}

/** Every proposed job ends, with the same release on every machine. */
const LIMITS = prose`limits: { work: 60, time: 5m } # of the search: work is counted, so that results repeat; time is
  for slow machines. Then the best so far is verified and released`

const SURE = { sure: 'Sure', likely: 'Likely', guess: 'A guess' } as const

function missingText(share: number): string {
  if (share === 0)
    return '  missing: fail                # rows with a missing quasi-identifier: drop | category | fail'
  const meaning = 'drop leaves them out; category makes missing a value of its own'
  return prose`  ${`missing: ${share <= SUPPRESSION_LIMIT ? 'drop' : 'category'}`.padEnd(28)} #
    ${share <= SUPPRESSION_LIMIT ? 'some' : 'many'} rows lack a quasi-identifier: ${meaning}`
}

function emptyText(empty: number): string {
  const here = empty > 0 ? ` (${empty} here)` : ''
  return prose`  ${`empty-baskets: ${empty > 0 ? 'keep' : 'fail'}`.padEnd(28)} # people without any item${here}: keep |
    drop | fail`
}

function derivedText({ column, ...derive }: DerivedColumn): string {
  const { place } = derive
  const levels = place && ['1km', '5km', '10km', '50km', '100km']
  const lines = place ? `of the lines of ${place.join(' and ')}; output.tidy has the centres` : 'of the next line'
  return `${scalar(column)}: ${flow({ role: 'quasi-identifier', derive, levels })}   # in place ${lines}`
}

function flow(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(flow).join(', ')}]`
  if (typeof value !== 'object' || value === null) return typeof value === 'string' ? scalar(value) : String(value)
  const parts = Object.entries(value).flatMap(([key, item]) => (item === undefined ? [] : [`${key}: ${flow(item)}`]))
  return `{ ${parts.join(', ')} }`
}

function scalar(text: string): string {
  const plain =
    /^[A-Za-z_][\w ./+-]*$/.test(text) && !text.endsWith(' ') && !/^(true|false|null|yes|no|on|off|y|n)$/i.test(text)
  return plain ? text : JSON.stringify(text)
}
