/** Help, version and usage errors (exit code 2), as text or, with `--json`, as one JSON object. */
import type { Command, CommanderError } from '@commander-js/extra-typings'
import colors from 'picocolors'
import { ERROR_CODES } from '../src/ground/errors.ts'

export async function runProgram(program: Command, words: readonly string[]): Promise<void> {
  const json = asksForJson(words)
  let said = ''
  for (const command of withSubcommands(program)) {
    command
      .exitOverride()
      .showHelpAfterError('(add --help for the options)')
      .configureOutput({
        writeOut: (text) => {
          said += text
          if (!json) process.stdout.write(text)
        },
        outputError: (text, write) => write(text.replace(/^error:/, colors.red('halftone:'))),
      })
  }
  try {
    await program.parseAsync(words, { from: 'user' })
  } catch (error) {
    const { code, exitCode, message } = error as CommanderError
    if (code?.startsWith('commander.') !== true) throw error
    process.exitCode = exitCode === 0 ? 0 : 2
    if (json)
      process.stdout.write(`${JSON.stringify(exitCode === 0 ? helpRecord(code, said) : fault(code, message))}\n`)
  }
}

/** Words after `--` are names. */
function asksForJson(words: readonly string[]): boolean {
  const end = words.indexOf('--')
  return words.slice(0, end < 0 ? words.length : end).includes('--json')
}

function withSubcommands(command: Command): Command[] {
  return [command, ...(command.commands as readonly Command[]).flatMap(withSubcommands)]
}

function helpRecord(code: string, text: string): object {
  return code === 'commander.version' ? { version: text.trim() } : { help: text }
}

function fault(code: string, message: string): object {
  const error = code === 'commander.help' ? 'a command is missing; halftone --help lists them' : message
  return { error: error.replace(/^error: /, ''), kind: 'UserError', code: ERROR_CODES.use.code }
}
