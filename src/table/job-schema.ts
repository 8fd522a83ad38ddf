/**
 * The schema of job files. Keys are a public contract: add freely, never rename. `src/plan/job.ts` adds the options of
 * requirements, metrics and searches.
 */
import * as z from 'zod'
import { byName } from './by-name.ts'
import { DATE_PARTS, KEPT_PARTS, ROLES } from './column.ts'
import { ENCODINGS, WRITTEN_ENCODINGS } from './encodings.ts'

const text = (meaning: string) => z.string().min(1).optional().describe(meaning)
const sign = (meaning: string) => z.string().length(1).optional().describe(meaning)
const whole = (least: number, meaning: string) => z.number().int().min(least).optional().describe(meaning)
const choice = <const Choices extends readonly string[]>(choices: Choices, meaning: string) =>
  z.enum(choices).optional().describe(meaning)

const share = z.number().min(0).max(1)
const wholeFrom2 = z.number().int().min(2)

/** Limit for endpoints, values of an order and queries; no hand-written job has more. */
const MOST_VALUES = 100_000

const data = {
  source: z.union([z.string().min(1), z.array(z.string().min(1)).min(1)]).describe('a file, a glob, a list of files'),
  table: text('of a database: the table, such as public.people'),
  query: text('of a database: a SELECT in place of a table'),
  path: text('of a cluster: Parquet or CSV files that it sees, in place of a table'),
  key: z
    .array(z.string().min(1))
    .min(1)
    .optional()
    .describe('of a database: columns that order the rows; default the primary key'),
  format: z.string().optional(),
  header: z
    .union([z.boolean(), z.array(z.string().min(1)).min(1)])
    .optional()
    .describe('names of the columns, for files without a header line'),
  sheet: text('of a workbook: the name of the sheet; default the first'),
  delimiter: z.string().min(1).max(4).optional().describe('detected from the first line when absent'),
  quote: sign('default "'),
  skip: whole(0, 'lines to skip at the start of the file'),
  encoding: z.enum(ENCODINGS).optional(),
  decimal: choice(
    [',', '.'],
    'the decimal mark of numeric columns; marks of thousands, currency and percent are skipped then',
  ),
  missing: choice(['drop', 'category', 'fail'], 'rows with a missing quasi-identifier; default fail'),
  'missing-values': z.array(z.string()).optional().describe('texts that mean missing; default ["?", ""]'),
  unlisted: choice(
    ['keep', 'drop', 'fail'],
    'columns of the file that the job does not name: refused (default), left out, or released as they are ' +
      'with a warning',
  ),
  'empty-baskets': choice(
    ['fail', 'keep', 'drop'],
    'items: people without any item: refused (default), released as empty baskets, or left out',
  ),
}

const endpoints = z.union([
  z.literal('all'),
  z.number().int().min(1).max(MOST_VALUES),
  z.array(z.number()).min(1).max(MOST_VALUES),
  z.strictObject({
    width: z.number().positive(),
    origin: z.number().optional(),
    low: z.number().optional().describe('with high: the declared range; intervals without data exist too'),
    high: z.number().optional(),
  }),
  z.strictObject({
    target: z.string().describe('a category target: intervals may end where its values separate best'),
  }),
])

const cap = z.union([z.number(), z.string().regex(/^\d+(\.\d+)?%$/, 'a number, or a quantile such as "99%"')])

const name = z.string().min(1)
const twoColumns = z.tuple([name, name]).optional()

/** Keys of `derive`: one rule, and what all rules have. */
export const deriveKeys = {
  years: twoColumns.describe('completed years from one date to another; 29 February is reached on 1 March'),
  days: twoColumns.describe('days from one date to another'),
  part: z
    .tuple([name, z.enum(DATE_PARTS)])
    .optional()
    .describe('a part of a date or time as a number; a week begins with Monday, 1'),
  map: z
    .tuple([name, name])
    .optional()
    .describe('a column, and a CSV file with two columns: a value, and what replaces it'),
  bin: z.tuple([name], z.number()).optional().describe('a numeric column, and the edges of bins: each begins one'),
  place: twoColumns.describe(
    'latitude and longitude in degrees: the cell of a public grid (geohash, 153 m), whose prefixes are larger cells',
  ),
  format: text('how the dates are written, such as "%d/%m/%Y"; default 2004-03-17, 2004/03/17 or 17.3.2004'),
  otherwise: choice(
    ['fail', 'missing'],
    'values without a result (negative years or days, a value that the map lacks): refused (default), or missing',
  ),
}

