/**
 * The schema of job files. Keys are a public contract: add freely, never rename. `src/plan/job.ts` adds the options of
 * requirements, metrics and searches. Meanings are those of the published JSON Schema and of the studio's forms.
 */
import * as z from 'zod'
import { byName } from './by-name.ts'
import { COLUMN_TYPES, DATE_PARTS, KEPT_PARTS, ROLES } from './column.ts'
import { ENCODINGS, WRITTEN_ENCODINGS } from './encodings.ts'

const name = z.string().min(1)
const names = z.array(name).min(1)
const share = z.number().min(0).max(1)
const wholeFrom2 = z.number().int().min(2)

/** Optional keys with their meanings. */
const text = (meaning: string) => name.optional().describe(meaning)
const sign = (meaning: string) => z.string().length(1).optional().describe(meaning)
const flag = (meaning: string) => z.boolean().optional().describe(meaning)
const count = (least: number, meaning: string) => z.number().int().min(least).optional().describe(meaning)
const part = (meaning: string) => share.optional().describe(meaning)
const choice = <const Choices extends readonly string[]>(choices: Choices, meaning: string) =>
  z.enum(choices).optional().describe(meaning)

const numbersOrTexts = z.array(z.union([z.string(), z.number()])).min(1)

/** Limit for endpoints, values of an order and queries; no hand-written job has more. */
const MOST_VALUES = 100_000

const formatKey = (formats: readonly string[]) => choice(formats, 'detected from the file name when absent')

const data = {
  source: z.union([name, names]),
  table: text('of a database: the table, such as public.people'),
  query: text('of a database: a SELECT instead of a table'),
  path: text('of a cluster: files that it can read, instead of a table'),
  key: names.optional().describe('of a database: columns that order the rows; default the primary key'),
  format: z.string().optional(),
  header: z.union([z.boolean(), names]).optional().describe('names of the columns, for files without a header line'),
  sheet: text('of a workbook: the name of the sheet; default the first'),
  delimiter: z.string().min(1).max(4).optional().describe('detected from the first line when absent'),
  quote: sign('default "'),
  skip: count(0, 'lines to skip at the start of the file'),
  encoding: choice(ENCODINGS, 'detected from the first bytes when absent'),
  decimal: choice([',', '.'], 'the decimal mark of numbers; marks of thousands, currency and percent are then skipped'),
  missing: choice(['drop', 'category', 'fail'], 'rows with a missing quasi-identifier; default fail'),
  'missing-values': z.array(z.string()).optional().describe('texts that mean missing; default ["?", ""]'),
  unlisted: choice(
    ['keep', 'drop', 'fail'],
    'columns that the job does not name: refused (default), left out, or released unchanged with a warning',
  ),
  'empty-baskets': choice(
    ['fail', 'keep', 'drop'],
    'items: people without any item: refused (default), released as empty baskets, or left out',
  ),
}

const endpoints = z
  .union([
    z.literal('all'),
    z.number().int().min(1).max(MOST_VALUES),
    z.array(z.number()).min(1).max(MOST_VALUES),
    z.strictObject({
      width: z.number().positive(),
      origin: z.number().optional(),
      low: z.number().optional().describe('with high: the declared range; it may have intervals without data'),
      high: z.number().optional(),
    }),
    z.strictObject({
      target: z.string().describe('a category target: intervals may end where its values separate best'),
    }),
  ])
  .optional()
  .describe('numeric: where intervals may end: all, a number of quantiles, a list, a width, or by a target')

const cap = z.union([z.number(), z.string().regex(/^\d+(\.\d+)?%$/, 'a number, or a quantile such as "99%"')])

const twoNames = z.tuple([name, name]).optional()

/** Keys of `derive`: one rule, and what all rules have. */
export const deriveKeys = {
  years: twoNames.describe('completed years from one date to another; 29 February is reached on 1 March'),
  days: twoNames.describe('days from one date to another'),
  part: z
    .tuple([name, z.enum(DATE_PARTS)])
    .optional()
    .describe('a part of a date or time as a number; weeks begin with Monday, 1'),
  map: twoNames.describe('a column, and a CSV file with two columns: a value and its replacement'),
  bin: z.tuple([name], z.number()).optional().describe('a numeric column, and the lower edges of the bins'),
  place: twoNames.describe('latitude and longitude in degrees: the cell of a public grid, see type: place'),
  format: text('how the dates are written, such as "%d/%m/%Y"; default 2004-03-17, 2004/03/17 or 17.3.2004'),
  otherwise: choice(
    ['fail', 'missing'],
    'values without a result (negative years or days, values missing from the map): refused (default) or missing',
  ),
}

