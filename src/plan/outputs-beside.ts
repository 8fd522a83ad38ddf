/** Names the files of a run after its release, beside it. */
import { basename, resolve } from 'node:path'
import { withoutEnding } from '../sources/formats/index.ts'
import { isStore } from '../sources/places/index.ts'
import { OUTPUTS, type OutputName, outputFiles, type PlannedOutput, PRIVATE_FOLDER } from './outputs.ts'

/** Private files of a release in an object store stay on this machine, below `base`. */
export function filesBeside(release: string, names: readonly OutputName[], base = '.'): PlannedOutput {
  const stem = withoutEnding(release)
  const place = isStore(release) ? resolve(base, basename(stem)) : stem
  const hidden = place.replace(/[^/\\]*$/, (name) => `${PRIVATE_FOLDER}/${name}`)
  const files = names.map((name) => [name, `${OUTPUTS[name].public ? stem : hidden}${OUTPUTS[name].suffix}`])
  return { ...Object.fromEntries(files), release } as PlannedOutput
}

/** Moves all outputs beside the release; a ledger, which several releases share, stays. */
export function outputsBeside(output: PlannedOutput): PlannedOutput {
  const names = outputFiles(output).map(([name]) => name)
  const { table, path, ledger } = output
  return { ...filesBeside(output.release, names), table, path, ledger }
}
