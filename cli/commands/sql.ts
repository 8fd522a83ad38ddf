/** `halftone sql RECODING`: prints a recoding as SQL for a warehouse, dbt or SQLMesh. */
import { type Command, Option } from '@commander-js/extra-typings'
import { requireSetOfRecoding } from '../../src/publish/published-set.ts'
import { WAREHOUSES } from '../../src/sql/warehouse-names.ts'
import { recodingAsSql } from '../../src/tasks/recoding-as-sql.ts'
import { answer } from '../command.ts'
import { listOfNames } from '../values.ts'

const HELP = `
Examples:
  halftone sql out/private/release.recoding.json --dialect snowflake --table clinic.people
  halftone sql out/private/release.recoding.json --dialect bigquery --table "{{ ref('people') }}" --part select > m.sql`

export function addSql(program: Command): void {
  program
    .command('sql')
    .description('prints a recoding as a SELECT, and its check as a query that returns broken classes')
    .argument('<recoding>', 'the .recoding.json of an earlier run')
    .addOption(new Option('--dialect <name>', 'SQL dialect').choices(WAREHOUSES).makeOptionMandatory())
    .option('--table <name>', 'the table to read, such as clinic.people, or a text in {{ }} for dbt', 'people')
    .option('--release <name>', 'name of the released table in the check', 'release')
    .addOption(new Option('--part <part>', 'print only one of the two').choices(['select', 'check'] as const))
    .option('--keep <columns>', 'more columns to release unchanged (a,b,c)', listOfNames)
    .option('--drop <columns>', 'unchanged columns of the recoding to leave out', listOfNames)
    .option('--key <columns>', 'columns that order the rows if equal rows are divided between classes', listOfNames)
    .option('--json', 'print one JSON object instead of text')
    .addHelpText('after', HELP)
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
