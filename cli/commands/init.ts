/** `halftone init DATA`: writes a first job file for a table. */
import { resolve } from 'node:path'
import { type Command, Option } from '@commander-js/extra-typings'
import colors from 'picocolors'
import { userError } from '../../src/ground/errors.ts'
import { formatCount, many } from '../../src/ground/format.ts'
import { initJob } from '../../src/init/init.ts'
import type { InitResult } from '../../src/init/proposal.ts'
import { allPresets, findPreset } from '../../src/presets/presets.ts'
import { allFormats } from '../../src/sources/formats/index.ts'
import { answer } from '../command.ts'
import { shown, table } from '../print/text.ts'
import { addFileOptions, fileSource } from '../source-options.ts'

const HELP = `
Examples:
  halftone init people.csv
  halftone init visits.csv --output visits-job.yaml
  halftone init baskets.txt --format transactions
  halftone init adult.data --header age,workclass,fnlwgt
  halftone init leute.csv --encoding latin-1`

export function addInit(program: Command): void {
  const command = program
    .command('init')
    .description('profiles a file, proposes roles and hierarchies, and writes a commented job file')
    .argument('<data>', allFormats())
    .option('--output <job>', 'the job file to write', 'job.yaml')
    .option('--preset <rule>', 'a rule book to follow: hipaa-safe-harbor, ema-0070 or cms')
    .addOption(
      new Option('--decimal <mark>', 'the decimal mark of numbers that do not show it, such as 1,234').choices([
        ',',
        '.',
      ] as const),
    )
    .option('--force', 'replace existing files')
  addFileOptions(command)
    .option('--json', 'print one JSON object instead of text')
    .addHelpText('after', HELP)
    .action((data, options) =>
      answer(options, async (signal) => {
        if (options.preset !== undefined && findPreset(options.preset) === undefined)
          throw userError('known', '--preset')`--preset must be ${allPresets.map(({ name }) => name).join(', ')}; got
            "${options.preset}"`
        const { force = false, preset, decimal } = options
        const request = { source: fileSource(data, options), job: resolve(options.output), force, preset, decimal }
        const result = await initJob(request, { signal })
        const columns = alikeTogether(result.columns)
        const rows = columns.map(({ name, role, generalized, distinct, reason }) => {
          return [name, generalized ? `${role}, generalized` : role, formatCount(distinct), reason]
        })
        return {
          record: result,
          text: [
            `${many(result.rows, 'row')}, ` +
              `${many(result.columns.length, 'column')}. These are proposals: read them, fix them.`,
            '',
            table([['column', 'role', 'distinct', 'why'], ...rows]),
            '',
            `  job file    ${shown(result.job)}`,
            ...result.taxonomies.map((file) => `  taxonomy    ${shown(file)}`),
            '',
            ...result.warnings.map((warning) => `${colors.yellow('note')} ${warning}`),
            ...(result.warnings.length > 0 ? [''] : []),
            protects(result)
              ? `Next: edit ${shown(result.job)}, then halftone run ${shown(result.job)}`
              : 'No column was found to protect. Give one the role quasi-identifier in ' +
                `${shown(result.job)}, then halftone run ${shown(result.job)}`,
          ].join('\n'),
        }
      }),
    )
}

/** Whether the job can run as it is. */
function protects({ columns }: InitResult): boolean {
  return columns.some(({ role }) => role === 'quasi-identifier' || role === 'items')
}

const MANY_ALIKE = 4

/** Joins adjacent columns with equal role and reason: `q1 … q39 (39)`. */
function alikeTogether(columns: InitResult['columns']) {
  const runs: InitResult['columns'][number][][] = []
  for (const column of columns) {
    const last = runs.at(-1)?.[0]
    if (last !== undefined && last.role === column.role && last.reason === column.reason) runs.at(-1)?.push(column)
    else runs.push([column])
  }
  return runs.flatMap((run) =>
    run.length < MANY_ALIKE
      ? run
      : [{ ...run[0], name: `${run[0].name} … ${run[run.length - 1].name} (${run.length})` }],
  )
}