const ENDS = ['public', 'exact'] as const
const column = {
  role: z.enum(ROLES),
  type: z.enum(COLUMN_TYPES).optional(),
  endpoints,
  domain: z
    .tuple([z.number(), z.number()])
    .optional()
    .describe('numeric: the range for losses instead of that of the data, such as [0, 120]; must contain all values'),
  order: numbersOrTexts.max(MOST_VALUES).optional().describe('ordered categories, from first to last'),
  taxonomy: text('a taxonomy file: nested JSON or leaf-per-line CSV'),
  levels: numbersOrTexts
    .optional()
    .describe(
      'numeric, order: widths of the levels; date: day, month, quarter, year, decade; prefix: characters kept; ' +
        'place: 100m, 500m, 1km, 5km, 10km, 50km, 100km, of which the finest is the most that is released',
    ),
  format: text('date: how dates are written, such as "%d/%m/%Y", %y or %b; pseudonym: hex (default), digits or words'),
  length: count(1, 'pseudonym: how many digits or words; default 16, 18 or 4'),
  key: text('pseudonym, shift: the key file, made by halftone key; default halftone.key beside the job'),
  scope: text('pseudonym, shift: each scope has its own pseudonyms; default one for all'),
  shift: z
    .strictObject({
      by: name.describe('the column of the person: all dates of a person move by the same number of days'),
      days: z.number().int().min(7).max(36_500).describe('the largest shift, earlier or later'),
    })
    .optional()
    .describe('dates of role other or sensitive: moved by a keyed number of days of each person'),
  shows: choice(
    ['interval', 'median', 'mean', 'mode'],
    'what a group shows; quasi-identifiers: interval (default) or median, in boxes also mean or mode; ' +
      'share: mean (default), median or interval; top, bottom: mean',
  ),
  round: z.number().positive().optional().describe('released values are multiples of this number'),
  digits: count(1, 'released numbers have at most this many significant digits'),
  top: cap.optional().describe('numbers from here on are released as "≥ 90"; a quantile such as "99%"'),
  bottom: cap.optional().describe('numbers up to here are released as "≤ 5"; a quantile such as "1%"'),
  keep: choice(KEPT_PARTS, 'the part of dates and times that is kept'),
  share: wholeFrom2.optional().describe('every released value is shared by at least this many people'),
  derive: z
    .strictObject(deriveKeys)
    .optional()
    .describe(
      'computes the column from others, which are only released if named: years, days, part, map, bin or place',
    ),
  ends: choice(ENDS, 'numeric, date, order: where intervals end, as in privacy.ends, the default'),
  generalize: z
    .literal(true)
    .optional()
    .describe('other: recoded like a quasi-identifier, as its values beside theirs would single people out'),
  weight: z.number().positive().optional().describe('weight in LM and NWP; default 1'),
  separator: text('items: separates items; default blanks'),
  per: text('items: the column of the person, in a table with a row per item'),
  file: text('items beside quasi-identifiers: a second file with a row per person and item, joined by the column per'),
  'fan-out': wholeFrom2
    .optional()
    .describe('items: children per node of the balanced tree that replaces a taxonomy; default 4'),
}

export interface JobParts {
  readonly requirement: z.ZodType<Readonly<Record<string, unknown>>>
  /** Requirements that are keys of `privacy`, once or several times. */
  readonly models: Readonly<Record<string, z.ZodOptional<z.ZodType>>>
  /** Requirements on baskets, each under its key of `privacy`. */
  readonly itemModels: Readonly<Record<string, z.ZodOptional<z.ZodType>>>
  readonly presets: readonly [string, ...string[]]
  readonly formats: readonly [string, ...string[]]
  /** Examples of addresses, and the endings of releases. */
  readonly addresses: string
  readonly endings: string
  readonly goalTerm: z.ZodType<GoalTermOfJob>
  readonly algorithm: z.ZodType<{ readonly name: string; readonly [option: string]: unknown }>
}

interface GoalTermOfJob {
  readonly metric: string
  readonly weight?: number
  readonly [option: string]: unknown
}

