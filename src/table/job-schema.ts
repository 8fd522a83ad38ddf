/**
 * The schema of job files. Keys are a public contract: add freely, never rename. `src/plan/job.ts` adds the options of
 * requirements, metrics and searches; `src/plan/job-keys.txt` has the meaning of each key.
 */
import * as z from 'zod'
import { byName } from './by-name.ts'
import { DATE_PARTS, KEPT_PARTS, ROLES } from './column.ts'
import { ENCODINGS, WRITTEN_ENCODINGS } from './encodings.ts'

const name = z.string().min(1)
const names = z.array(name).min(1)
const text = name.optional()
const sign = z.string().length(1).optional()
const whole = (least: number) => z.number().int().min(least).optional()
const choice = <const Choices extends readonly string[]>(choices: Choices) => z.enum(choices).optional()

const share = z.number().min(0).max(1)
const wholeFrom2 = z.number().int().min(2)

const numbersOrTexts = z.array(z.union([z.string(), z.number()])).min(1)

/** Limit for endpoints, values of an order and queries; no hand-written job has more. */
const MOST_VALUES = 100_000

const data = {
  source: z.union([name, names]),
  table: text,
  query: text,
  path: text,
  key: names.optional(),
  format: z.string().optional(),
  header: z.union([z.boolean(), names]).optional(),
  sheet: text,
  delimiter: z.string().min(1).max(4).optional(),
  quote: sign,
  skip: whole(0),
  encoding: z.enum(ENCODINGS).optional(),
  decimal: choice([',', '.']),
  missing: choice(['drop', 'category', 'fail']),
  'missing-values': z.array(z.string()).optional(),
  unlisted: choice(['keep', 'drop', 'fail']),
  'empty-baskets': choice(['fail', 'keep', 'drop']),
}

const endpoints = z.union([
  z.literal('all'),
  z.number().int().min(1).max(MOST_VALUES),
  z.array(z.number()).min(1).max(MOST_VALUES),
  z.strictObject({
    width: z.number().positive(),
    origin: z.number().optional(),
    low: z.number().optional(),
    high: z.number().optional(),
  }),
  z.strictObject({ target: z.string() }),
])

const cap = z.union([z.number(), z.string().regex(/^\d+(\.\d+)?%$/, 'a number, or a quantile such as "99%"')])

const twoColumns = z.tuple([name, name]).optional()

/** Keys of `derive`: one rule, and what all rules have. */
export const deriveKeys = {
  years: twoColumns,
  days: twoColumns,
  part: z.tuple([name, z.enum(DATE_PARTS)]).optional(),
  map: z.tuple([name, name]).optional(),
  bin: z.tuple([name], z.number()).optional(),
  place: twoColumns,
  format: text,
  otherwise: choice(['fail', 'missing']),
}

const ENDS = ['public', 'exact'] as const
const column = {
  role: z.enum(ROLES),
  type: z.enum(['numeric', 'date', 'prefix', 'category']).optional(),
  endpoints: endpoints.optional(),
  domain: z.tuple([z.number(), z.number()]).optional(),
  order: numbersOrTexts.max(MOST_VALUES).optional(),
  taxonomy: text,
  levels: numbersOrTexts.optional(),
  format: text,
  length: whole(1),
  key: text,
  scope: text,
  shift: z.strictObject({ by: name, days: z.number().int().min(7).max(36_500) }).optional(),
  shows: choice(['interval', 'median', 'mean', 'mode']),
  round: z.number().positive().optional(),
  digits: whole(1),
  top: cap.optional(),
  bottom: cap.optional(),
  keep: choice(KEPT_PARTS),
  share: wholeFrom2.optional(),
  derive: z.strictObject(deriveKeys).optional(),
  ends: choice(ENDS),
  weight: z.number().positive().optional(),
  separator: text,
  per: text,
  file: text,
  'fan-out': wholeFrom2.optional(),
}

export interface JobParts {
  readonly requirement: z.ZodType<Readonly<Record<string, unknown>>>
  /** Requirements that are keys of `privacy`, once or several times. */
  readonly models: Readonly<Record<string, z.ZodOptional<z.ZodType>>>
  /** Requirements on baskets, each under its key of `privacy`. */
  readonly itemModels: Readonly<Record<string, z.ZodOptional<z.ZodType>>>
  readonly presets: readonly [string, ...string[]]
  readonly formats: readonly [string, ...string[]]
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
    preset: z.enum(presets).optional(),
    k: wholeFrom2.optional(),
    requirements: z.array(requirement).min(1).optional(),
    ...models,
    ...itemModels,
    'suppression-limit': share.optional(),
    'exposure-limit': share.optional(),
    'suppressed-rows': choice(['mask', 'drop']),
    ends: choice(ENDS),
    'suppressed-group': choice(['exempt', 'enforce']),
  })

