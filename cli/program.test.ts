import { Command } from '@commander-js/extra-typings'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { runProgram } from './program.ts'
import { wholeNumber } from './values.ts'

afterEach(() => {
  vi.restoreAllMocks()
  process.exitCode = undefined
})

async function tried(...words: string[]): Promise<{ stdout: string; stderr: string; code: typeof process.exitCode }> {
  const said = { stdout: '', stderr: '' }
  for (const stream of ['stdout', 'stderr'] as const) {
    vi.spyOn(process[stream], 'write').mockImplementation((text) => {
      said[stream] += text
      return true
    })
  }
  const program = new Command().name('halftone').version('1.2.3')
  program
    .command('run')
    .argument('<job>')
    .option('--k <number>', '', wholeNumber)
    .option('--json')
    .action(() => {})
  program.addCommand(new Command('sample').addCommand(new Command('census').option('--json').action(() => {})))
  await runProgram(program, words)
  vi.restoreAllMocks()
  return { ...said, code: process.exitCode }
}

describe('runProgram with --json prints one JSON object, whatever is wrong', () => {
  it.each([
    [['rnu'], 'unknown command'],
    [['run'], "missing required argument 'job'"],
    [['run', 'job.yaml', '--nope'], "unknown option '--nope'"],
    [['run', 'job.yaml', '--k', 'ten'], 'must be a whole number; got "ten"'],
    [['run', 'job.yaml', 'more'], 'too many arguments'],
    [['sample', 'cities'], "unknown command 'cities'"],
    [['sample', 'census', '--nope'], "unknown option '--nope'"],
    [['sample'], "unknown option '--json'"],
    [[], "unknown option '--json'"],
  ])('halftone %j', async (words, says) => {
    const { stdout, stderr, code } = await tried(...words, '--json')
    expect(JSON.parse(stdout)).toEqual({ error: expect.stringContaining(says), kind: 'UserError', code: 'HT110' })
    expect(stderr).toContain(says)
    expect(stderr).toContain('--help')
    expect(code).toBe(2)
  })

  it('help and version are objects, too, and no mistake', async () => {
    expect(JSON.parse((await tried('run', '--help', '--json')).stdout).help).toContain('Usage: halftone run')
    expect(await tried('--version', '--json')).toMatchObject({ stdout: '{"version":"1.2.3"}\n', code: 0 })
  })
})

describe('runProgram in words', () => {
  it('keeps standard output for answers', async () => {
    expect(await tried('rnu')).toMatchObject({ stdout: '', stderr: expect.stringContaining('halftone:'), code: 2 })
    expect(await tried()).toMatchObject({ stdout: '', stderr: expect.stringContaining('Usage:'), code: 2 })
    expect(await tried('--version')).toMatchObject({ stdout: '1.2.3\n', code: 0 })
  })

  it('a name behind -- is no flag', async () => {
    expect(await tried('rnu', '--', '--json')).toMatchObject({ stdout: '', code: 2 })
  })
})
