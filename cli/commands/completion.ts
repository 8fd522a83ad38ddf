/** `halftone completion SHELL`: a script that completes commands, options and files. */
import { Argument, type Command } from '@commander-js/extra-typings'
import { answer } from '../command.ts'
import { completionScript, SHELLS } from '../completion.ts'

const HELP = `
Examples:
  source <(halftone completion bash)                   # in ~/.bashrc
  halftone completion zsh > ~/.zfunc/_halftone   # a folder of fpath
  halftone completion fish > ~/.config/fish/completions/halftone.fish`

export function addCompletion(program: Command): void {
  program
    .command('completion')
    .description('prints a completion script for your shell')
    .addArgument(new Argument('<shell>', 'which shell').choices(SHELLS))
    .option('--json', 'print one JSON object instead of text')
    .addHelpText('after', HELP)
    .action((shell, options) =>
      answer(options, async () => {
        const script = completionScript(program, shell)
        return { record: { shell, script }, text: script.trimEnd() }
      }),
    )
}
