/** `halftone sample NAME`: writes synthetic data. Names and options come from the sample records. */
import { resolve } from 'node:path'
import { Command } from '@commander-js/extra-typings'
import type { OptionRecord } from '../../src/ground/options.ts'
import { type SampleRecord, samples } from '../../src/sample/index.ts'
import { answer } from '../command.ts'
import { shown } from '../print/text.ts'
import { anyNumber } from '../values.ts'

export function addSample(program: Command): void {
  const sample = new Command('sample').description('writes synthetic data and a job file to try things with')
  for (const record of samples) sample.addCommand(sampleCommand(record))
  sample.addHelpText(
    'after',
    `\nExamples:\n${samples.map(({ name }) => `  halftone sample ${name} --output demo`).join('\n')}`,
  )
  program.addCommand(sample)
}

function sampleCommand(record: SampleRecord): Command {
  const command = new Command(record.name)
    .description(record.summary)
    .option('--output <folder>', 'folder to write to', record.name)
    .option('--force', 'replace existing files')
    .option('--json', 'print one JSON object instead of text')
  for (const option of record.options) addOption(command as unknown as Command, option)
  const counted = record.options.find((option) => option.type === 'integer' && option.name !== 'seed')
  command.addHelpText(
    'after',
    `\nExamples:\n  halftone sample ${record.name} --output demo\n  halftone sample ` +
      `${record.name}${counted === undefined ? '' : ` --${counted.name} 2000`} --seed 2 --output other`,
  )
  command.action((options) =>
    answer(options, async (signal) => {
      const { output, force, json: _, ...settings } = options
      const files = await record.write(resolve(output), settings, { force: force ?? false, signal })
      return {
        record: files,
        text: [...files.files.map((file) => `  ${shown(file)}`), '', `Next: halftone run ${shown(files.job)}`].join(
          '\n',
        ),
      }
    }),
  )
  return command as unknown as Command
}

function addOption(command: Command, option: OptionRecord): void {
  const preset = option.default === undefined ? '' : ` (default ${option.default})`
  const flag = `--${option.name} <${option.type === 'text' || option.type === 'choice' ? 'name' : 'number'}>`
  if (option.type === 'integer' || option.type === 'number')
    command.option(flag, `${option.meaning}${preset}`, anyNumber)
  else command.option(flag, `${option.meaning}${preset}`)
}
