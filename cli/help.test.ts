import { readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { Command } from '@commander-js/extra-typings'
import { describe, expect, it } from 'vitest'

describe('--help', async () => {
  const program = new Command('halftone')
  for (const file of readdirSync(join(import.meta.dirname, 'commands'))) {
    const adds = Object.values(await import(`./commands/${basename(file, '.ts')}.ts`)) as ((program: Command) => void)[]
    for (const add of adds.filter((one) => one.name.startsWith('add'))) add(program)
  }
  const commands = program.commands.flatMap((command) => [command, ...command.commands])

  it.each(commands.map((command) => [command.name(), command] as const))('of %s has an example', (name, command) => {
    let words = ''
    command.configureOutput({
      writeOut: (more) => {
        words += more
      },
    })
    command.outputHelp()
    expect(words).toMatch(new RegExp(`Examples?:\\n.*halftone .*${name}`))
  })
})
