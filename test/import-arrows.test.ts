/**
 * The import arrows between the folders of src. `arrows` lists the folders from the ground up and, for each, the folders it imports:
 * exactly the edges in use. A new edge fails with the line to add, an unused one with the line to remove, and no folder imports a later one.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, posix } from 'node:path'
import { describe, expect, it } from 'vitest'
import { groupBy } from '../src/ground/maps.ts'

/** Ground is left out of the lists: every folder may import it. */
const arrows: Readonly<Record<string, string>> = {
  ground: '',
  table: '',
  hierarchy: 'table',
  sql: 'table hierarchy',
  engines: 'table sql',
  sources: 'table sql engines',
  frequency: 'hierarchy sql engines',
  baskets: 'sql engines',
  'init/roles': 'table hierarchy engines frequency',
  requirements: 'table hierarchy sql frequency baskets',
  presets: 'hierarchy init/roles requirements',
  metrics: 'hierarchy frequency baskets',
  learn: 'hierarchy sql engines frequency',
  recoding: 'table hierarchy sql frequency',
  lines: 'sql engines frequency',
  pseudonyms: 'table hierarchy sql engines sources recoding',
  search: 'hierarchy frequency baskets requirements metrics learn recoding',
  release: 'table hierarchy sql engines sources frequency baskets recoding lines',
  verification: 'hierarchy sql engines sources baskets requirements metrics',
  history: 'hierarchy sql engines sources recoding pseudonyms verification',
  report: 'table hierarchy frequency requirements presets metrics learn recoding search verification',
  plan: 'table hierarchy sql engines sources frequency baskets requirements presets metrics pseudonyms search release verification',
  'run.ts': 'engines search verification report plan',
  kinds:
    'table hierarchy sql engines sources frequency baskets init/roles requirements presets metrics learn recoding lines pseudonyms search release verification history report plan run.ts',
  attack:
    'hierarchy sql engines sources frequency baskets requirements metrics learn lines verification report plan kinds',
  publish: 'table sql engines sources release verification report plan run.ts kinds',
  'anonymize.ts': 'engines sources release verification plan run.ts kinds attack publish',
  evaluate: 'sql engines sources baskets metrics learn recoding release plan kinds publish anonymize.ts',
  study: 'table engines sources metrics learn report plan run.ts publish anonymize.ts evaluate',
  tasks:
    'table hierarchy sql engines sources frequency requirements metrics recoding search release verification history report plan run.ts kinds publish anonymize.ts',
  init: 'hierarchy sql engines sources frequency baskets init/roles presets lines search publish',
  sample: 'hierarchy publish',
}

/** The faces of the program, and the folders of src that each imports: exactly those in use. */
const faces: Readonly<Record<string, string>> = {
  cli: 'anonymize.ts attack engines evaluate ground init kinds learn metrics plan presets pseudonyms publish recoding release report requirements run.ts sample search sources sql study table tasks verification',
  'studio/server':
    'attack baskets engines frequency ground hierarchy init init/roles kinds learn metrics plan publish recoding release report requirements run.ts sample search sources sql study table tasks verification',
  'studio/client': 'frequency ground hierarchy kinds metrics plan report run.ts sql study table tasks verification',
}

/** The front door exports from every folder. */
const doors = ['index.ts']

interface Import {
  readonly file: string
  readonly path: string
  readonly from: string
  readonly to: string
  readonly typeOnly: boolean
}

const SOURCES = /^(?!.*\.(test|as)\.).*\.tsx?$/

