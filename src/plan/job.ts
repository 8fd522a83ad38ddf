/** Builds the job schema from the records of requirements, metrics, searches and databases. */

import * as z from 'zod'
import { databases } from '../engines/index.ts'
import { groupBy } from '../ground/maps.ts'
import type { OptionRecord } from '../ground/options.ts'
import { allMetrics } from '../metrics/index.ts'
import { allPresets } from '../presets/presets.ts'
import { allRequirements } from '../requirements/index.ts'
import { itemRequirements } from '../requirements/items/index.ts'
import type { ItemRequirementRecord } from '../requirements/items/item-requirement.ts'
import { kAnonymity } from '../requirements/k-anonymity/k-anonymity.ts'
import { allSearches } from '../search/index.ts'
import { itemSearches } from '../search/items-index.ts'
import { searchMixed } from '../search/methods/mixed/mixed.ts'
import { formats, releaseEndings } from '../sources/formats/index.ts'
import { buildJobSchema, type Job, type JobParts } from '../table/job-schema.ts'
import { readDocument } from './read-job.ts'

/** For all later steps, a column that is generalized with the quasi-identifiers is one of them. */
export function readJob(text: string, name: string): Job {
  const job = readDocument(text, name, jobSchema())
  const columns = Object.entries(job.columns).map(([column, { generalize, ...settings }]) => {
    if (generalize === undefined) return [column, settings]
    const isOther = settings.role === 'other'
    return [column, isOther ? { ...settings, role: 'quasi-identifier' } : { ...settings, generalize }]
  })
  return { ...job, columns: Object.fromEntries(columns) }
}

interface Optioned {
  readonly name: string
  readonly options: readonly OptionRecord[]
  readonly required?: readonly string[]
}

interface JobRecords {
  readonly requirements: readonly Optioned[]
  readonly metrics: readonly Optioned[]
  readonly searches: readonly (Optioned & { readonly kind: string })[]
}

function registered(): JobRecords {
  return {
    requirements: allRequirements,
    metrics: allMetrics,
    searches: [...allSearches, ...itemSearches, searchMixed],
  }
}

let known: ReturnType<typeof buildJobSchema> | undefined

export function jobSchema(): ReturnType<typeof buildJobSchema> {
  known ??= buildJobSchema(makeParts(registered()))
  return known
}

/** The published JSON Schema has the options of every search; when a job is read, the plan checks them. */
export function jobJsonSchema(): string {
  const records = registered()
  const parts = {
    ...makeParts(records),
    algorithm: z.union(records.searches.map(searchSchema)) as JobParts['algorithm'],
  }
  const schema = z.toJSONSchema(buildJobSchema(parts), { io: 'input' })
  return `${JSON.stringify({ ...schema, title: 'Halftone job file' }, null, 2)}\n`
}

function makeParts({ requirements, metrics }: JobRecords): JobParts {
  return {
    requirement: z
      .strictObject(Object.fromEntries(requirements.map((one) => [one.name, requirementSchema(one).optional()])))
      .refine((entry) => Object.keys(entry).length === 1, 'must be one requirement'),
    models: Object.fromEntries(
      requirements.filter(({ name }) => name !== kAnonymity.name).map((one) => [one.name, modelSchema(one).optional()]),
    ),
    itemModels: Object.fromEntries(itemRequirements.map((record) => [record.job.key, itemModelSchema(record)])),
    presets: allPresets.map(({ name }) => name) as [string, ...string[]],
    formats: formats.map(({ name }) => name) as [string, ...string[]],
    addresses: databases.map(({ example }) => example).join(' or '),
    endings: releaseEndings(),
    goalTerm: goalTermSchema(metrics),
    algorithm: z.preprocess(nameMixed, z.looseObject({ name: z.string().min(1) })),
  }
}

/** The search of tables with baskets needs no name: only it has these options. */
function nameMixed(value: unknown): unknown {
  const given = typeof value === 'object' && value !== null && !('name' in value) ? value : {}
  return searchMixed.options.some(({ name }) => name !== 'preset' && name in given)
    ? { name: searchMixed.name, ...given }
    : value
}

/** `5` is short for the first option. */
function requirementSchema({ options, required = [options[0].name] }: Optioned): z.ZodType {
  return z.union([optionSchema(options[0]), z.strictObject(optionShape(options, required))])
}

function modelSchema({ options, required }: Optioned): z.ZodType {
  const one = z.strictObject(optionShape(options, required))
  return z.union([one, z.array(one).min(1)])
}

function itemModelSchema({ options, elsewhere = [], file, job }: ItemRequirementRecord): z.ZodOptional<z.ZodType> {
  const accepted = options.filter(({ name }) => !(elsewhere as readonly string[]).includes(name))
  const shape = optionShape(accepted)
  const one = file === undefined ? shape : { file: z.string().min(1).optional(), ...shape }
  const schema = z.strictObject(one)
  return (file === undefined ? schema : z.union([z.string().min(1), schema]))
    .optional()
    .describe(`items: ${job.meaning}`)
}

/** One mapping with the options of all metrics: the plan checks which of them a metric has. */
function goalTermSchema(metrics: readonly Optioned[]): JobParts['goalTerm'] {
  const owned = metrics.flatMap(({ name, options }) => options.map((option) => ({ option, metric: name })))
  const options = [...groupBy(owned, ({ option }) => option.name)].map(([name, owners]) => {
    const [{ option }] = owners
    const meaning = `${owners.map(({ metric }) => metric).join(', ')}: ${option.meaning}`
    return [name, optionSchema({ ...option, meaning }).optional()]
  })
  return z.strictObject({
    metric: z.string().min(1),
    weight: z.number().positive().optional(),
    ...(Object.fromEntries(options) as Record<string, z.ZodType>),
  })
}

function searchSchema(search: JobRecords['searches'][number]): z.ZodType {
  const name = z.literal(search.name)
  return z.strictObject({
    name: search.name === searchMixed.name ? name.optional() : name,
    ...optionShape(search.options),
  })
}

function optionShape(options: readonly OptionRecord[], needed: readonly string[] = []): Record<string, z.ZodType> {
  return Object.fromEntries(
    options.map((option) => {
      const schema = optionSchema(option)
      return [option.name, needed.includes(option.name) ? schema : schema.optional()]
    }),
  )
}

function optionSchema(option: OptionRecord): z.ZodType {
  const usual = option.default === undefined ? '' : `; default ${JSON.stringify(option.default)}`
  const more = option.type === 'data' ? ` (${option.shape})` : ''
  return plainSchema(option).describe(`${option.meaning}${more}${usual}`)
}

function plainSchema(option: OptionRecord): z.ZodType {
  switch (option.type) {
    case 'integer':
    case 'number': {
      let schema: z.ZodNumber = z.number()
      if (option.type === 'integer') schema = schema.int()
      if (option.minimum !== undefined) schema = schema.min(option.minimum)
      return option.maximum === undefined ? schema : schema.max(option.maximum)
    }
    case 'boolean':
      return z.boolean()
    case 'choice':
      return z.enum(option.choices)
    case 'text':
      return z.string().min(1)
    case 'data':
      return z.unknown()
  }
}
