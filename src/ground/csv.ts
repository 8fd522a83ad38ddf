/** Reads and writes Halftone's own CSV files; user data goes through the engine. */
import { userError } from './errors.ts'

export function csvField(text: string): string {
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Handles quotes, doubled quotes, line breaks in quotes and a byte order mark. `name` appears in errors. */
export function csvRecords(text: string, name: string): string[][] {
  const records: string[][] = []
  let record: string[] = []
  let read = text.startsWith('\uFEFF') ? 1 : 0
  const field = /(?:"([^"]*(?:""[^"]*)*)"|([^",\r\n]*))(,|\r?\n|$)/gy
  field.lastIndex = read
  for (let found = field.exec(text); found !== null; found = field.exec(text)) {
    const [whole, inQuotes, plain, end] = found
    if (whole === '' && record.length === 0) return records
    read += whole.length
    record.push(inQuotes === undefined ? plain : inQuotes.replaceAll('""', '"'))
    if (end === ',') continue
    records.push(record)
    record = []
    if (end === '') return records
  }
  const line = text.slice(0, read).split('\n').length
  throw userError('file', name)`${name}, line ${line}: a quotation mark stands where a cell neither begins nor ends;
    double those inside a cell, and put the cell in quotation marks`
}
