/** Comma-separated text. Also the fallback for unknown endings. */
import { checkText } from '../whole-file.ts'
import { detectLayout, readDelimited } from './delimited.ts'
import type { FormatRecord } from './format.ts'

export const csv: FormatRecord = {
  name: 'csv',
  title: 'csv',
  label: 'a table as text',
  note: 'CSV and its kin: a row per line',
  content: 'delimited text',
  endings: ['.csv'],
  vagueEndings: ['.txt', '.data', '.dat'],
  text: 'delimited',
  cluster: 'csv',
  detect: detectLayout,
  read: readDelimited,
  checkWhole: checkText,
  write: { endings: ['.csv', '.txt'], gzip: true, sink: { format: 'csv', delimiter: ',' } },
}
