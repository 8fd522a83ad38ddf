/** Plans the output paths of a job and the format of a delimited release. */
import { resolve } from 'node:path'
import { userError } from '../ground/errors.ts'
import { type Arrangement, DEFAULT_ARRANGEMENT } from '../release/arrange.ts'
import { fileSink, releaseFormat } from '../sources/formats/index.ts'
import { isStore } from '../sources/places/index.ts'
import type { Job } from '../table/job-schema.ts'
import { insideTarget, OUTPUT_NAMES, OUTPUTS, type OutputName, type PlannedOutput } from './outputs.ts'
import { filesBeside } from './outputs-beside.ts'
import type { PlanOverrides } from './plan.ts'
import { numericColumns } from './shared-plan.ts'

export function checkedOutput(output: PlannedOutput): PlannedOutput {
  if (insideTarget(output) === undefined) fileSink(output.release, '')
  if (output.tidy !== undefined) fileSink(output.tidy, '', 'output.tidy')
  return output
}

/** Plans the path of each output. `leaves` lists the additional outputs of the search. */
export function planOutput(
  asked: Job['output'],
  base: string,
  overrides: PlanOverrides,
  leaves: readonly (string | false | undefined)[] = [],
): PlannedOutput {
  const release = overrides.release ?? placeIn(base, asked.release ?? insideFileName(insideTarget(asked) ?? ''))
  const names = OUTPUT_NAMES.filter((name) => ['always', ...leaves].includes(OUTPUTS[name].when))
  const { delimiter: _d, quote: _q, encoding: _e, 'line-end': _l, decimal: _m, ...paths } = asked
  const { release: file, table: asTable, path: asPath, order: _order, 'spreadsheet-safe': _safe, ...named } = paths
  const inside = overrides.release === undefined ? { table: asTable, path: asPath } : {}
  const places = Object.entries({ release: overrides.release ?? file, ...inside }).flatMap(([key, place]) =>
    place === undefined ? [] : [`output.${key}`],
  )
  if (places.length > 1)
    throw userError('together', places[1])`${places.join(' and ')} are two places for one release; remove one of them`
  const files = Object.entries(named).flatMap(([name, file]) =>
    file === undefined ? [] : [[name, placeIn(base, file)]],
  )
  const stray = files.find(
    ([name, file]) => isStore(file) && !(OUTPUTS[name as OutputName]?.public && isStore(release)),
  )
  if (stray !== undefined)
    throw userError('together', `output.${stray[0]}`)`output.${stray[0]} must be a file of this machine: only public
      files of a release in an object store go there`
  const output: PlannedOutput = { ...filesBeside(release, names, base), ...Object.fromEntries(files), ...inside }
  return output.recodingTable === undefined
    ? output
    : { ...output, recodingTable: `${output.recoding.replace(/\.json$/i, '')}.csv` }
}

function placeIn(base: string, file: string): string {
  return isStore(file) ? file : resolve(base, file)
}

/** Files beside a table are named after it, and those beside a folder after its last part. */
function insideFileName(inside: string): string {
  return inside.replace(/^.*[/\\](?=.)/s, '').replaceAll(/[^\p{L}\p{N}_.-]+/gu, '-')
}

const LINE_ENDS = { lf: '\n', crlf: '\r\n' } as const

function planForm(
  { release, delimiter, quote, encoding, 'line-end': lineEnd, decimal }: Job['output'],
  numeric: readonly string[],
): Arrangement['form'] {
  const asked = { delimiter, quote, encoding, 'line-end': lineEnd, decimal }
  const key = (Object.keys(asked) as (keyof typeof asked)[]).find((name) => asked[name] !== undefined)
  if (key === undefined) return undefined
  if (releaseFormat(release ?? '')?.text !== 'delimited')
    throw userError('together', `output.${key}`)`output.${key} is for delimited text, but the release is
      "${release ?? 'a table'}"; let it end in .csv, or remove the key`
  if (delimiter !== undefined && delimiter === (quote ?? '"'))
    throw userError('together', 'output.delimiter')`output.delimiter and output.quote must differ; change one of them`
  const decimalComma = decimal === ',' ? numeric : undefined
  return { delimiter, quote, encoding, lineEnd: lineEnd && LINE_ENDS[lineEnd], decimalComma }
}

export function planArrangement(output: Job['output'], columns: Job['columns'] = {}): Arrangement {
  const { order, 'spreadsheet-safe': spreadsheetSafe } = output
  return {
    form: planForm(output, numericColumns(columns)),
    order: order ?? DEFAULT_ARRANGEMENT.order,
    spreadsheetSafe: spreadsheetSafe ?? DEFAULT_ARRANGEMENT.spreadsheetSafe,
  }
}
