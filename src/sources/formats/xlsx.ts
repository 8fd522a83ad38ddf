/** Workbooks: converted to CSV for the engine; a release is made from CSV. */
import { mkdtemp } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { engineFolder } from '../engine-folder.ts'
import { readDelimited } from './delimited.ts'
import { ZIP } from './foreign.ts'
import type { FormatRecord } from './format.ts'

export const xlsx: FormatRecord = {
  name: 'xlsx',
  title: 'xlsx',
  label: 'a workbook',
  note: 'Excel and LibreOffice',
  content: 'a workbook',
  endings: ['.xlsx', '.xlsm'],
  magic: {
    begins: ZIP,
    named: /\.(xlsx|xlsm|ods)$/i,
    kind: 'a workbook',
    remedy: 'save it as .xlsx, or the sheet as csv',
  },
  async read(files, request, engine) {
    const { spreadsheetToCsv } = await import('./read-workbook.ts')
    const { sheet, ours = false } = request
    const texts: string[] = []
    const warnings: string[] = []
    for (const file of files) {
      const text = join(await mkdtemp(join(engineFolder(engine), 'sheet-')), basename(file))
      warnings.push(...(await spreadsheetToCsv(file, sheet, text, !ours)))
      texts.push(text)
    }
    const read = await readDelimited(texts, { ...request, encoding: 'utf-8' }, engine)
    return { source: read.source, warnings: [...warnings, ...read.warnings] }
  },
  // No `checkWhole`: a truncated workbook cannot be unpacked.
  write: {
    endings: ['.xlsx'],
    sink: {
      format: 'made',
      delimiter: ',',
      make: async (text, file) => (await import('./write-workbook.ts')).writeSpreadsheet(text, file),
    },
  },
}
