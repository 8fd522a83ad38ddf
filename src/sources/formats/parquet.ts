/** Parquet: typed columns. A file begins and ends with PAR1; its footer describes the columns. */
import { statSync } from 'node:fs'
import { userError } from '../../ground/errors.ts'
import { lastBytes, readStart } from '../first-bytes.ts'
import type { FormatRecord } from './format.ts'

const wrongFile = userError('file', 'data.source')

const MARK = 'PAR1'

export const parquet: FormatRecord = {
  name: 'parquet',
  title: 'parquet',
  label: 'Parquet',
  content: 'a Parquet file',
  endings: ['.parquet', '.pq'],
  magic: { begins: MARK, kind: 'a Parquet file', remedy: 'let its name end in .parquet, or set the format to parquet' },
  cluster: 'parquet',
  async read(files) {
    const options = { union_by_name: false, hive_partitioning: false }
    const reader = { name: 'read_parquet', options, byColumns: true }
    return { source: { kind: 'files', files, format: 'reader', reader }, warnings: [] }
  },
  checkWhole: checkFooter,
  write: {
    endings: ['.parquet', '.pq'],
    sink: { format: 'typed', delimiter: ',', options: { FORMAT: 'parquet', COMPRESSION: 'zstd' } },
  },
}

/** The engine needs several times the footer's size in memory. */
const MAX_FOOTER_BYTES = 64 << 20

async function checkFooter(file: string): Promise<undefined> {
  if (readStart(file, 4).toString('latin1') !== MARK) return
  if (lastBytes(file, 4).toString('latin1') !== MARK)
    throw wrongFile`${file} is cut off: a Parquet file ends in PAR1, and this one does not; copy it again`
  const length = lastBytes(file, 8).readUInt32LE(0)
  const fault =
    length + 12 > statSync(file).size
      ? `says that its footer has ${length} bytes, which is more than it has; copy it or write it again`
      : length > MAX_FOOTER_BYTES
        ? `has a footer of ${length} bytes, and at most ${MAX_FOOTER_BYTES} are read; write it with larger ` +
          'groups of rows'
        : undefined
  if (fault !== undefined) throw wrongFile`${file} ${fault}`
}
