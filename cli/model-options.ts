/** Flags of requirements: `--l-diversity diagnosis=3,kind=entropy` once per column, or `--average-risk 0.05`. */
import { type Command, InvalidArgumentError } from '@commander-js/extra-typings'
import { allRequirements, makeRequirement } from '../src/requirements/index.ts'
import { kAnonymity } from '../src/requirements/k-anonymity/k-anonymity.ts'

interface ModelRequest {
  readonly column: string | undefined
  /** The unnamed number: the threshold of the model. */
  readonly number: number
  readonly options: Readonly<Record<string, string | number>>
}

/** Models of tables; k-anonymity is `--k`. `threshold` is the option that the unnamed number is for. */
function listModels() {
  return allRequirements
    .filter(({ name }) => name !== kAnonymity.name)
    .map(({ name, summary, options, required = options.map((option) => option.name) }) => {
      const [threshold, ...more] = required.filter((option) => option !== 'column')
      return { name, summary, ofColumn: required.includes('column'), threshold, more }
    })
}

export function addModelOptions(command: Command): void {
  for (const { name, summary, ofColumn, threshold, more } of listModels()) {
    const form = [ofColumn ? `column=${threshold}` : threshold, ...more.map((option) => `${option}=…`)].join()
    const read = (text: string, before: ModelRequest[] = []) => [...before, readModel(text, ofColumn)]
    command.option(`--${name} <${form}>`, summary, read)
  }
}

function readModel(text: string, ofColumn: boolean): ModelRequest {
  const [first, ...more] = text.split(',')
  const cut = first.lastIndexOf('=')
  const number = Number(first.slice(cut + 1))
  if ((ofColumn ? cut < 1 : cut >= 0) || first.slice(cut + 1).trim() === '' || !Number.isFinite(number))
    throw new InvalidArgumentError(
      ofColumn
        ? `must be a column and a number, such as diagnosis=3; got "${text}".`
        : `must be a number, such as 10; got "${text}".`,
    )
  const options = more.map((entry): [string, string | number] => {
    const at = entry.indexOf('=')
    if (at < 1)
      throw new InvalidArgumentError(`must have options such as kind=entropy behind the comma; got "${entry}".`)
    const value = entry.slice(at + 1)
    return [entry.slice(0, at).trim(), Number.isFinite(Number(value)) && value.trim() !== '' ? Number(value) : value]
  })
  return { column: ofColumn ? first.slice(0, cut) : undefined, number, options: Object.fromEntries(options) }
}

export function readRequirements(flags: Readonly<Record<string, unknown>>, persons?: string) {
  return listModels().flatMap(({ name, threshold }) => {
    const flag = name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
    const asked = (flags[flag] as readonly ModelRequest[] | undefined) ?? []
    return asked.map(({ column, number, options }) =>
      makeRequirement(name, { column, [threshold]: number, ...options }, [], persons),
    )
  })
}