const privacySchema = ({ requirement, models, itemModels, presets }: JobParts) =>
  z.strictObject({
    preset: choice(presets, 'a rule book: sets its k, and adds a page with its points to the report'),
    k: wholeFrom2.optional().describe('shorthand for requirements: [{ k-anonymity: k }]'),
    requirements: z.array(requirement).min(1).optional(),
    ...models,
    ...itemModels,
    'suppression-limit': part('the largest share of suppressed rows, default 1; items: of distinct items, default 0'),
    'exposure-limit': part(
      'tables: the largest share of people whom columns that are not recoded may single out; ' +
        'above it nothing is published; default no limit',
    ),
    'suppressed-rows': choice(
      ['mask', 'drop'],
      'keep them with * in every quasi-identifier (default), or leave them out',
    ),
    ends: choice(ENDS, 'where intervals end: at public bins with k people and two values each (default), or at values'),
    'suppressed-group': choice(
      ['exempt', 'enforce'],
      'whether masked rows, as a class, must meet the requirements; default: they are left out if they do not',
    ),
  })

const output = {
  release: name.optional(),
  table: text('of data in a database: the table of the release, such as public.people_release, instead of a file'),
  path: text('of data in a cluster: the folder of the release, instead of a file'),
  recoding: text('the decision as JSON, to be applied again'),
  tidy: text('tables: the release with low and high, or a column per level, instead of labels'),
  manifest: text('what was done, with hashes, as JSON'),
  report: text('the report, one HTML file'),
  workload: text('saves the queries of ARE, to ask them again; not for publishing'),
  order: choice(
    ['sorted', 'source'],
    'rows sorted by their released content (default), or in the order of the source, which links them to persons',
  ),
  'spreadsheet-safe': flag('an apostrophe before cells that a spreadsheet reads as a formula (= + - @); default false'),
  delimiter: sign('of a delimited release: between its fields; default by its name'),
  quote: sign('of a delimited release: around fields that need it; default "'),
  encoding: choice(WRITTEN_ENCODINGS, 'of a delimited release: default utf-8; utf-8-bom begins with a mark for Excel'),
  'line-end': choice(['lf', 'crlf'], 'of a delimited release: default lf'),
  decimal: choice([',', '.'], 'of a delimited release: decimal mark, default a point; with a comma 1,5 and [1,5;2,5]'),
}

const utility = {
  constraints: z
    .union([name, z.strictObject({ depth: z.number().int().min(0) })])
    .optional()
    .describe('items: which may be generalized together: a file with a group per line, or the tree nodes at a depth'),
  workload: z
    .union([
      name,
      z.strictObject({
        count: z
          .union([z.number().int().min(1).max(MOST_VALUES), z.literal('all')])
          .optional()
          .describe('how many, default 1000; items: or all that occur'),
        seed: count(0, 'default: that of the job'),
        columns: count(1, 'tables: how many quasi-identifiers a query names; default 2'),
        share: z
          .number()
          .gt(0)
          .max(1)
          .optional()
          .describe('tables: the share of evenly spread rows that match a query; default 0.1'),
        target: flag('tables: a query also asks for one value of a target or sensitive column; default false'),
        size: z.number().int().min(1).max(10).optional().describe('items: items per query; default 2'),
        frequency: part('items: the smallest share of baskets that contain them'),
        draw: choice(['itemsets', 'baskets'], 'items: what is drawn evenly; default itemsets'),
      }),
    ])
    .optional()
    .describe(
      'queries of ARE: a file with a query per line, or how to draw them; tables: default none; items: 1000 pairs',
    ),
  estimator: choice(['uniform-nonempty', 'half', 'all'], 'items: how a count is estimated from generalized items'),
}

const history = {
  ledger: name.describe('the private file of what earlier releases showed about whom; written by each run'),
  person: name.describe('the column that identifies a person, the same in every release'),
  key: text('the key file, made by halftone key; default halftone.key beside the job'),
  'class-size': wholeFrom2.optional().describe('people in a class of the first release; default 6 k'),
  'waiting-limit': part('the largest share of people who may wait; default 0.1'),
  'wait-at-most': count(1, 'the most releases that a person waits; default 6'),
  leavers: choice(
    ['stay', 'go'],
    'rows of people who left: stay until enough can go together (default), or go at once, which reveals them',
  ),
  'm-invariance': flag('a class shows the same sensitive values in every release'),
  'accepted-by': text('leavers: go: the name of the person who accepts the consequences'),
  erase: text('a file with an identifier per line: neither these people nor their classes are in the next release'),
}

