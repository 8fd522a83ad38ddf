/** Flags for models on a sensitive column: `--l-diversity diagnosis=3,kind=entropy`, once for each column. */
import { InvalidArgumentError } from '@commander-js/extra-typings'

export interface ModelRequest {
  readonly name: string
  readonly column: string
  /** What stands behind the column without a name: the number that the model is about. */
  readonly number: number
  readonly options: Readonly<Record<string, string | number>>
}

/** Reads a flag of a model and adds it to those before. */
export function modelOption(name: string) {
  return (text: string, before: ModelRequest[] = []): ModelRequest[] => {
    const [first, ...more] = text.split(',')
    const cut = first.lastIndexOf('=')
    const number = Number(first.slice(cut + 1))
    if (cut < 1 || first.slice(cut + 1).trim() === '' || !Number.isFinite(number))
      throw new InvalidArgumentError(`must be a column and a number, such as diagnosis=3; got "${text}".`)
    const options = more.map((entry): [string, string | number] => {
      const at = entry.indexOf('=')
      if (at < 1)
        throw new InvalidArgumentError(`must have options such as kind=entropy behind the comma; got "${entry}".`)
      const value = entry.slice(at + 1)
      return [entry.slice(0, at).trim(), Number.isFinite(Number(value)) && value.trim() !== '' ? Number(value) : value]
    })
    return [...before, { name, column: first.slice(0, cut), number, options: Object.fromEntries(options) }]
  }
}

interface ModelFlags {
  readonly lDiversity?: readonly ModelRequest[] | undefined
  readonly tCloseness?: readonly ModelRequest[] | undefined
  readonly betaLikeness?: readonly ModelRequest[] | undefined
  readonly deltaDisclosure?: readonly ModelRequest[] | undefined
  readonly alphaK?: readonly ModelRequest[] | undefined
}

/** The requirements that the flags ask for. */
export async function requirementsOf(flags: ModelFlags, persons?: string) {
  const { allRequirements, makeRequirement } = await import('../src/workbench.ts')
  const { lDiversity = [], tCloseness = [], betaLikeness = [], deltaDisclosure = [], alphaK = [] } = flags
  return [...lDiversity, ...tCloseness, ...betaLikeness, ...deltaDisclosure, ...alphaK].map((asked) => {
    const record = allRequirements.find(({ name }) => name === asked.name)
    const first = record?.required?.[1] as string
    return makeRequirement(asked.name, { column: asked.column, [first]: asked.number, ...asked.options }, [], persons)
  })
}
