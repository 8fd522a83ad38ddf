/** `halftone list`: what exists, from the same records that the docs use. */
import { Argument, type Command } from '@commander-js/extra-typings'
import colors from 'picocolors'
import type { OptionRecord } from '../../src/workbench.ts'
import { answer } from '../command.ts'
import { wrap } from '../text.ts'

const kinds = ['search', 'metric', 'requirement', 'database'] as const

export function addList(program: Command): void {
  program
    .command('list')
    .description('lists searches, metrics and requirements with their options, and databases')
    .addArgument(new Argument('[kind]', 'one kind only').choices(kinds))
    .option('--json', 'print one JSON object instead of words')
    .addHelpText('after', '\nExamples:\n  halftone list\n  halftone list search\n  halftone list metric --json')
    .action((kind, options) =>
      answer(options, async () => {
        const {
          allMetrics,
          allRequirements,
          allSearches,
          databases: allDatabases,
          itemMetrics,
          itemRequirements,
          itemRiskMetrics,
          itemSearches,
        } = await import('../../src/workbench.ts')
        const searches = [...allSearches, ...itemSearches].map(
          ({ name, title, summary, source, options: own, kind: of }) => ({
            name,
            of,
            title,
            summary,
            source,
            options: own,
          }),
        )
        const measured = [
          ...allMetrics.map((metric) => ({ ...metric, of: 'columns' })),
          ...[...itemMetrics, ...itemRiskMetrics].map((metric) => ({ ...metric, of: 'items', options: [] })),
        ]
        const metrics = measured.map(({ name, of, title, family, better, range, formula, reading, options: own }) => ({
          name,
          of,
          title,
          family,
          better,
          range,
          formula,
          reading,
          options: own,
        }))
        const required = [
          ...allRequirements.map((requirement) => ({ ...requirement, of: 'columns' })),
          ...itemRequirements.map((requirement) => ({ ...requirement, of: 'items' })),
        ]
        const requirements = required.map(({ name, of, title, summary, options: own }) => ({
          name,
          of,
          title,
          summary,
          options: own,
        }))
        const databases = allDatabases.map(({ name, title, summary, example }) => ({ name, title, summary, example }))
        const wants = (own: (typeof kinds)[number]) => kind === undefined || kind === own
        const text = [
          ...(wants('search')
            ? [
                heading('Searches'),
                ...searches.map((one) => entry(one.name, titleOf(one), `${one.summary} (${one.source})`, one.options)),
              ]
            : []),
          ...(wants('metric')
            ? [
                heading('Metrics'),
                ...metrics.map((one) =>
                  entry(
                    one.name,
                    `${titleOf(one)}, ${one.better} is better`,
                    `${one.formula}\n${one.reading}`,
                    one.options,
                  ),
                ),
              ]
            : []),
          ...(wants('requirement')
            ? [
                heading('Requirements'),
                ...requirements.map((one) => entry(one.name, titleOf(one), one.summary, one.options)),
              ]
            : []),
          ...(wants('database')
            ? [
                heading('Databases'),
                ...databases.map((one) => entry(one.name, `${one.title}, ${one.example}`, one.summary, [])),
              ]
            : []),
        ]
        return {
          record: {
            searches: wants('search') ? searches : undefined,
            metrics: wants('metric') ? metrics : undefined,
            requirements: wants('requirement') ? requirements : undefined,
            databases: wants('database') ? databases : undefined,
          },
          text: text.join('\n\n'),
        }
      }),
    )
}

/** Which kind of data it is for stands behind the title. */
function titleOf({ title, of }: { readonly title: string; readonly of: string }): string {
  return of === 'items' ? `${title} (baskets of items)` : title
}

function heading(text: string): string {
  return colors.bold(text)
}

function entry(name: string, title: string, summary: string, options: readonly OptionRecord[]): string {
  return [
    `  ${colors.cyan(name)}  ${title}`,
    ...summary.split('\n').map((line) => wrap(line, 112, '    ')),
    ...options.map((option) => wrap(`${option.name}: ${option.meaning} (${optionRange(option)})`, 108, '      ')),
  ].join('\n')
}

function optionRange(option: OptionRecord): string {
  const preset = option.default === undefined ? '' : `, default ${JSON.stringify(option.default)}`
  switch (option.type) {
    case 'choice':
      return `${option.choices.join(' | ')}${preset}`
    case 'integer':
    case 'number': {
      const from = option.minimum === undefined ? '' : ` from ${option.minimum}`
      const to = option.maximum === undefined ? '' : ` to ${option.maximum}`
      return `${option.type === 'integer' ? 'whole number' : 'number'}${from}${to}${preset}`
    }
    case 'data':
      return `${option.shape}${preset}`
    default:
      return `${option.type}${preset}`
  }
}