const limits = {
  work: z
    .number()
    .positive()
    .optional()
    .describe(
      'how much the search may do before the best so far is released; counted, not timed, so that results repeat on ' +
        'every machine: 1 is about a second of a slow core',
    ),
  time: z
    .union([z.number(), z.string()])
    .optional()
    .describe(
      'how long the search may take: 60s, 5m, 2h; then the best so far is released, which may differ between runs',
    ),
  combinations: count(
    1,
    'tables: the most combinations of quasi-identifiers that are counted; above it the database bins numbers and ' +
      'counts other values by a coarser level; baskets: the most baskets, above it a sample is searched; ' +
      'default 10000000 for a database, none for files',
  ),
}

const attack = {
  control: text('a file of people of the same population who are not in the data, with the same columns'),
  share: z
    .number()
    .gt(0)
    .max(0.5)
    .optional()
    .describe('instead of control: the share of rows set aside at random before the search and not released'),
  targets: count(1, 'how many people are attacked; default 1000'),
  known: z.array(z.string()).min(1).optional().describe('columns that attackers know; default the quasi-identifiers'),
  secret: z
    .array(z.string())
    .min(1)
    .optional()
    .describe('columns that attackers want; default the sensitive and target columns'),
  fail: part('nothing is published if a residual risk is above this; default no limit'),
}

/**
 * The keys of the sections, from which parsing and the published JSON Schema are made. A new key needs its
 * line here, its reader or a rule in `plan/rules.ts`, and its row in the docs.
 */
export const jobKeys = { data, column, output, utility, history, limits, attack }

export const buildJobSchema = (parts: JobParts) => {
  const files = z.strictObject(jobKeys.data)
  const source = (meaning: string) => files.shape.source.describe(meaning)
  const release = text(`the file of the release: ${parts.endings}`)
  return z.strictObject({
    version: z.literal(1),
    purpose: z
      .string()
      .min(1)
      .max(2000)
      .optional()
      .describe('what the release is for and who gets it: in report and manifest'),
    data: files.extend({
      source: source(`a file, a glob, a list of files, or the address of a database, such as ${parts.addresses}`),
      format: formatKey(parts.formats),
    }),
    columns: byName(z.strictObject(jobKeys.column)),
    persons: z
      .strictObject({ column: name.describe('the column that says whose row it is') })
      .optional()
      .describe('a person may have several rows: k and all counts are of persons, not of rows; items: stands for per'),
    population: z
      .union([
        z.strictObject({ size: z.number().int().min(1).describe('how many people the rows were drawn from') }),
        files
          .pick({ format: true, header: true, sheet: true, delimiter: true, quote: true, skip: true, encoding: true })
          .extend({
            source: source('a register of the people, with quasi-identifiers as in the data'),
            format: formatKey(parts.formats),
          }),
      ])
      .optional()
      .describe('the people of whom the rows are a sample: k-map, δ-presence, journalist and marketer risk'),
    privacy: privacySchema(parts),
    exposure: z
      .strictObject({
        accept: names.describe('columns released unchanged although they single people out'),
        reason: z.string().min(1).max(2000).describe('why; on top of the report'),
      })
      .optional()
      .describe('what a person accepts by name above privacy.exposure-limit'),
    utility: z.strictObject(jobKeys.utility).optional(),
    history: z
      .strictObject(jobKeys.history)
      .optional()
      .describe('releases of the same people over time, counted together'),
    attack: z
      .strictObject(jobKeys.attack)
      .optional()
      .describe('simulated attackers try the release before it is published'),
    goal: z.union([name, parts.goalTerm, z.array(parts.goalTerm).min(1)]).optional(),
    preference: z
      .strictObject({
        NWP: share.describe('accepted loss'),
        NECD: share.describe('accepted unevenness of protection; 1 accepts any'),
      })
      .optional()
      .describe('for goal: preference'),
    algorithm: z.union([name, parts.algorithm]).optional(),
    seed: z.number().int().min(0).max(0xffffffff).optional(),
    limits: z.strictObject(jobKeys.limits).optional(),
    output: z.strictObject({ ...jobKeys.output, release }).superRefine(({ release, table, path }, { addIssue }) => {
      if (release === undefined && table === undefined && path === undefined)
        addIssue({ code: 'invalid_type', expected: 'string', path: ['release'], input: undefined })
    }),
  })
}

type Read = z.output<ReturnType<typeof buildJobSchema>>

export type Job = Omit<Read, 'privacy'> & { privacy: Read['privacy'] & Readonly<Record<string, unknown>> }
export type JobColumn = Job['columns'][string]