const ENDS = ['public', 'exact'] as const
const column = {
  role: z.enum(ROLES),
  type: z.enum(['numeric', 'date', 'prefix', 'category']).optional(),
  endpoints: endpoints
    .optional()
    .describe('numeric: where intervals may end: all, a number of quantiles, a list, a width, or by a target'),
  domain: z
    .tuple([z.number(), z.number()])
    .optional()
    .describe(
      'numeric: the range that losses are measured against, such as [0, 120], instead of that of the data; ' +
        'every value must lie in it',
    ),
  order: z
    .array(z.union([z.string(), z.number()]))
    .min(1)
    .max(MOST_VALUES)
    .optional()
    .describe('ordered categories, from first to last'),
  taxonomy: text('a taxonomy file: nested JSON or leaf-per-line CSV'),
  levels: z
    .array(z.union([z.number(), z.string()]))
    .min(1)
    .optional()
    .describe('numeric, order: widths of the ladder; date: day, month, quarter, year, decade; prefix: characters kept'),
  format: text(
    'date: how dates are written, such as "%d/%m/%Y"; %y, %b (name of the month) are known too; pseudonym: ' +
      'hex (default), digits or words',
  ),
  length: whole(1, 'pseudonym: how many digits or words; default 16, 18 or 4'),
  key: text('pseudonym, shift: the file of the key, made by halftone key; default halftone.key beside the job'),
  scope: text('pseudonym, shift: the same value has different pseudonyms in different scopes; default one for all'),
  shift: z
    .strictObject({
      by: z.string().min(1).describe('the column of the person: all dates of a person move alike'),
      days: z
        .number()
        .int()
        .min(7)
        .max(36_500)
        .describe('the largest shift, earlier or later; fewer than 7 hide nothing'),
    })
    .optional()
    .describe('dates of role other or sensitive: moved by a keyed number of days of each person'),
  shows: choice(
    ['interval', 'median', 'mean', 'mode'],
    'quasi-identifiers: what a group says in the release: its range (default), or the median of its values; ' +
      'in searches whose classes are boxes: or their mean or mode; share: mean (default), median or interval; top, bottom: mean',
  ),
  round: z.number().positive().optional().describe('released values are multiples of this number'),
  digits: whole(1, 'released numbers have at most so many significant digits'),
  top: cap.optional().describe('numbers from here on are released as "≥ 90"; a quantile such as "99%"'),
  bottom: cap.optional().describe('numbers down from here are released as "≤ 5"; a quantile such as "1%"'),
  keep: choice(KEPT_PARTS, 'what is kept of dates and times'),
  share: wholeFrom2.optional().describe('every released value is shared by at least so many people'),
  derive: z
    .strictObject(deriveKeys)
    .optional()
    .describe(
      'computes the column from others, which are not released unless named: one of years, days, part, map, bin',
    ),
  ends: choice(ENDS, 'numeric, date, order: where intervals end, as in privacy.ends, the default'),
  weight: z.number().positive().optional().describe('weight in LM and NWP; default 1'),
  separator: text('items: what stands between items; default blanks'),
  per: text('items: the column that says whose item it is, in a table with a row per item'),
  file: text('items beside quasi-identifiers: a second file with a row per person and item, joined by the column per'),
  'fan-out': wholeFrom2
    .optional()
    .describe('items: children of a node in the balanced tree that is made without a taxonomy; default 4'),
}

export interface JobParts {
  readonly requirement: z.ZodType<Readonly<Record<string, unknown>>>
  /** Requirements that are keys of `privacy`, once or several times. */
  readonly models: Readonly<Record<string, z.ZodOptional<z.ZodType>>>
  /** Requirements on baskets, each under its key of `privacy`. */
  readonly itemModels: Readonly<Record<string, z.ZodOptional<z.ZodType>>>
  readonly presets: readonly [string, ...string[]]
  readonly addresses: readonly string[]
  readonly formats: readonly [string, ...string[]]
  readonly releaseEndings: string
  readonly goalTerm: z.ZodType<GoalTermOfJob>
  readonly algorithm: z.ZodType<AlgorithmOfJob>
}

interface GoalTermOfJob {
  readonly metric: string
  readonly weight?: number
  readonly [option: string]: unknown
}

interface AlgorithmOfJob {
  readonly name: string
  readonly [option: string]: unknown
}

