/** Parses documents that Halftone writes and people may edit: `recoding` and `trail`. */
import type * as z from 'zod'
import { UserError, userError } from '../ground/errors.ts'
import { MOST_BYTES_OF_RESULTS, readSmallFile } from '../ground/small-file.ts'

export type DocumentKind = 'recoding' | 'trail'

export function documentText(file: string, kind: DocumentKind): string {
  try {
    return readSmallFile(file, `the ${kind} "${file}"`, MOST_BYTES_OF_RESULTS)
  } catch (error) {
    if (error instanceof UserError) throw error
    throw userError('file', file)`the ${kind} "${file}" cannot be read (${(error as NodeJS.ErrnoException).code});
      ${remedy(kind)}`
  }
}

export function parseDocument<Document extends { readonly halftone: DocumentKind; readonly version: number }>(
  text: string,
  name: string,
  kind: DocumentKind,
): Partial<Document> {
  const wrongFile = userError('file', name)
  let value: Partial<Document> | null
  try {
    value = JSON.parse(text)
  } catch {
    throw wrongFile`${name} is not JSON; ${remedy(kind)}`
  }
  if (value?.halftone !== kind)
    throw wrongFile`${name} is not a ${kind}: it has no "halftone": "${kind}"; ${remedy(kind)}`
  if (value.version !== 1)
    throw wrongFile`${name} is a ${kind} of version ${value.version}; this Halftone reads version 1`
  return value
}

export function checkShape(value: unknown, shape: z.ZodType, name: string): void {
  const checked = shape.safeParse(value)
  if (checked.success) return
  const [{ path, message }] = checked.error.issues
  const wrongFile = userError('file', name)
  throw wrongFile`${name}: ${path.join('.') || 'the whole of it'}: ${message}; was it edited? Give the file as
    \`halftone run\` wrote it`
}

function remedy(kind: DocumentKind): string {
  return `give the .${kind}.json that \`halftone run\` wrote`
}
