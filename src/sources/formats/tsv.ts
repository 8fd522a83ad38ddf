/** Tab-separated text. */
import { checkText } from '../whole-file.ts'
import { detectLayout, readDelimited } from './delimited.ts'
import type { FormatRecord } from './format.ts'

export const tsv: FormatRecord = {
  name: 'tsv',
  title: 'tsv',
  label: 'a table as text, with tabs',
  note: 'TSV',
  content: 'delimited text',
  endings: ['.tsv', '.tab'],
  text: 'delimited',
  delimiter: '\t',
  detect: detectLayout,
  read: (files, request, engine) => readDelimited(files, { ...request, delimiter: request.delimiter ?? '\t' }, engine),
  checkWhole: checkText,
  write: { endings: ['.tsv', '.tab'], gzip: true, sink: { format: 'csv', delimiter: '\t' } },
}