const privacySchema = ({ requirement, models, itemModels, presets }: JobParts) =>
  z.strictObject({
    preset: z.enum(presets).optional().describe('a rule book: brings its k, and a page of the report by its points'),
    k: wholeFrom2.optional().describe('shorthand for requirements: [{ k-anonymity: k }]'),
    requirements: z.array(requirement).min(1).optional(),
    ...models,
    ...itemModels,
    'suppression-limit': share
      .optional()
      .describe('the largest share of rows that may be suppressed, default 1; items: of distinct items, default 0'),
    'exposure-limit': share
      .optional()
      .describe(
        'tables: the largest share of people whom columns that are not recoded may single out; above it ' +
          'nothing is published; default no limit',
      ),
    'suppressed-rows': choice(
      ['mask', 'drop'],
      'keep them with * in every quasi-identifier (default), or leave them out',
    ),
    ends: choice(ENDS, 'where intervals end: at public bins with k people and two values each (default), or at values'),
    'suppressed-group': choice(
      ['exempt', 'enforce'],
      'whether masked rows, as a class of their own, must meet the requirements too; default: they are left ' +
        'out where they do not',
    ),
  })

const preference = z.strictObject({
  NWP: z.number().min(0).max(1).describe('loss that is accepted'),
  NECD: z.number().min(0).max(1).describe('unevenness of protection that is accepted; 1 accepts any'),
})

const output = {
  release: text('the file of the release'),
  table: text('of data in a database: the table of the release, such as public.people_release, in place of a file'),
  path: text('of data in a cluster: the folder of the release, Parquet files that it writes, in place of a file'),
  recoding: z.string().min(1).optional(),
  tidy: text('tables: the release with low and high, or a column per level, in place of labels'),
  manifest: z.string().min(1).optional(),
  report: z.string().min(1).optional(),
  workload: text('saves the queries of ARE, for asking them again; not for publishing'),
  order: choice(
    ['sorted', 'source'],
    'rows sorted by their own released content (default), or in the order of the source, by which each can be ' +
      'linked to its person',
  ),
  'spreadsheet-safe': z
    .boolean()
    .optional()
    .describe('an apostrophe before cells that a spreadsheet would take for a formula (= + - @); default false'),
  delimiter: sign('of a delimited release: between its fields; default by its name'),
  quote: sign('of a delimited release: around fields that need it; default "'),
  encoding: choice(
    WRITTEN_ENCODINGS,
    'of a delimited release: default utf-8; utf-8-bom begins with a mark that Excel looks for',
  ),
  'line-end': choice(['lf', 'crlf'], 'of a delimited release: default lf'),
  decimal: choice(
    [',', '.'],
    'of a delimited release: the decimal mark of numeric columns, default a point; with a comma 1,5 and [1,5;2,5]',
  ),
}

const utility = {
  constraints: z
    .union([z.string().min(1), z.strictObject({ depth: z.number().int().min(0) })])
    .optional()
    .describe(
      'items: which items may be generalized together: a file with a group per line, or the tree nodes at a depth',
    ),
  workload: z
    .union([
      z.string().min(1),
      z.strictObject({
        count: z
          .union([z.number().int().min(1).max(MOST_VALUES), z.literal('all')])
          .optional()
          .describe('how many, default 1000; items: or all that occur'),
        seed: whole(0, 'default: that of the job'),
        columns: whole(1, 'tables: how many quasi-identifiers a query names; default 2'),
        share: z
          .number()
          .gt(0)
          .max(1)
          .optional()
          .describe('tables: the share of evenly spread rows that a query has; default 0.1'),
        target: z
          .boolean()
          .optional()
          .describe('tables: a query also asks for one value of a target or sensitive column; default false'),
        size: z.number().int().min(1).max(10).optional().describe('items: items per query; default 2'),
        frequency: share.optional().describe('items: the least share of baskets that hold them'),
        draw: choice(['itemsets', 'baskets'], 'items: what is drawn evenly; default itemsets'),
      }),
    ])
    .optional()
    .describe(
      'queries of ARE: a file with a query per line, or how to draw them; tables: none when absent; items: 1000 pairs',
    ),
  estimator: choice(['uniform-nonempty', 'half', 'all'], 'items: how a count is estimated from generalized items'),
}

const history = {
  ledger: z
    .string()
    .min(1)
    .describe('the private file that knows what earlier releases showed about whom; written by each run'),
  person: z.string().min(1).describe('the column that says who it is, the same in every release'),
  key: text('the file of the key, made by halftone key; default halftone.key beside the job'),
  'class-size': wholeFrom2.optional().describe('people in a class of the first release; default 6 k'),
  'waiting-limit': share.optional().describe('the largest share of people who may wait; default 0.1'),
  'wait-at-most': whole(1, 'releases that nobody waits beyond; default 6'),
  leavers: choice(
    ['stay', 'go'],
    'rows of people who left: until enough can go together (default), or at once, which tells who they are',
  ),
  'm-invariance': z.boolean().optional().describe('a class shows the same sensitive values in every release'),
  'accepted-by': text('leavers: go: the name of the person who accepts what follows from it'),
  erase: text(
    'a file with an identifier per line: these people are not in the next release, nor is anybody of their class',
  ),
}

