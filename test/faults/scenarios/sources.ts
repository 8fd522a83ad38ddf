/**
 * Faults in the text of a checkout: tests that cannot fail, rooms that import each other, and a README that asks for a
 * package of strangers.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkout, type Look, type Scenarios, type Sighting } from '../scenario.ts'

const text = (path: string) => (existsSync(join(checkout, path)) ? readFileSync(join(checkout, path), 'utf8') : '')

/** The body of a test, from its title to the next one. */
const test = (path: string, title: string) =>
  text(path)
    .split(title)[1]
    ?.split(/\n {2}(?:it|test)\(/)[0] ?? ''

const sees = (isFault: boolean, seen: string): Promise<Sighting> => Promise.resolve({ isFault, seen })

/** A test that says the fault in its body, or no longer says what would find it. */
const cannotFail =
  (path: string, title: string, finds: RegExp): Look =>
  () => {
    const body = test(path, title)
    if (body === '') return Promise.resolve(`not seen: ${path} has no test "${title}"`)
    return sees(!finds.test(body), finds.test(body) ? `asks ${finds}` : `nothing in it asks ${finds}`)
  }

/** Whether a TypeScript file below one folder imports a file of another. */
function imports(folder: string, other: string): boolean {
  const root = join(checkout, folder)
  if (!existsSync(root)) return false
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'))
  return files.some((name) => new RegExp(`from '(?:\\.\\./)+${other}/`).test(readFileSync(join(root, name), 'utf8')))
}

export const scenarios: Scenarios = {
  'tests: a table without a caption': [
    {},
    cannotFail('src/report/html.test.ts', 'captions every table', /toBeGreaterThan\(0\)[\s\S]*not\.toContain\(''\)/),
  ],
  'tests: a lock that is taken twice': [
    {},
    cannotFail('src/study/study-lock.test.ts', 'is taken once', /lockFolder\(folder\)\)\.rejects/),
  ],
  'tests: the run nearest to a knee': [
    {},
    cannotFail('src/report/study/ru-map.test.ts', 'the run nearest to the mean', /Math\.min\(\.\.\.distances\)/),
  ],
  'rooms: papers and bench import each other': [
    {},
    () => {
      const [papers, bench] = existsSync(join(checkout, 'research'))
        ? ['research/papers', 'research/bench']
        : ['papers', 'bench']
      const both = [imports(papers, 'bench'), imports(bench, 'papers')]
      return sees(!both.includes(false), `papers → bench: ${both[0]}, bench → papers: ${both[1]}`)
    },
  ],
  'README: a name of the registry that anyone could take': [
    {},
    () => {
      const [npx, link] = ['npx halftone', 'npm link'].map((words) => text('README.md').indexOf(words))
      return sees(npx >= 0 && (link < 0 || npx < link), `npx halftone at ${npx}, npm link at ${link}`)
    },
  ],
}
