import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { Command } from '@commander-js/extra-typings'
import { describe, expect, it } from 'vitest'
import { needs } from '../test/needs.ts'
import { completionScript } from './completion.ts'

const program = new Command('halftone').option('-V, --version', 'the version')
for (const file of readdirSync(join(import.meta.dirname, 'commands'))) {
  const adds = Object.values(await import(`./commands/${basename(file, '.ts')}.ts`)) as ((program: Command) => void)[]
  for (const add of adds.filter((one) => one.name.startsWith('add'))) add(program as unknown as Command)
}

const has = (shell: string) => spawnSync(shell, ['--version']).status === 0
const fish = { met: has('fish'), missing: 'fish is not installed' }
const bash = { met: has('bash'), missing: 'bash is not installed' }

function inFile<T>(script: string, work: (file: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'halftone-completion-'))
  try {
    writeFileSync(join(folder, 'script'), script)
    return work(join(folder, 'script'))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

describe('completionScript(program, shell)', () => {
  it.each(['bash', 'zsh', 'fish'] as const)('%s: has every command and option', (shell) => {
    const script = completionScript(program as unknown as Command, shell)
    for (const command of program.commands) {
      expect(script).toContain(command.name())
      for (const { long } of command.options) expect(script).toContain(shell === 'fish' ? `-l ${long?.slice(2)}` : long)
    }
    if (has(shell))
      inFile(script, (file) => expect(spawnSync(shell, ['-n', file], { encoding: 'utf8' }).stderr).toBe(''))
  })

  it('zsh: no variable of the script is one of the shell', () => {
    const script = completionScript(program as unknown as Command, 'zsh')
    const locals = [...script.matchAll(/^\s*local (?:-a )?(.*)$/gm)].flatMap(([, names]) =>
      names.match(/[a-z]+(?==|\b)/g),
    )
    expect(locals).toContain('command')
    for (const local of ['path', 'words', 'status', 'argv', 'prompt']) expect(locals).not.toContain(local)
  })

  it('fish: completes commands, options, choices and words', needs(fish), () => {
    const complete = (line: string): string[] =>
      inFile(completionScript(program as unknown as Command, 'fish'), (file) => {
        const asked = `source ${file}; complete -C ${JSON.stringify(line)}`
        const { stdout } = spawnSync('fish', ['-N', '-c', asked], { encoding: 'utf8', cwd: import.meta.dirname })
        return stdout
          .trim()
          .split('\n')
          .map((one) => one.split('\t')[0])
      })
    expect(complete('halftone ver')).toEqual(['verify'])
    expect(complete('halftone run job.yaml --dry')).toEqual(['--dry-run'])
    expect(complete('halftone apply --unseen ')).toEqual(['fail', 'suppress'])
    expect(complete('halftone list me')).toEqual(['metric'])
    expect(complete('halftone sample census --ro')).toEqual(['--rows'])
  })

  it('bash: completes commands, options, choices and files', needs(bash), () => {
    const script = completionScript(program as unknown as Command, 'bash')
    const complete = (...words: readonly string[]): string[] => {
      const asked =
        `${script}
cd ${JSON.stringify(import.meta.dirname)}
COMP_WORDS=(halftone ${words.map((word) => JSON.stringify(word)).join(' ')}); COMP_CWORD=${words.length}; _halftone; ` +
        `printf '%s\\n' "\${COMPREPLY[@]}"`
      const { stdout, stderr } = spawnSync('bash', ['--norc'], { input: asked, encoding: 'utf8' })
      expect(stderr).toBe('')
      return stdout.trim().split('\n')
    }
    expect(complete('ver')).toEqual(['verify'])
    expect(complete('')).toEqual(program.commands.map((command) => command.name()))
    expect(complete('run', 'job.yaml', '--dry')).toEqual(['--dry-run'])
    expect(complete('apply', '--unseen', '')).toEqual(['suppress', 'fail'])
    expect(complete('list', 'me')).toEqual(['metric'])
    expect(complete('sample', 'cen')).toEqual(['census'])
    expect(complete('sample', 'census', '--ro')).toEqual(['--rows'])
    expect(complete('run', 'completion.t')).toEqual(['completion.test.ts', 'completion.ts'])
    expect(complete('run', '--output', 'exit-c')).toEqual(['exit-codes.ts'])
  })
})
