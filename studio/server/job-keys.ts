/** The keys of a job file as option records, from its published schema: every key has a form in the page. */
import type { OptionRecord } from '../../src/ground/options.ts'
import { jobJsonSchema } from '../../src/plan/job.ts'
import type { JobSection } from './api.ts'

interface Schema {
  readonly type?: string | readonly string[]
  readonly description?: string
  readonly enum?: readonly string[]
  readonly minimum?: number
  readonly maximum?: number
  readonly properties?: Readonly<Record<string, Schema>>
  readonly additionalProperties?: Schema
}

/** Keys without a section are those of the job itself. */
export function jobSections(): JobSection[] {
  const { properties = {} } = JSON.parse(jobJsonSchema()) as Schema
  const plain = Object.entries(properties).filter(([, schema]) => schema.properties === undefined)
  const sections = Object.entries(properties).flatMap(([key, { properties: inside, description }]): JobSection[] =>
    inside === undefined ? [] : [{ key, meaning: description, options: Object.entries(inside).map(toOption) }],
  )
  const { properties: columnKeys = {} } = properties['columns']?.additionalProperties ?? {}
  return [
    { key: '', options: plain.filter(([key]) => key !== 'version' && key !== 'columns').map(toOption) },
    ...sections,
    { key: 'columns', options: Object.entries(columnKeys).map(toOption) },
  ]
}

function toOption([name, schema]: [string, Schema]): OptionRecord {
  const { type, minimum, maximum, description: meaning = '' } = schema
  if (schema.enum !== undefined) return { name, meaning, type: 'choice', choices: schema.enum }
  if (type === 'integer' || type === 'number')
    return { name, meaning, type, minimum, maximum: maximum === Number.MAX_SAFE_INTEGER ? undefined : maximum }
  if (type === 'boolean') return { name, meaning, type }
  // A duration is a number or a text with a unit; the text says both.
  if (type === 'string' || (Array.isArray(type) && type.includes('string'))) return { name, meaning, type: 'text' }
  return { name, meaning, type: 'data', shape: type === 'array' ? 'a list, such as ["a", "b"]' : 'as JSON' }
}
