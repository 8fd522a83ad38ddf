/** `halftone list`: lists everything that exists, from the records that the docs use too. */
import { Argument, type Command } from '@commander-js/extra-typings'
import colors from 'picocolors'
import { databases } from '../../src/engines/index.ts'
import { capitalize } from '../../src/ground/format.ts'
import type { OptionRecord } from '../../src/ground/options.ts'
import { allMetrics } from '../../src/metrics/index.ts'
import { itemMetrics } from '../../src/metrics/items/index.ts'
import { itemRiskMetrics } from '../../src/metrics/items/risks.ts'
import { allRequirements } from '../../src/requirements/index.ts'
import { itemRequirements } from '../../src/requirements/items/index.ts'
import { allSearches } from '../../src/search/index.ts'
import { itemSearches } from '../../src/search/items-index.ts'
import { searchMixed } from '../../src/search/methods/mixed/mixed.ts'
import { ABOUT, type About } from '../../src/table/about.ts'
import { answer } from '../command.ts'
import { wrap } from '../print/text.ts'

const kinds = ['search', 'metric', 'requirement', 'database'] as const

const HELP = `
Examples:
  halftone list
  halftone list search
  halftone list metric --json`

export function addList(program: Command): void {
  program
    .command('list')
    .description('lists searches, metrics and requirements with their options, and databases')
    .addArgument(new Argument('[kind]', 'one kind only').choices(kinds))
    .option('--json', 'print one JSON object instead of text')
    .addHelpText('after', HELP)
    .action((kind, options) =>
      answer(options, async () => {
        // The title names the kind of data if it is not a table.
        const titled = (title: string, of: string) => `${title}${of in ABOUT ? ABOUT[of as About].listed : ''}`
        const itemOnes = [...itemMetrics, ...itemRiskMetrics].map((one) => ({ ...one, of: 'items', options: [] }))
        const lists: readonly [kind: (typeof kinds)[number], key: string, records: readonly Listed[]][] = [
          [
            'search',
            'searches',
            [...allSearches, ...itemSearches, searchMixed].map(
              ({ name, kind: of, title, summary, source, options }) => {
                const record = { name, of, title, summary, source, options }
                return { record, title: titled(title, of), text: `${summary} (${source})` }
              },
            ),
          ],
          [
            'metric',
            'metrics',
            [...allMetrics.map((one) => ({ ...one, of: 'columns' })), ...itemOnes].map(
              ({ name, of, title, family, better, range, formula, reading, options }) => {
                const record = { name, of, title, family, better, range, formula, reading, options }
                return { record, title: `${titled(title, of)}, ${better} is better`, text: `${formula}\n${reading}` }
              },
            ),
          ],
          [
            'requirement',
            'requirements',
            [
              ...allRequirements.map((one) => ({ ...one, of: 'columns' })),
              ...itemRequirements.map((one) => ({ ...one, of: 'items' })),
            ].map(({ name, of, title, summary, options }) => {
              return { record: { name, of, title, summary, options }, title: titled(title, of), text: summary }
            }),
          ],
          [
            'database',
            'databases',
            databases.map(({ name, title, summary, example }) => {
              return { record: { name, title, summary, example }, title: `${title}, ${example}`, text: summary }
            }),
          ],
        ]
        const wanted = lists.filter(([listed]) => kind === undefined || kind === listed)
        return {
          record: Object.fromEntries(wanted.map(([, key, records]) => [key, records.map(({ record }) => record)])),
          text: wanted
            .flatMap(([, key, records]) => [colors.bold(capitalize(key)), ...records.map(entry)])
            .join('\n\n'),
        }
      }),
    )
}

interface Listed {
  readonly record: { readonly name: string; readonly options?: readonly OptionRecord[] }
  readonly title: string
  readonly text: string
}

function entry({ record: { name, options = [] }, title, text }: Listed): string {
  return [
    `  ${colors.cyan(name)}  ${title}`,
    ...text.split('\n').map((line) => wrap(line, 112, '    ')),
    ...options.map((option) => wrap(`${option.name}: ${option.meaning} (${optionRange(option)})`, 108, '      ')),
  ].join('\n')
}

function optionRange(option: OptionRecord): string {
  const preset = option.default === undefined ? '' : `, default ${JSON.stringify(option.default)}`
  if (option.type === 'choice') return `${option.choices.join(' | ')}${preset}`
  if (option.type === 'data') return `${option.shape}${preset}`
  if (option.type !== 'integer' && option.type !== 'number') return `${option.type}${preset}`
  const from = option.minimum === undefined ? '' : ` from ${option.minimum}`
  const to = option.maximum === undefined ? '' : ` to ${option.maximum}`
  return `${option.type === 'integer' ? 'whole number' : 'number'}${from}${to}${preset}`
}