function importsUnder(folder: string, files = SOURCES): Import[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => name.split('\\').join('/'))
    .filter((name) => files.test(name))
    .flatMap((name) => {
      const file = posix.join(folder, name)
      const text = readFileSync(file, 'utf8')
      return [...text.matchAll(/(import type [^']*)?(?:from|import)\s*\(?\s*'(\.[^']+)'/g)].map(([, type, target]) => {
        const path = posix.join(dirname(file), target)
        return { file, path, from: station(file), to: station(path), typeOnly: type !== undefined }
      })
    })
}

/** The folder of src a file belongs to; outside src, the top folder. */
function station(file: string): string {
  const [top, second, third] = file.split('/')
  if (top !== 'src') return top
  return `${second}/${third}` in arrows ? `${second}/${third}` : second
}

const order = Object.keys(arrows)
const allowed = (from: string): string[] => (arrows[from] ?? '').split(' ').filter((name) => name !== '')

/** The files that a chain of imports leads back to, together (Tarjan 1972). */
function cycles(files: Iterable<string>, imports: (file: string) => readonly string[]): string[][] {
  const found: string[][] = []
  const depths = new Map<string, number>()
  const open: string[] = []
  const visit = (file: string): number => {
    const depth = depths.size
    depths.set(file, depth)
    const place = open.push(file) - 1
    let lowest = depth
    for (const next of imports(file)) {
      if (!depths.has(next)) lowest = Math.min(lowest, visit(next))
      else if (open.includes(next)) lowest = Math.min(lowest, depths.get(next) as number)
    }
    if (lowest < depth) return lowest
    const together = open.splice(place)
    if (together.length > 1 || imports(file).includes(file)) found.push(together)
    return lowest
  }
  for (const file of files) if (!depths.has(file)) visit(file)
  return found
}

describe('import arrows', () => {
  const imports = importsUnder('src').filter(({ from, to }) => from !== to && to !== 'ground' && !doors.includes(from))

  it('lists every import between folders', () => {
    const missing = imports.filter(({ from, to }) => !allowed(from).includes(to))
    expect(missing.map(({ file, from, to }) => `${file}: add '${to}' to the line of '${from}'`)).toEqual([])
  })

  it('lists no import that is not in use', () => {
    const used = new Set(imports.map(({ from, to }) => `${from} ${to}`))
    const unused = order.flatMap((from) =>
      allowed(from)
        .filter((to) => !used.has(`${from} ${to}`))
        .map((to) => [from, to]),
    )
    expect(unused.map(([from, to]) => `remove '${to}' from the line of '${from}'`)).toEqual([])
  })

  it('goes one way: a folder imports only folders above it', () => {
    const back = order.flatMap((from) =>
      allowed(from)
        .filter((to) => order.indexOf(to) >= order.indexOf(from))
        .map((to) => `${from} → ${to}`),
    )
    expect(back).toEqual([])
    expect(importsUnder('src/ground').filter(({ to }) => to !== 'ground')).toEqual([])
  })

  it('has no cycle of files, types included', () => {
    const all = ['src', 'cli', 'studio', 'research', 'examples', 'scripts', 'test'].flatMap((folder) =>
      importsUnder(folder, /\.tsx?$/),
    )
    const imports = groupBy(all, ({ file }) => file)
    // Kernels are imported without their ending.
    const pathsOf = (file: string) => imports.get(file)?.map(({ path }) => path.replace(/\.as$/, '.as.ts')) ?? []
    expect(cycles(imports.keys(), pathsOf)).toEqual([])
    const letters: Readonly<Record<string, string>> = { a: 'bd', b: 'c', c: 'eb', d: '', e: 'e' }
    expect(cycles(Object.keys(letters), (letter) => [...letters[letter]])).toEqual([['e'], ['b', 'c']])
  })

  it('keeps the kinds of data apart: each imports kinds/table, which imports none of them; mixed is made of classes and items', () => {
    const kind = (path: string) => /^src\/kinds\/(\w+)\//.exec(path)?.[1]
    const between = importsUnder('src/kinds').filter(
      ({ file, path }) => kind(path) !== undefined && kind(file) !== kind(path),
    )
    const wrong = between.filter(
      ({ file, path }) => kind(file) !== undefined && kind(file) !== 'mixed' && kind(path) !== 'table',
    )
    expect(wrong.map(({ file, path }) => `${file} imports ${path}`)).toEqual([])
  })

  it('keeps methods of search apart: none imports another, and the contract imports none', () => {
    const method = (path: string) => /^src\/search\/methods\/([^/]+)\//.exec(path)?.[1]
    const wrong = importsUnder('src/search').filter(({ file, path }) => {
      const [from, to] = [method(file), method(path)]
      return to !== undefined && from !== to && (from !== undefined || file === 'src/search/search.ts')
    })
    expect(wrong.map(({ file, path }) => `${file} imports ${path}`)).toEqual([])
  })

  it('leaves start and improvement to run-search.ts: no method of search imports them', () => {
    const wrong = importsUnder('src/search/methods').filter(({ path }) =>
      /^src\/search\/(start|improve|islands)\//.test(path),
    )
    expect(wrong.map(({ file, path }) => `${file} imports ${path}`)).toEqual([])
  })

  it('lets only open-engine.ts name an engine', () => {
    const folders = ['src', 'cli', 'studio', 'research', 'examples'].flatMap((folder) => importsUnder(folder))
    const wrong = folders.filter(
      ({ file, path }) => /^src\/engines\/.+\//.test(path) && !file.startsWith('src/engines/'),
    )
    expect(wrong.map(({ file, path }) => `${file} imports ${path}`)).toEqual([])
  })

  it('lets benches import papers, never the reverse', () => {
    const wrong = importsUnder('research/papers').filter(({ path }) => path.startsWith('research/bench/'))
    expect(wrong.map(({ file, path }) => `${file} imports ${path}`)).toEqual([])
  })

  it.each(Object.entries(faces))('lists what %s imports of src', (face, folders) => {
    const used = new Set(importsUnder(face).flatMap(({ path, to }) => (path.startsWith('src/') ? [to] : [])))
    expect([...used].sort()).toEqual(folders.split(' ').sort())
  })

  it('gives the pages of the studio types, and values only from folders that run in a browser', () => {
    const values = importsUnder('studio/client').filter(({ path, typeOnly }) => path.startsWith('src/') && !typeOnly)
    expect([...new Set(values.map(({ to }) => to))].sort()).toEqual([
      'ground',
      'hierarchy',
      'plan',
      'report',
      'sql',
      'table',
    ])
  })
})
