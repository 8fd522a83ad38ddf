/** A preset sets several options of a search at once; what the job says itself speaks louder, also where it says the usual. */
import { type OptionRecord, type OptionValues, readOptions } from '../options.ts'

/** The values of a search with an option `preset`: as given, then as the preset has them, then the defaults of the records. */
export function readWithPreset(
  owner: string,
  records: readonly OptionRecord[],
  presets: Readonly<Record<string, OptionValues>>,
  given: OptionValues,
): OptionValues {
  // Checked as given first, so that an error speaks of what the user wrote.
  const { preset } = readOptions(owner, records, given)
  return readOptions(owner, records, { ...presets[preset as string], ...given })
}

/** Options as a search has them in its own type: `seed-lattice` as `seedLattice`. */
export function camelCased<T>({ preset: _preset, ...values }: OptionValues): T {
  const named = Object.entries(values).map(([name, value]) => [
    name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase()),
    value,
  ])
  return Object.fromEntries(named) as T
}