const limits = {
  work: z
    .number()
    .positive()
    .optional()
    .describe(
      'how much the search may do, then the best so far is released; counted and not timed, so that results ' +
        'repeat on every machine: 1 is about a second of a slow core',
    ),
  time: z
    .union([z.number(), z.string()])
    .optional()
    .describe(
      'how long the search may take: 60s, 5m, 2h; then the best so far is released, and another run may find ' +
        'another one',
    ),
  combinations: whole(
    1,
    'tables: combinations of quasi-identifiers that are counted; above it numbers are cut into bins, and ' +
      'other values counted by a level, where the rows are; baskets of a database: above so many a sample is ' +
      'searched; default 10000000 of a database, none of files',
  ),
}

const attack = {
  control: text('a file of people of the same population who are not in the data, written like the data'),
  share: z
    .number()
    .gt(0)
    .max(0.5)
    .optional()
    .describe('instead of control: the share of rows set aside at random before the search and not released'),
  targets: whole(1, 'how many people are attacked; default 1000'),
  known: z.array(z.string()).min(1).optional().describe('columns that attackers know; default the quasi-identifiers'),
  secret: z
    .array(z.string())
    .min(1)
    .optional()
    .describe('columns that attackers want; default the sensitive and target columns'),
  fail: share.optional().describe('nothing is published where a residual risk is above this; default no limit'),
}

/**
 * The keys of the sections, from which parsing and the published JSON Schema are made. A new key needs a line here, its
 * reader or a rule in `plan/rules.ts`, and its row in the docs.
 */
export const jobKeys = { data, column, output, utility, history, limits, attack }

const formatSchema = ({ formats }: JobParts) => choice(formats, 'detected from the file name when absent')

export const buildJobSchema = (parts: JobParts) => {
  const files = z.strictObject(jobKeys.data)
  return z.strictObject({
    version: z.literal(1),
    purpose: z
      .string()
      .min(1)
      .max(2000)
      .optional()
      .describe('what the release is for and who gets it: stands in report and manifest'),
    data: files.extend({
      source: files.shape.source.describe(
        `a file, a glob, a list of files, or the address of a database, such as ${parts.addresses.join(' or ')}`,
      ),
      format: formatSchema(parts),
    }),
    columns: byName(z.strictObject(jobKeys.column)),
    persons: z
      .strictObject({ column: z.string().min(1).describe('the column that says whose row it is') })
      .optional()
      .describe('a person may have several rows: k and all counts are of persons, not of rows; items: stands for per'),
    population: z
      .union([
        z.strictObject({ size: z.number().int().min(1).describe('how many people the rows were drawn from') }),
        files
          .pick({ format: true, header: true, sheet: true, delimiter: true, quote: true, skip: true, encoding: true })
          .extend({
            source: files.shape.source.describe(
              'a register of the people, with the quasi-identifiers as the data has them',
            ),
            format: formatSchema(parts),
          }),
      ])
      .optional()
      .describe(
        'the people of whom the rows are a sample: k-map, δ-presence, journalist and marketer risk, population uniques',
      ),
    privacy: privacySchema(parts),
    exposure: z
      .strictObject({
        accept: z
          .array(z.string().min(1))
          .min(1)
          .describe('columns released as they are though they single people out'),
        reason: z.string().min(1).max(2000).describe('why: stands on top of report and certificate'),
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
    goal: z.union([z.string().min(1), parts.goalTerm, z.array(parts.goalTerm).min(1)]).optional(),
    preference: preference.optional().describe('for goal: preference'),
    algorithm: z.union([z.string().min(1), parts.algorithm]).optional(),
    seed: z
      .number()
      .int()
      .min(0)
      .max(2 ** 32 - 1)
      .optional(),
    limits: z.strictObject(jobKeys.limits).optional(),
    output: z
      .strictObject(jobKeys.output)
      .extend({ release: text(`the file of the release: ${parts.releaseEndings}`) })
      .superRefine(({ release, table, path }, { addIssue }) => {
        if (release === undefined && table === undefined && path === undefined)
          addIssue({ code: 'invalid_type', expected: 'string', path: ['release'], input: undefined })
      }),
  })
}

type Read = z.output<ReturnType<typeof buildJobSchema>>

export type Job = Omit<Read, 'privacy'> & { privacy: Read['privacy'] & Readonly<Record<string, unknown>> }
export type JobColumn = Job['columns'][string]
