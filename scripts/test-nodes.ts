/**
 * Tests the packed package under every supported Node: installs it into an empty project, runs the demo, a study and
 * the library (ESM and CommonJS), and compares the releases byte for byte. `npm run test:nodes`, or `tsx
 * scripts/test-nodes.ts 22 24`. Node binaries come from the npm registry and are cached in node_modules/.cache.
 */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { installInProject, npm, pack } from '../test/packed.ts'

/** The oldest version that package.json allows, and the newest of each line. */
const wanted = process.argv.length > 2 ? process.argv.slice(2) : ['20.19.0', '22', '24']

const room = mkdtempSync(join(tmpdir(), 'halftone-nodes-'))
try {
  const halftone = installInProject(room, pack(room))
  const releases = wanted.map((version) => tryNode(findNode(version), halftone))
  if (new Set(releases).size > 1)
    throw new Error(`the releases differ from one Node to another: ${releases.join(', ')}`)
} finally {
  rmSync(room, { recursive: true, force: true })
}

/** Installs a Node version and returns its binary. */
function findNode(version: string): string {
  const platform = process.platform === 'win32' ? 'win' : process.platform
  const name = `${platform === 'darwin' && process.arch === 'arm64' ? 'node-bin' : 'node'}-${platform}-${process.arch}`
  const folder = resolve('node_modules', '.cache', `node-${version}`)
  const binary = join(folder, 'node_modules', name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
  if (!existsSync(binary)) {
    npm(
      '.',
      'install',
      '--prefix',
      folder,
      '--no-save',
      '--no-audit',
      '--no-fund',
      '--ignore-scripts',
      `${name}@${version}`,
    )
  }
  return binary
}

/** Returns the hash of the demo's release. */
function tryNode(node: string, halftone: string): string {
  const folder = mkdtempSync(join(room, 'run-'))
  const run = (...words: string[]): string =>
    execFileSync(node, words, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
  const expectFound = (what: string, text: string): void => {
    const { outcome, verification } = JSON.parse(text) as { outcome: string; verification?: { verdict: string } }
    if (outcome !== 'found' || verification?.verdict !== 'holds') throw new Error(`${what} of ${node}: ${text}`)
  }
  const began = performance.now()

  expectFound('the demo', run(halftone, 'demo', '--rows', '3000', '--output', 'demo', '--json'))

  writeFileSync(
    join(folder, 'study.yaml'),
    'version: 1\njob: demo/job.yaml\ngrid: { privacy.k: [5, 20] }\noutput: { folder: out }\n',
  )
  const study = JSON.parse(run(halftone, 'study', 'study.yaml', '--json')) as {
    runs: number
    outcomes: { found?: number }
  }
  if (study.runs !== 2 || study.outcomes.found !== 2) throw new Error(`the study of ${node}: ${JSON.stringify(study)}`)

  const program = `anonymize(readPlan('demo/job.yaml'), { force: true }).then((result) => console.log(JSON.stringify(result)))`
  writeFileSync(join(folder, 'program.mjs'), `import { anonymize, readPlan } from 'halftone'\n${program}\n`)
  writeFileSync(join(folder, 'program.cjs'), `const { anonymize, readPlan } = require('halftone')\n${program}\n`)
  for (const name of ['program.mjs', 'program.cjs']) expectFound(name, run(name))

  const release = createHash('sha256')
    .update(readFileSync(join(folder, 'demo', 'out', 'release.csv')))
    .digest('hex')
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  console.log(`Node ${run('--version').trim()}: demo, study, import and require hold, ${seconds} s`)
  return release
}
