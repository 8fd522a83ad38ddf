/** Sends a file of the studio's folder as a download, or a report to view. */
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { Readable } from 'node:stream'
import type { Context } from 'hono'
import { UserError } from '../../src/ground/errors.ts'

/** A report has inline script and style; the sandbox keeps it away from the studio. */
const sandboxed =
  "sandbox allow-scripts allow-downloads allow-modals; default-src 'none'; script-src 'unsafe-inline'; style-src " +
  "'unsafe-inline'; img-src data: blob:"

/** `file` is absolute and known to be inside the folder. */
export async function sendFile(context: Context, file: string, { show = false } = {}): Promise<Response> {
  const size = (await stat(file).catch(() => undefined))?.size
  if (size === undefined)
    throw new UserError(`${basename(file)} is not there (any more); run again`, { path: file, rule: 'file' })
  if (show) context.header('content-security-policy', sandboxed)
  return context.body(Readable.toWeb(createReadStream(file)) as ReadableStream, 200, {
    'content-type': show ? 'text/html; charset=utf-8' : 'application/octet-stream',
    'content-length': String(size),
    'content-disposition': `${show ? 'inline' : 'attachment'}; filename*=UTF-8''${encodeURIComponent(basename(file))}`,
  })
}

export function sendPage(context: Context, text: string): Response {
  context.header('content-security-policy', sandboxed)
  return context.html(text)
}
