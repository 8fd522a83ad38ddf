/** docs/words.md says which words are not used; here they are looked for, in sources, messages, schema and docs. Tests and the changelog may quote them. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const BANNED = /\b([Tt]old|[Mm]end(s|ed|ing)?|(run|start)Apart|Apart[A-Z]\w*)\b/

const files = [
  ...['src', 'cli', 'studio', 'docs', 'examples', 'research', 'scripts'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map((name) => join(folder, name))
      .filter((name) => /\.(tsx?|md|css|ya?ml|schema\.json)$/.test(name) && !/\.test\.tsx?$/.test(name)),
  ),
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
]

it('no source, message or page has a word of the list in docs/words.md', () => {
  const found = files
    .filter((file) => !/(^|[\\/])words\.md$/.test(file))
    .flatMap((file) =>
      readFileSync(file, 'utf8')
        .split('\n')
        .flatMap((line, i) => (BANNED.test(line) ? [`${file}:${i + 1}: ${BANNED.exec(line)?.[0]}`] : [])),
    )
  expect(found).toEqual([])
})
