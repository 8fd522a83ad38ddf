import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { needsRewriting, rewriteText } from './rewrite-text.ts'

const sink = { file: '', format: 'csv', delimiter: ';', compression: 'none' } as const

async function rewritten(text: string, more: Partial<Parameters<typeof rewriteText>[1]>): Promise<Buffer> {
  const folder = mkdtempSync(join(tmpdir(), 'halftone-test-'))
  try {
    writeFileSync(join(folder, 'a'), text)
    await rewriteText(join(folder, 'a'), { ...sink, ...more, file: join(folder, 'b') })
    return readFileSync(join(folder, 'b'))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

test('rewriteText changes line ends outside quotes alone, and letters to Latin-1 or UTF-16', async () => {
  const text = 'a;b\n"x\ny";é\n"say ""hi""\n";ß\n'
  expect((await rewritten(text, { lineEnd: '\r\n' })).toString()).toBe('a;b\r\n"x\ny";é\r\n"say ""hi""\n";ß\r\n')
  expect((await rewritten(text, { encoding: 'latin-1' })).toString('latin1')).toBe(text)
  expect((await rewritten('é;→😀\n', { encoding: 'utf-16' })).toString('utf16le')).toBe('\ufeffé;→😀\n')
  expect((await rewritten('é;→\n', { encoding: 'utf-8-bom' })).toString('utf8')).toBe('\ufeffé;→\n')
  const packed = await rewritten(text, { lineEnd: '\r\n', compression: 'gzip' })
  expect(gunzipSync(packed).toString()).toContain('a;b\r\n')
  await expect(rewritten('a\n→\n', { encoding: 'latin-1' })).rejects.toThrow('set output.encoding: utf-8')
})

test('needsRewriting: only what the engine does not write', () => {
  expect([needsRewriting(sink), needsRewriting({ ...sink, lineEnd: '\r\n' })]).toEqual([false, true])
})
