/** The command line. Only the command that is called is loaded. */
import { Command } from '@commander-js/extra-typings'
import { version } from '../src/ground/version.ts'
import { exitCodesText } from './exit-codes.ts'

const commands: Readonly<Record<string, () => Promise<(program: Command) => void>>> = {
  init: async () => (await import('./commands/init.ts')).addInit,
  run: async () => (await import('./commands/run.ts')).addRun,
  verify: async () => (await import('./commands/verify.ts')).addVerify,
  risk: async () => (await import('./commands/risk.ts')).addRisk,
  apply: async () => (await import('./commands/apply.ts')).addApply,
  sql: async () => (await import('./commands/sql.ts')).addSql,
  evaluate: async () => (await import('./commands/evaluate.ts')).addEvaluate,
  attack: async () => (await import('./commands/attack.ts')).addAttack,
  study: async () => (await import('./commands/study.ts')).addStudy,
  key: async () => (await import('./commands/key.ts')).addKey,
  list: async () => (await import('./commands/list.ts')).addList,
  sample: async () => (await import('./commands/sample.ts')).addSample,
  studio: async () => (await import('./commands/studio.ts')).addStudio,
  demo: async () => (await import('./commands/demo.ts')).addDemo,
  completion: async () => (await import('./commands/completion.ts')).addCompletion,
}

/** Adds the command that the words begin with; all of them for help, completion and unknown words. */
export async function halftoneProgram(words: readonly string[] = []): Promise<Command> {
  const program: Command = new Command()
    .name('halftone')
    .description('Anonymizes data about people: the release stays useful, and nobody can be singled out.')
    .version(version, '-V, --version')
    .addHelpText(
      'after',
      `
Try it:
  halftone sample census --rows 30000 --output demo   sample data with a job file
  halftone run demo/job.yaml                          anonymize it
  halftone init people.csv                            a job file for your own data

${exitCodesText()}
Errors end with a code such as [HT103]; docs/commands.md has their table.`,
    )

  const named = Object.keys(commands).filter((name) => name === words[0] && name !== 'completion')
  for (const name of named.length > 0 ? named : Object.keys(commands)) (await commands[name]())(program)
  return program
}
