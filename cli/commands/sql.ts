/** `halftone sql RECODING`: prints a recoding as SQL for a warehouse, dbt or SQLMesh. */
import { type Command, Option } from '@commander-js/extra-typings'
import { requireSetOfRecoding } from '../../src/publish/published-set.ts'
import { WAREHOUSES } from '../../src/sql/warehouse-names.ts'
import { recodingAsSql } from '../../src/tasks/recoding-as-sql.ts'
import { answer } from '../command.ts'
import { helpText } from '../help.ts'
import { listOfNames } from '../values.ts'

export function addSql(program: Command): void {
  program
    .command('sql')
    .description('prints a recoding as a SELECT, and its check as a GROUP BY … HAVING that returns what breaks it')
    .argument('<recoding>', 'the .recoding.json of an earlier run')
    .addOption(new Option('--dialect <name>', 'whose SQL to print').choices(WAREHOUSES).makeOptionMandatory())
    .option('--table <name>', 'the table to read, such as clinic.people, or a text in {{ }} for dbt', 'people')
    .option('--release <name>', 'what the check calls the released table', 'release')
    .addOption(new Option('--part <part>', 'print one of the two alone').choices(['select', 'check'] as const))
    .option('--keep <columns>', 'more columns to release as they are (a,b,c)', listOfNames)
    .option('--drop <columns>', 'columns to leave out that the recoding releases as they are', listOfNames)
    .option('--key <columns>', 'columns that order the rows, where equal rows are divided between classes', listOfNames)
    .option('--json', 'print one JSON object instead of words')
    .addHelpText('after', helpText('sql'))
    .action((recoding, options) =>
      answer(options, async () => {
        await requireSetOfRecoding(recoding)
        const { keep = [], drop = [], key = [] } = options
        const { select, check } = recodingAsSql(recoding, { ...options, keep, drop, key })
        const both =
          '-- The release. Rows have no order; add ORDER BY over all columns where you write a ' +
          `file.\n${select};\n\n-- The check: it returns a row for each class that breaks the promise, and ` +
          `none where it holds.\n${check};`
        const text = options.part === undefined ? both : options.part === 'select' ? select : check
        return { record: { dialect: options.dialect, select, check }, text }
      }),
    )
}
