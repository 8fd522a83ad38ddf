/** The GitHub action: its file is well formed, and its script runs and verifies a job, with annotations and outputs. */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import * as yaml from 'yaml'
import { builtCommand } from './command.ts'
import { inFolder } from './end-to-end/workshop.ts'
import { needs } from './needs.ts'

interface Step {
  readonly id?: string
  readonly uses?: string
  readonly shell?: string
  readonly env?: Readonly<Record<string, string>>
  readonly run?: string
}

interface Action {
  readonly inputs: Readonly<Record<string, { readonly description: string; readonly default: string }>>
  readonly outputs: Readonly<Record<string, { readonly value: string }>>
  readonly runs: { readonly using: string; readonly steps: readonly Step[] }
}

const root = join(import.meta.dirname, '..')
const action = yaml.parse(readFileSync(join(root, 'action.yml'), 'utf8')) as Action
const { steps } = action.runs
const last = steps.at(-1) as Step

it('action.yml is composite: each script names its shell, and no input is text of a script', () => {
  expect(action.runs.using).toBe('composite')
  for (const step of steps) expect([step.uses, step.shell].filter(Boolean).length).toBe(1)
  expect(steps.map(({ run }) => run ?? '').join()).not.toContain('${{')
  const names = Object.values(last.env ?? {}).map((value) => /^\$\{\{ inputs\.([\w-]+) \}\}$/.exec(value)?.[1])
  expect([...names, 'node-version'].sort()).toEqual(Object.keys(action.inputs).sort())
  for (const { value } of Object.values(action.outputs)) expect(value).toContain(`steps.${last.id}.outputs.`)
})

const people = `name,age,town\n${Array.from({ length: 60 }, (_, i) => `P${i},${20 + (i % 6)},t${i % 2}`).join('\n')}\n`
const job = {
  version: 1,
  data: { source: 'people.csv' },
  columns: {
    name: { role: 'identifier' },
    age: { role: 'quasi-identifier', type: 'numeric' },
    town: { role: 'quasi-identifier', order: ['t0', 't1'] },
  },
  privacy: { k: 5 },
  output: { release: 'out/release.csv' },
}
const files = { 'people.csv': people, 'job.yaml': JSON.stringify(job) }
const built = { met: existsSync(builtCommand), missing: 'the command is not built: npm run build' }

/** Runs the action's script as a runner does, with the defaults of its inputs. */
function runStep(folder: string, inputs: Readonly<Record<string, string>>) {
  const output = join(folder, 'github-output')
  writeFileSync(output, '')
  const asked = Object.entries(last.env ?? {}).map(([variable, value]) => {
    const name = value.replaceAll(/[^\w.-]|inputs\./g, '')
    return [variable, inputs[name] ?? action.inputs[name].default]
  })
  const env = { ...process.env, ...Object.fromEntries(asked), GITHUB_ACTION_PATH: root, GITHUB_OUTPUT: output }
  const { status, stdout, stderr } = spawnSync('bash', ['-c', last.run ?? ''], { cwd: folder, env, encoding: 'utf8' })
  return { status, printed: stdout + stderr, outputs: readFileSync(output, 'utf8') }
}

describe('the script of the action', needs(built), () => {
  it('runs a job and verifies its release', async () => {
    await inFolder(files, async (folder) => {
      const run = runStep(folder, {})
      expect([run.status, run.printed]).toEqual([0, expect.stringContaining('::notice title=halftone run::green: 60')])
      expect(run.outputs).toContain(`verdict=green\nrelease=${join(folder, 'out', 'release.csv')}`)
      const verify = runStep(folder, { command: 'verify', release: 'out/release.csv' })
      expect([verify.status, verify.printed]).toEqual([0, expect.stringContaining('::notice file=out/release.csv')])
      expect(verify.outputs).toContain('verdict=holds\nrelease=out/release.csv')
      writeFileSync(join(folder, 'other.csv'), 'age,town\n20,t0\n')
      const broken = runStep(folder, { command: 'verify', release: 'other.csv' })
      expect([broken.status, broken.printed]).toEqual([1, expect.stringContaining('::error file=other.csv')])
    })
  })

  it('passes arguments on, says what is wrong, and takes no input for a command of the shell', async () => {
    await inFolder(files, async (folder) => {
      for (const [inputs, words] of [
        [{ arguments: '--k\n100' }, '::error title=halftone run::'],
        [{ job: '$(touch planted).yaml' }, 'no such job file'],
        [{ command: 'studio' }, 'must be run or verify'],
        [{ command: 'verify' }, 'must name the file to verify'],
      ] as const) {
        const { status, printed } = runStep(folder, inputs)
        expect([status, printed]).toEqual([expect.any(Number), expect.stringContaining(words)])
        expect(status).not.toBe(0)
      }
      expect(existsSync(join(folder, 'planted'))).toBe(false)
    })
  })
})
