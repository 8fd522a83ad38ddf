/** Options as records, which feed command-line help, studio forms and docs tables. */
import { didYouMean, UserError, userError, within } from './errors.ts'
import { prose } from './format.ts'

export interface OptionBase {
  readonly name: string
  readonly meaning: string
}

export type OptionRecord =
  | (OptionBase & {
      readonly type: 'integer' | 'number'
      readonly default?: number
      readonly minimum?: number
      readonly maximum?: number
    })
  | (OptionBase & { readonly type: 'boolean'; readonly default?: boolean })
  | (OptionBase & { readonly type: 'choice'; readonly default?: string; readonly choices: readonly string[] })
  | (OptionBase & { readonly type: 'text'; readonly default?: string })
  | (OptionBase & {
      readonly type: 'data'
      readonly default?: unknown
      readonly shape: string
      readonly check?: (value: unknown) => void
    })

type WithoutMeaning<Own> = Own extends OptionRecord ? Omit<Own, 'meaning'> : never

/** Template tag for an option whose meaning takes several lines. */
export function option<const Fields extends WithoutMeaning<OptionRecord>>(fields: Fields) {
  return (...text: Parameters<typeof prose>) => ({ ...fields, meaning: prose(...text) })
}

/** The type of an option between 0 and 1. */
export const SHARE = { type: 'number', minimum: 0, maximum: 1 } as const

export type OptionValues = Readonly<Record<string, unknown>>

/** The values that the records describe; options with a default are always present. */
export type OptionsFor<Records extends readonly OptionRecord[]> = {
  readonly [Own in Records[number] as Own extends { readonly default: unknown } ? Own['name'] : never]: RecordValue<Own>
} & {
  readonly [Own in Records[number] as Own extends { readonly default: unknown }
    ? never
    : Own['name']]?: RecordValue<Own>
}

type RecordValue<Own extends OptionRecord> = Own extends { readonly choices: readonly (infer Choice)[] }
  ? Choice
  : Own extends { readonly type: 'integer' | 'number' }
    ? number
    : Own extends { readonly type: 'boolean' }
      ? boolean
      : Own extends { readonly type: 'text' }
        ? string
        : unknown

/** Describes a part that a job can name, for `halftone list`, the docs and the studio. */
export interface PartRecord {
  readonly name: string
  readonly title: string
  readonly summary: string
  readonly options: readonly OptionRecord[]
}

export interface PublishedPart extends PartRecord {
  readonly source: string
}

/**
 * Checks values and fills in defaults. `owner` names the thing in errors, e.g. `algorithm genetic`; `path` is its key
 * in the job, by default the first word of `owner`.
 */
export function readOptions<Records extends readonly OptionRecord[]>(
  owner: string,
  records: Records,
  given: OptionValues,
  path = owner.split(' ')[0],
): OptionsFor<Records> {
  const names = records.map((record) => record.name)
  for (const key of Object.keys(given)) {
    if (given[key] !== undefined && !names.includes(key)) {
      const known = names.length === 0 ? `${owner} has no options` : `it has ${names.join(', ')}`
      throw userError('known', `${path}.${key}`)`${owner} has no option
        "${key}"${didYouMean(key, names) || `; ${known}`}`
    }
  }
  const values: Record<string, unknown> = {}
  for (const record of records) {
    const value = given[record.name]
    if (value === undefined) {
      if (record.default !== undefined) values[record.name] = record.default
    } else {
      within(`${path}.${record.name}`, () => checkOption(`${owner}: ${record.name}`, record, value), 'value')
      values[record.name] = value
    }
  }
  return values as OptionsFor<Records>
}

function checkOption(thing: string, record: OptionRecord, value: unknown): void {
  const got = `got ${JSON.stringify(value)}`
  switch (record.type) {
    case 'integer':
    case 'number': {
      const noun = record.type === 'integer' ? 'a whole number' : 'a number'
      const range =
        record.minimum !== undefined && record.maximum !== undefined
          ? ` from ${record.minimum} to ${record.maximum}`
          : record.minimum !== undefined
            ? ` of at least ${record.minimum}`
            : record.maximum !== undefined
              ? ` of at most ${record.maximum}`
              : ''
      const fits =
        typeof value === 'number' &&
        Number.isFinite(value) &&
        (record.type === 'number' || Number.isInteger(value)) &&
        value >= (record.minimum ?? Number.NEGATIVE_INFINITY) &&
        value <= (record.maximum ?? Number.POSITIVE_INFINITY)
      if (!fits) throw new UserError(`${thing} must be ${noun}${range}; ${got}`, { rule: 'value' })
      return
    }
    case 'boolean':
      if (typeof value !== 'boolean') throw new UserError(`${thing} must be true or false; ${got}`, { rule: 'value' })
      return
    case 'choice':
      if (typeof value !== 'string' || !record.choices.includes(value)) {
        const hint = typeof value === 'string' ? didYouMean(value, record.choices) : ''
        throw new UserError(`${thing} must be one of ${record.choices.join(', ')}; ${got}${hint}`, { rule: 'known' })
      }
      return
    case 'text':
      if (typeof value !== 'string') throw new UserError(`${thing} must be text; ${got}`, { rule: 'value' })
      return
    case 'data':
      record.check?.(value)
  }
}
