/** JSON lines, or a list of objects: one object per row. */
import { userError } from '../../ground/errors.ts'
import { readStart } from '../first-bytes.ts'
import { checkObjects } from '../whole-file.ts'
import type { FormatRecord } from './format.ts'

const wrongFormat = userError('file', 'data.format')
const MAX_OBJECT_BYTES = 2 << 20

/** The depth limit prevents a stack overflow, which ends the process. Threads have room for two of the largest. */
const options = {
  records: true,
  maximum_depth: 20,
  maximum_object_size: MAX_OBJECT_BYTES,
  convert_strings_to_integers: false,
  dateformat: 'none',
  timestampformat: 'none',
  hive_partitioning: false,
}

export const json: FormatRecord = {
  name: 'json',
  title: 'json lines',
  label: 'JSON lines',
  content: 'json lines',
  endings: ['.jsonl', '.ndjson', '.json'],
  text: 'objects',
  async read(files) {
    for (const file of files) requireObjects(file)
    return { source: { kind: 'files', files, format: 'reader', reader: { name: 'read_json', options } }, warnings: [] }
  },
  checkWhole: checkObjects,
}

function requireObjects(file: string): void {
  const start = readStart(file, 1 << 16).toString('utf8')
  if (!/^\uFEFF?\s*(?:\[\s*)?\{/.test(start))
    throw wrongFormat`${file} is not valid JSON lines: it must begin with an object such as {"age": 31}, or a list of
      objects; fix it, or set data.format`
}
