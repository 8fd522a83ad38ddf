/** Reads and validates the JSON body of a request. */
import type { Context } from 'hono'
import { UserError, userError } from '../../../src/ground/errors.ts'

/** Larger than any job, tree or list edited in a page. */
const LARGEST_BODY = 64 * 2 ** 20

export async function readBody<T extends object>(context: Context): Promise<Partial<T>> {
  if (Number(context.req.header('content-length') ?? 0) > LARGEST_BODY)
    throw new UserError(`the request must be at most ${LARGEST_BODY / 2 ** 20} MB; drop large files on the data page`, {
      rule: 'value',
    })
  let value: unknown
  try {
    value = await context.req.json()
  } catch {
    throw new UserError('the request must be JSON', { rule: 'value' })
  }
  if (value === null || typeof value !== 'object' || Array.isArray(value))
    throw new UserError('the request must be a JSON object', { rule: 'value' })
  return value as Partial<T>
}

export function requireText(value: unknown, name: string): string {
  if (typeof value !== 'string')
    throw userError('value', name)`${name} must be text; got ${JSON.stringify(value) ?? 'nothing'}`
  return value
}

export function requireTexts<Name extends string>(
  body: { readonly [name in Name]?: unknown },
  ...names: readonly Name[]
): Record<Name, string> {
  return Object.fromEntries(names.map((name) => [name, requireText(body[name], name)])) as Record<Name, string>
}

export function optionalText(value: unknown, name: string): string | undefined {
  return value === undefined ? undefined : requireText(value, name)
}
