/** A preset sets several options of a search at once; what the job says itself speaks louder, also where it says the usual. */
import { type OptionRecord, type OptionsOf, type OptionValues, readOptions } from '../ground/options.ts'

/** The values of a search with an option `preset`: as given, then as the preset has them, then the defaults of the records. */
export function readWithPreset<Records extends readonly OptionRecord[]>(
  owner: string,
  records: Records,
  presets: Readonly<Record<string, OptionValues>>,
  given: OptionValues,
): OptionsOf<Records> {
  // Checked as given first, so that an error speaks of what the user wrote.
  const { preset } = readOptions<readonly OptionRecord[]>(owner, records, given)
  return readOptions(owner, records, { ...presets[preset as string], ...given })
}

type Camel<Name> = Name extends `${infer First}-${infer Rest}` ? `${First}${Capitalize<Camel<Rest>>}` : Name

/** Options as a search has them in its own type. */
export type CamelCased<Values> = { readonly [Name in Exclude<keyof Values, 'preset'> as Camel<Name>]: Values[Name] }

/** `seed-lattice` as `seedLattice`. */
export function camelCased<Values extends object>(given: Values): CamelCased<Values> {
  const { preset: _preset, ...values } = given as OptionValues
  const named = Object.entries(values).map(([name, value]) => [
    name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase()),
    value,
  ])
  return Object.fromEntries(named) as CamelCased<Values>
}