const output = {
  release: text,
  table: text,
  path: text,
  recoding: text,
  tidy: text,
  manifest: text,
  report: text,
  workload: text,
  order: choice(['sorted', 'source']),
  'spreadsheet-safe': z.boolean().optional(),
  delimiter: sign,
  quote: sign,
  encoding: choice(WRITTEN_ENCODINGS),
  'line-end': choice(['lf', 'crlf']),
  decimal: choice([',', '.']),
}

const utility = {
  constraints: z.union([name, z.strictObject({ depth: z.number().int().min(0) })]).optional(),
  workload: z
    .union([
      name,
      z.strictObject({
        count: z.union([z.number().int().min(1).max(MOST_VALUES), z.literal('all')]).optional(),
        seed: whole(0),
        columns: whole(1),
        share: z.number().gt(0).max(1).optional(),
        target: z.boolean().optional(),
        size: z.number().int().min(1).max(10).optional(),
        frequency: share.optional(),
        draw: choice(['itemsets', 'baskets']),
      }),
    ])
    .optional(),
  estimator: choice(['uniform-nonempty', 'half', 'all']),
}

const history = {
  ledger: name,
  person: name,
  key: text,
  'class-size': wholeFrom2.optional(),
  'waiting-limit': share.optional(),
  'wait-at-most': whole(1),
  leavers: choice(['stay', 'go']),
  'm-invariance': z.boolean().optional(),
  'accepted-by': text,
  erase: text,
}

const limits = {
  work: z.number().positive().optional(),
  time: z.union([z.number(), z.string()]).optional(),
  combinations: whole(1),
}

const attack = {
  control: text,
  share: z.number().gt(0).max(0.5).optional(),
  targets: whole(1),
  known: z.array(z.string()).min(1).optional(),
  secret: z.array(z.string()).min(1).optional(),
  fail: share.optional(),
}

/**
 * The keys of the sections, from which parsing and the published JSON Schema are made. A new key needs a line here, its
 * meaning in `plan/job-keys.txt`, its reader or a rule in `plan/rules.ts`, and its row in the docs.
 */
export const jobKeys = { data, column, output, utility, history, limits, attack }

export const buildJobSchema = (parts: JobParts) => {
  const files = z.strictObject(jobKeys.data)
  return z.strictObject({
    version: z.literal(1),
    purpose: z.string().min(1).max(2000).optional(),
    data: files.extend({ format: choice(parts.formats) }),
    columns: byName(z.strictObject(jobKeys.column)),
    persons: z.strictObject({ column: name }).optional(),
    population: z
      .union([
        z.strictObject({ size: z.number().int().min(1) }),
        files
          .pick({ format: true, header: true, sheet: true, delimiter: true, quote: true, skip: true, encoding: true })
          .extend({ source: files.shape.source, format: choice(parts.formats) }),
      ])
      .optional(),
    privacy: privacySchema(parts),
    exposure: z.strictObject({ accept: names, reason: z.string().min(1).max(2000) }).optional(),
    utility: z.strictObject(jobKeys.utility).optional(),
    history: z.strictObject(jobKeys.history).optional(),
    attack: z.strictObject(jobKeys.attack).optional(),
    goal: z.union([name, parts.goalTerm, z.array(parts.goalTerm).min(1)]).optional(),
    preference: z.strictObject({ NWP: share, NECD: share }).optional(),
    algorithm: z.union([name, parts.algorithm]).optional(),
    seed: z.number().int().min(0).max(0xffffffff).optional(),
    limits: z.strictObject(jobKeys.limits).optional(),
    output: z.strictObject(jobKeys.output).superRefine(({ release, table, path }, { addIssue }) => {
      if (release === undefined && table === undefined && path === undefined)
        addIssue({ code: 'invalid_type', expected: 'string', path: ['release'], input: undefined })
    }),
  })
}

type Read = z.output<ReturnType<typeof buildJobSchema>>

export type Job = Omit<Read, 'privacy'> & { privacy: Read['privacy'] & Readonly<Record<string, unknown>> }
export type JobColumn = Job['columns'][string]
