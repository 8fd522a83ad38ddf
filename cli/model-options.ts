/** Flags of requirements: `--l-diversity diagnosis=3,kind=entropy` once per column, or `--average-risk 0.05`. */
import { InvalidArgumentError } from '@commander-js/extra-typings'
import { allRequirements, makeRequirement } from '../src/requirements/index.ts'

export const MODELS = [
  ['l-diversity', 'column=l', 'at least l values of the column in every class'],
  ['t-closeness', 'column=t', 'every class at most t away from the whole file'],
  ['beta-likeness', 'column=beta', 'no value gains more than beta times its share'],
  ['delta-disclosure', 'column=delta', 'shares within a factor e^delta'],
  ['alpha-k', 'column=alpha', 'no value above a share of alpha; with k behind it: diagnosis=0.5,k=5'],
  ['lkc', 'column=c', 'any l columns known: k rows, no value above c; diagnosis=0.5,l=3,k=10'],
  ['k-map', 'k', 'every class matches k people of --population, or estimated: 10,population=67000000'],
  ['delta-presence', 'max', 'largest share of --population in the file, by class: 0.5,min=0.1'],
  ['quasi-identifier-sets', 'k', 'k rows alike in these columns; repeat for each set: 11,columns=sex+hours'],
  ['average-risk', 'risk', 'largest average risk, classes / rows'],
] as const

export interface ModelRequest {
  readonly name: string
  readonly column?: string
  /** The unnamed number: the threshold of the model. */
  readonly number: number
  readonly options: Readonly<Record<string, string | number>>
}

type ModelFlag = (text: string, before?: ModelRequest[]) => ModelRequest[]

export const modelFlags: readonly (readonly [flags: `--${string} <${string}>`, meaning: string, read: ModelFlag])[] =
  MODELS.map(([name, form, meaning]) => [`--${name} <${form}>`, meaning, modelOption(name, form.startsWith('column'))])

export function modelOption(name: string, ofColumn = true): ModelFlag {
  return (text, before = []) => {
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
    const column = ofColumn ? { column: first.slice(0, cut) } : {}
    return [...before, { name, ...column, number, options: Object.fromEntries(options) }]
  }
}

export function readRequirements(flags: Readonly<Record<string, unknown>>, persons?: string) {
  const asked = MODELS.flatMap(([name]) => {
    const flag = name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
    return (flags[flag] as readonly ModelRequest[] | undefined) ?? []
  })
  return asked.map(({ name, column, number, options }) => {
    const record = allRequirements.find((requirement) => requirement.name === name)
    const [first] = (record?.required ?? []).filter((option) => option !== 'column')
    return makeRequirement(name, { column, [first]: number, ...options }, [], persons)
  })
}
