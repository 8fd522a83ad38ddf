/**
 * The folders' import arrows: a folder may import earlier stations and shared ground, never later ones. The table is the one in
 * docs/architecture.md; a new folder must be put in here before anything in it can be imported.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { describe, expect, it } from 'vitest'

const sharedGround = [
  'errors.ts',
  'csv.ts',
  'names.ts',
  'made-once.ts',
  'options.ts',
  'small-file.ts',
  'version.ts',
  'random',
  'statistics',
  'workers',
]

const stations = [
  'table',
  'hierarchy',
  'sql',
  'engines',
  'sources',
  'frequency',
  'requirements',
  'presets',
  'metrics',
  'recoding',
  'pseudonyms',
  'learn',
  'search',
  'release',
  'verification',
  'report',
]

/** Earlier first: whatever stands here may import what its line names, which all stands above it. */
const arrows: Readonly<Record<string, readonly string[]>> = {
  'errors.ts': [],
  'csv.ts': [],
  'names.ts': [],
  'made-once.ts': [],
  'options.ts': [],
  'small-file.ts': [],
  'version.ts': [],
  random: [],
  statistics: [],
  workers: [],
  sample: [],
  table: [],
  hierarchy: ['table'],
  sql: ['table'],
  engines: ['sql', 'table'],
  sources: ['engines', 'sql', 'table'],
  frequency: ['engines', 'sql', 'hierarchy', 'table'],
  roles: ['frequency', 'hierarchy', 'engines', 'table'],
  requirements: ['frequency', 'hierarchy', 'sql', 'table'],
  presets: ['roles', 'requirements', 'frequency', 'hierarchy', 'table'],
  metrics: ['frequency', 'hierarchy'],
  recoding: ['hierarchy', 'sql', 'table'],
  pseudonyms: ['recoding', 'sources', 'engines', 'sql', 'hierarchy', 'table'],
  learn: ['frequency', 'table'],
  search: ['frequency', 'hierarchy', 'requirements', 'metrics', 'learn', 'recoding'],
  verification: ['sources', 'engines', 'sql', 'frequency', 'requirements', 'metrics', 'hierarchy'],
  release: ['recoding', 'frequency', 'hierarchy', 'engines', 'sources', 'sql', 'table', 'verification'],
  report: ['table', 'presets', 'metrics', 'frequency', 'hierarchy', 'verification', 'search', 'learn'],
  // What puts the stations together: what is asked, what each kind of data does, the path, and those who go along it.
  'outputs.ts': [],
  'manifest.ts': ['release', 'verification', 'report', 'table'],
  'job.ts': ['table', 'engines', 'requirements', 'presets', 'metrics', 'search'],
  'job-files.ts': ['table', 'engines', 'requirements', 'pseudonyms'],
  'plan.ts': [...stations, 'outputs.ts', 'job-files.ts'],
  'run.ts': [...stations, 'outputs.ts'],
  kinds: [...stations, 'outputs.ts', 'plan.ts', 'run.ts'],
  'read-plan.ts': ['sources', 'table', 'job.ts', 'plan.ts', 'kinds'],
  'recoding-as-sql.ts': ['hierarchy', 'requirements', 'recoding', 'sql'],
  'published-set.ts': [...stations, 'outputs.ts', 'manifest.ts'],
  'publish.ts': [...stations, 'outputs.ts', 'manifest.ts', 'run.ts', 'read-plan.ts', 'kinds', 'published-set.ts'],
  'anonymize.ts': [...stations, 'outputs.ts', 'run.ts', 'read-plan.ts', 'kinds', 'publish.ts'],
  'anonymize-rows.ts': [...stations, 'outputs.ts', 'manifest.ts', 'run.ts', 'job.ts', 'read-plan.ts', 'anonymize.ts'],
  'apply.ts': [
    ...stations,
    'outputs.ts',
    'plan.ts',
    'run.ts',
    'read-plan.ts',
    'kinds',
    'published-set.ts',
    'anonymize.ts',
  ],
  'dry-run.ts': [...stations, 'outputs.ts', 'run.ts', 'read-plan.ts', 'kinds'],
  'verify.ts': [...stations, 'plan.ts', 'read-plan.ts', 'kinds', 'published-set.ts'],
  'learned.ts': [...stations, 'plan.ts', 'published-set.ts'],
  'risk.ts': [...stations, 'kinds', 'published-set.ts'],
  'what-if.ts': [...stations, 'run.ts', 'read-plan.ts', 'kinds'],
  'what-if-classes.ts': [...stations, 'plan.ts', 'run.ts', 'read-plan.ts', 'kinds'],
  // `init-items.ts` is its other half, `init-search.ts` which search it writes.
  init: [...stations, 'roles', 'kinds'],
  'run-in-child-process.ts': [...stations, 'run.ts', 'read-plan.ts', 'kinds', 'anonymize.ts'],
  evaluate: [...stations, 'outputs.ts', 'plan.ts', 'read-plan.ts', 'kinds', 'published-set.ts', 'anonymize.ts'],
  study: [
    ...stations,
    'outputs.ts',
    'job.ts',
    'job-files.ts',
    'plan.ts',
    'run.ts',
    'read-plan.ts',
    'anonymize.ts',
    'evaluate',
  ],
}
/** The two doors show all of it. */
const doors = ['index.ts', 'workbench.ts']

