/** What we publish is what the code says: the JSON Schemas, and the package as a user installs it. */
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { jobJsonSchema } from '../src/plan/job.ts'
import { studyJsonSchema } from '../src/study/study-schema.ts'
import { installInProject, pack, type Tarball } from './packed.ts'

describe.each([
  ['docs/job.schema.json', jobJsonSchema],
  ['docs/study.schema.json', studyJsonSchema],
])('%s', (file, schema) => {
  it('is what the schema says; npx tsx scripts/write-schema.ts writes it', () => {
    expect(readFileSync(file, 'utf8')).toBe(schema())
  })
})

describe('the packed tarball', () => {
  const room = mkdtempSync(join(tmpdir(), 'halftone-packed-'))
  afterAll(() => rmSync(room, { recursive: true, force: true }))
  let tarball: Tarball
  let command: string
  beforeAll(() => {
    tarball = pack(room)
    command = installInProject(room, tarball)
  })

  const quiet = { encoding: 'utf8' as const, stdio: ['ignore', 'pipe', 'pipe'] as ('ignore' | 'pipe')[] }
  const node = (cwd: string, ...words: string[]) => execFileSync(process.execPath, words, { ...quiet, cwd })

  it('holds what a user needs, and no more than 3.5 MB of it', () => {
    const { paths, size } = tarball
    expect(paths).toContain('dist/src/frequency/kernel/kernel.wasm')
    expect(paths).toContain('dist/src/init/roles/words/column-names.txt')
    expect(paths).toContain('dist/studio/client/index.html')
    expect(paths).toContain('examples/study.yaml')
    expect(
      paths.filter((path) =>
        /\.test\.|\.as\.|(?<!^dist\/cli\/[^/]+)\.map$|\.png$|^(src|test|bench|scripts)\//.test(path),
      ),
    ).toEqual([])
    // Each built file of the library has a source: nothing is left over from an earlier build.
    const built = paths.filter((path) => /^dist\/(src|studio\/server)\/.*(?<!\.bundle|\.page)\.js$/.test(path))
    expect(built.filter((path) => !existsSync(path.replace(/^dist\//, '').replace(/js$/, 'ts')))).toEqual([])
    expect(size).toBeLessThan(3.5e6)
  })

  it('is what package.json says: publint finds no fault', async () => {
    const { messages, pkg } = await publint({ pack: { tarball: bytesOf(tarball).buffer }, strict: true })
    expect(messages.map((message) => formatMessage(message, pkg) ?? message.code)).toEqual([])
  })

  it('has types that are right in all ways to resolve them that we promise: Are The Types Wrong finds no fault', async () => {
    const result = await checkPackage(createPackageFromTarballData(bytesOf(tarball)))
    if (!result.types) expect.fail('the package has no types')
    // ES modules only: CommonJS under node16 uses a dynamic import. Resolution as before Node 12 knows no `exports`.
    const expected = ({ kind, ...problem }: (typeof result.problems)[number]) =>
      kind === 'CJSResolvesToESM' || ('resolutionKind' in problem && problem.resolutionKind === 'node10')
    expect(result.problems.filter((problem) => !expected(problem))).toEqual([])
  })

  it('installs into an empty folder, and its halftone works there', async () => {
    expect(existsSync(join(room, 'node_modules', '.bin', 'halftone'))).toBe(true)
    node(room, command, 'sample', 'census', '--rows', '400', '--output', 'census')
    const result = JSON.parse(node(room, command, 'run', 'census/job.yaml', '--json'))
    expect(result).toMatchObject({ outcome: 'found', rows: 400, verification: { verdict: 'holds' } })
    expect(existsSync(join(room, 'census', 'out', 'report.html'))).toBe(true)
    await expectStudio(command, room)
  })

  it('keeps its compiled code for the next start, where that can be written', () => {
    const kept = join(dirname(command), '.compiled')
    rmSync(kept, { recursive: true, force: true })
    const list = () => node(room, command, 'list', 'search')
    const first = list()
    expect(readdirSync(kept, { recursive: true, encoding: 'utf8' }).length).toBeGreaterThan(1)
    expect(list()).toBe(first)
    rmSync(kept, { recursive: true })
    writeFileSync(kept, 'not a folder')
    expect(list()).toBe(first)
    rmSync(kept)
  })

  const program = `anonymize(readPlan('../census/job.yaml'), { force: true, threads: 1 })
  .then((result) => console.log(result.outcome, result.metrics?.['LM'] !== undefined))\n`

  it.each([
    ['module', `import { anonymize, readPlan } from 'halftone'\n`],
    ['commonjs', `const { anonymize, readPlan } = require('halftone')\n`],
  ])('is imported by JavaScript in a project of type %s', (type, imports) => {
    const project = makeProject(`javascript-${type}`, {
      'package.json': JSON.stringify({ type }),
      'program.js': imports + program,
    })
    expect(node(project, 'program.js')).toBe('found true\n')
  })

  // With types that say nothing (any), TypeScript would complain that no error was found.
  const typed = `// @ts-expect-error
export const wrong = () => anonymize(1)\n${program}`
  const imported = `import { anonymize, readPlan } from 'halftone'\n${typed}`

  it.each([
    ['module', 'node16', 'node16', imported, /^import \{ anonymize, readPlan \} from 'halftone';$/m],
    ['module', 'esnext', 'bundler', imported, /^import \{ anonymize, readPlan \} from 'halftone';$/m],
    ['commonjs', 'nodenext', 'nodenext', imported, /^const halftone_1 = require\("halftone"\);$/m],
    [
      'commonjs',
      'node16',
      'node16',
      `import('halftone').then(({ anonymize, readPlan }) => {\n${typed.replace('export ', '')}})\n`,
      /^import\('halftone'\)/m,
    ],
  ])(
    'has types for TypeScript in a project of type %s, module %s, moduleResolution %s',
    (type, module, moduleResolution, text, compiled) => {
      // Our own declarations are checked in one of them.
      const skipLibCheck = type === 'commonjs' || module !== 'node16'
      const places = { types: ['node'], typeRoots: [resolve('node_modules/@types')] }
      const language = { strict: true, target: 'es2022', lib: ['es2023'] }
      const project = makeProject(`typescript-${type}-${module}`, {
        'package.json': JSON.stringify({ type }),
        'program.ts': text,
        'tsconfig.json': JSON.stringify({
          compilerOptions: { ...language, ...places, module, moduleResolution, skipLibCheck },
          files: ['program.ts'],
        }),
      })
      const { status, stdout } = spawnSync(process.execPath, [resolve('node_modules/typescript/bin/tsc'), '-p', '.'], {
        ...quiet,
        cwd: project,
      })
      expect([status, stdout]).toEqual([0, ''])
      // What TypeScript makes of it is what runs above as JavaScript, but for the import that waits.
      expect(readFileSync(join(project, 'program.js'), 'utf8')).toMatch(compiled)
      if (text !== imported) expect(node(project, 'program.js')).toBe('found true\n')
    },
  )

  it('has types that the oldest TypeScript understands which is promised, our own declarations checked', () => {
    const floor = JSON.parse(readFileSync('node_modules/typescript-floor/package.json', 'utf8')).version as string
    expect(readFileSync('README.md', 'utf8')).toContain(`TypeScript ${floor.replace(/\.\d+$/, '')} or later`)
    const text = `import { anonymizeRows, type RowsJob, UserError } from 'halftone'
const job: RowsJob = { columns: { age: { role: 'quasi-identifier', type: 'numeric' } }, privacy: { k: 2 } }
// @ts-expect-error
export const wrong: RowsJob = { columns: { age: { role: 'nobody' } }, privacy: { k: 2 } }
anonymizeRows([{ age: 31 }, { age: 31 }], job).then(
  ({ rows, verdict }) => console.log(rows?.map((row) => row['age']).join(), verdict),
  (error: unknown) => console.log(error instanceof UserError && error.code),
)\n`
    const types = { types: ['node'], typeRoots: [resolve('node_modules/@types')] }
    const project = makeProject('typescript-floor', {
      'package.json': '{ "type": "module" }',
      'program.ts': text,
      'tsconfig.json': JSON.stringify({
        compilerOptions: {
          strict: true,
          target: 'es2022',
          lib: ['es2023'],
          module: 'node16',
          skipLibCheck: false,
          skipDefaultLibCheck: true,
          ...types,
        },
        files: ['program.ts'],
      }),
    })
    expect(node(project, '-e', checkOurs)).toBe('')
    expect(node(project, 'program.js')).toBe('ANY,ANY green\n')
  })

  it('init in a project writes where the schema of the installed package is', () => {
    const project = makeProject('with-schema', { 'people.csv': `age,sex\n${'31,f\n44,m\n'.repeat(20)}` })
    node(project, command, 'init', 'people.csv')
    const [line] = readFileSync(join(project, 'job.yaml'), 'utf8').split('\n')
    expect(line).toBe('# yaml-language-server: $schema=../node_modules/halftone/docs/job.schema.json')
    expect(existsSync(join(project, line.split('=')[1]))).toBe(true)
  })

  // The last one: nothing works after it.
  it('says which package is missing, and how to get it, where npm has left out the binding of DuckDB', () => {
    const folder = join(room, 'node_modules', '@duckdb')
    const bindings = readdirSync(folder).filter((name) => name.startsWith('node-bindings-'))
    for (const name of bindings) rmSync(join(folder, name), { recursive: true })
    const { version } = JSON.parse(readFileSync(join(folder, 'node-bindings', 'package.json'), 'utf8'))
    const { status, stderr } = spawnSync(process.execPath, [command, 'demo', '--rows', '100'], { ...quiet, cwd: room })
    expect(status).toBe(2)
    expect(stderr).toContain(`the package @duckdb/${bindings[0]} is not installed`)
    expect(stderr).toContain(`npm install @duckdb/${bindings[0]}@${version}`)
    expect(stderr).not.toMatch(/^ +at /m)
  })

  function makeProject(name: string, files: Readonly<Record<string, string>>): string {
    const project = join(room, name)
    mkdirSync(project)
    for (const [file, text] of Object.entries(files)) writeFileSync(join(project, file), text)
    return project
  }
})

function bytesOf({ file }: Tarball): Uint8Array<ArrayBuffer> {
  return new Uint8Array(readFileSync(file))
}

/** Compiles the project in this folder file by file, prints what is wrong in it and in our declarations, and checks none of those of others. */
const checkOurs = `const ts = require(${JSON.stringify(resolve('node_modules/typescript-floor'))})
const { fileNames, options } = ts.getParsedCommandLineOfConfigFile('tsconfig.json', {}, ts.sys)
const program = ts.createProgram(fileNames, options)
const ours = program.getSourceFiles().filter(({ fileName }) => !/node_modules\\/(?!halftone\\/)/.test(fileName))
if (!ours.some(({ fileName }) => fileName.endsWith('halftone/dist/src/index.d.ts'))) throw new Error('no declarations')
const inFile = (file) => [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)]
const found = [...program.getOptionsDiagnostics(), ...program.getGlobalDiagnostics(), ...ours.flatMap(inFile)]
const host = { getCurrentDirectory: () => process.cwd(), getCanonicalFileName: (name) => name, getNewLine: () => '\\n' }
process.stdout.write(ts.formatDiagnostics(found, host))
for (const name of fileNames) program.emit(program.getSourceFile(name))`

/** The studio starts, serves its page to anyone who has the token, and ends with Ctrl-C. */
async function expectStudio(halftone: string, cwd: string): Promise<void> {
  const child = spawn(process.execPath, [halftone, 'studio', '--no-open', '--json'], {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = new Promise((resolve) => child.on('exit', resolve))
  try {
    const line = await new Promise<string>((resolve) => child.stdout.once('data', (text) => resolve(String(text))))
    const { url } = JSON.parse(line) as { url: string }
    const page = await fetch(url)
    expect(page.status).toBe(200)
    expect(await page.text()).toContain('<title>Halftone studio</title>')
    expect((await fetch(new URL('/', url))).status).toBe(403)
  } finally {
    child.kill('SIGINT')
  }
  expect(await ended).toBe(0)
}
