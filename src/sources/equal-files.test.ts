import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { equalFiles } from './equal-files.ts'

async function readWarnings(...contents: readonly (readonly [name: string, content: string | Uint8Array])[]) {
  const folder = mkdtempSync(join(tmpdir(), 'halftone-equal-'))
  try {
    for (const [name, content] of contents) writeFileSync(join(folder, name), content)
    return (await equalFiles(contents.map(([name]) => join(folder, name)))).map((text) => text.replaceAll(folder, ''))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const lines = `age,sex\n${Array.from({ length: 90_000 }, (_, i) => `${i},F\n${i % 9 === 0 ? '\n' : ''}`).join('')}`

it.each([
  ['a copy', 'b.csv', lines],
  ['a copy without its last line end', 'b.csv', lines.trimEnd()],
  ['a copy with the line ends of Windows', 'b.csv', lines.replaceAll('\n', '\r\n')],
  ['a compressed copy', 'a.csv.gz', gzipSync(lines)],
])('equalFiles: %s holds the same', async (_, name, content) => {
  expect(await readWarnings(['a.csv', lines], [name, content])).toEqual([
    expect.stringMatching(`a.csv and .*${name} hold the same; everybody in them is counted twice`),
  ])
})

it('equalFiles: another last line, another empty line, half of it: not the same', async () => {
  const others = [lines.replace(/F\n$/, 'M\n'), lines.replace('50000,F\n', '50000,F\n\n'), lines.slice(0, 400_000)]
  expect(await readWarnings(['a.csv', lines], ...others.map((content, i) => [`${i}.csv`, content] as const))).toEqual(
    [],
  )
  expect(await readWarnings(['a.csv', lines], ['a.csv.gz', gzipSync(lines).subarray(0, -20)])).toEqual([])
})