interface Import {
  readonly file: string
  readonly path: string
  readonly from: string
  readonly to: string
}

function importsUnder(folder: string): Import[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => name.split('\\').join('/'))
    .filter((name) => /\.tsx?$/.test(name) && !/\.(test|as)\.tsx?$/.test(name))
    .flatMap((name) => {
      const file = posix.join(folder, name)
      const text = readFileSync(file, 'utf8')
      return [...text.matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)].map(([, path]) => ({
        file,
        path: posix.join(dirname(file), path),
        from: station(file),
        to: station(posix.join(dirname(file), path)),
      }))
    })
}

/** `src/search/genetic/x.ts` is of the station `search`, `src/plan.ts` of `plan.ts`. */
function station(file: string): string {
  const [top, second] = file.split('/')
  if (top !== 'src') return top
  return /^init(-items|-search)?\.ts$/.test(second) ? 'init' : second
}

describe('import arrows', () => {
  const imports = importsUnder('src')

  it('knows every folder of src', () => {
    const known = [...Object.keys(arrows), ...doors]
    const folders = readdirSync('src').filter(
      (name) => !/^\.|\.test\.ts$|\.md$/.test(name) && readable(join('src', name)),
    )
    expect(folders.filter((name) => !known.includes(station(`src/${name}`)))).toEqual([])
  })

  it('lets a station import only earlier stations and shared ground', () => {
    const wrong = imports.filter(({ from, to }) => {
      if (from === to || doors.includes(from) || sharedGround.includes(to)) return false
      return !(arrows[from] ?? []).includes(to)
    })
    expect(wrong.map(({ file, to }) => `${file} imports ${to}`)).toEqual([])
  })

  it('goes one way: what may be imported stands above in the list', () => {
    const order = Object.keys(arrows)
    const back = Object.entries(arrows).flatMap(([from, tos]) =>
      tos.filter((to) => order.indexOf(to) >= order.indexOf(from)).map((to) => `${from} → ${to}`),
    )
    expect(back).toEqual([])
  })

  it('lets only open-engine.ts name an engine', () => {
    const folders = ['src', 'cli', 'studio', 'bench', 'examples', 'papers'].flatMap(importsUnder)
    const wrong = folders.filter(
      ({ file, path }) => /^src\/engines\/.+\//.test(path) && !file.startsWith('src/engines/'),
    )
    expect(wrong.map(({ file, path }) => `${file} imports ${path}`)).toEqual([])
  })

  it('lets benches import papers, never the reverse', () => {
    const wrong = importsUnder('papers').filter(({ path }) => path.startsWith('bench/'))
    expect(wrong.map(({ file, path }) => `${file} imports ${path}`)).toEqual([])
  })

  it('lets the command line come in by the workbench', () => {
    // Codes of errors, names of encodings and of warehouses are needed before anything else is loaded. Sample data has a small door of its own, so that `halftone sample` need not load the engine.
    const wrong = importsUnder('cli').filter(
      ({ to, path }) =>
        !['cli', 'errors.ts', 'workbench.ts', 'sample', 'studio'].includes(to) &&
        !['src/table/encodings.ts', 'src/sql/warehouse-names.ts'].includes(path),
    )
    expect(wrong.map(({ file, to }) => `${file} imports ${to}`)).toEqual([])
  })

  it('lets the studio come in by the workbench; its pages draw with the charts of the report', () => {
    const server = importsUnder('studio/server').filter(({ to }) => !['studio', 'workbench.ts'].includes(to))
    const client = importsUnder('studio/client').filter(
      ({ to, path }) =>
        !['studio', 'workbench.ts', 'outputs.ts', 'report'].includes(to) &&
        !['src/table/about.ts', 'src/names.ts'].includes(path),
    )
    expect([...server, ...client].map(({ file, to }) => `${file} imports ${to}`)).toEqual([])
  })
})

/** Empty folders are no folders to git. */
function readable(path: string): boolean {
  return path.endsWith('.ts') || readdirSync(path, { recursive: true }).length > 0
}
