/** Walks a schema of zod along the keys of a document: which schemas a value may have at a place. */
import { ownValue } from '../ground/names.ts'

interface SchemaParts {
  readonly type: string
  readonly innerType?: unknown
  /** The schema after a preprocessing step. */
  readonly out?: unknown
  readonly options?: readonly unknown[]
  readonly shape?: Readonly<Record<string, unknown>>
  readonly catchall?: unknown
  readonly valueType?: unknown
  readonly element?: unknown
}

export function schemaParts(schema: unknown): SchemaParts {
  return (schema as { def: SchemaParts }).def
}

/** The schemas of a choice; otherwise the schema itself. */
export function withoutChoice(schema: unknown): unknown[] {
  const { type, innerType, out, options = [] } = schemaParts(schema)
  if (type === 'optional') return withoutChoice(innerType)
  if (type === 'pipe') return withoutChoice(out)
  return type === 'union' ? options.flatMap(withoutChoice) : [schema]
}

export function schemasUnder(schema: unknown, key: string): unknown[] {
  const { type, shape, valueType, element, catchall } = schemaParts(schema)
  if (type === 'unknown') return [schema]
  const inner = ownValue(shape ?? {}, key) ?? valueType ?? element ?? catchall
  return inner === undefined || schemaParts(inner).type === 'never' ? [] : withoutChoice(inner)
}
