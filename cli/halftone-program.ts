/** The whole command line; each command is loaded only when called. */
import { Command } from '@commander-js/extra-typings'
import { addApply } from './commands/apply.ts'
import { addAttack } from './commands/attack.ts'
import { addCompletion } from './commands/completion.ts'
import { addDemo } from './commands/demo.ts'
import { addEvaluate } from './commands/evaluate.ts'
import { addInit } from './commands/init.ts'
import { addKey } from './commands/key.ts'
import { addList } from './commands/list.ts'
import { addRisk } from './commands/risk.ts'
import { addRun } from './commands/run.ts'
import { addSample } from './commands/sample.ts'
import { addSql } from './commands/sql.ts'
import { addStudio } from './commands/studio.ts'
import { addStudy } from './commands/study.ts'
import { addVerify } from './commands/verify.ts'
import { exitCodesText } from './exit-codes.ts'
import { readVersion } from './version.ts'

export function halftoneProgram(): Command {
  const program: Command = new Command()
    .name('halftone')
    .description('Publishes data about people so that it stays useful and nobody can be picked out.')
    .version(readVersion(), '-V, --version')
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

  for (const add of [
    addInit,
    addRun,
    addVerify,
    addRisk,
    addApply,
    addSql,
    addEvaluate,
    addAttack,
    addStudy,
    addKey,
    addList,
    addSample,
    addStudio,
    addDemo,
    addCompletion,
  ])
    add(program)
  return program
}
