/** Writes a release as a workbook from its CSV form. Texts are never formulas; equal releases have equal bytes. */
import { readFile, writeFile } from 'node:fs/promises'
import { csvRecords } from '../../ground/csv.ts'
import { userError } from '../../ground/errors.ts'
import { prose } from '../../ground/format.ts'

const wrongRelease = userError('data', 'output.release')

const MOST_ROWS = 1_048_576
const MOST_LETTERS = 32_767

export async function writeSpreadsheet(csv: string, target: string): Promise<void> {
  const rows = csvRecords(await readFile(csv, 'utf8'), target)
  if (rows.length > MOST_ROWS)
    throw wrongRelease`a sheet holds at most ${MOST_ROWS - 1} rows below its names; got ${rows.length - 1}: name a
      release that ends in .csv or .parquet`
  const { zipSync, strToU8 } = await import('fflate')
  const sheet = [
    '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n',
    '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>',
    ...rows.map(
      (fields, row) => `<row r="${row + 1}">${fields.map((field, column) => cell(field, row, column)).join('')}</row>`,
    ),
    '</sheetData></worksheet>',
  ].join('')
  const parts = [...Object.entries(PARTS), ['xl/worksheets/sheet1.xml', sheet]]
  const files = Object.fromEntries(parts.map(([name, text]) => [name, strToU8(text)]))
  await writeFile(target, zipSync(files, { mtime: '1980-01-01T00:00:00' }))
}

function cell(field: string, row: number, column: number): string {
  if (field === '') return ''
  const place = `${columnName(column)}${row + 1}`
  if (row > 0 && field.length < 16 && String(Number(field)) === field && Number.isFinite(Number(field)))
    return `<c r="${place}"><v>${field}</v></c>`
  if (field.length > MOST_LETTERS)
    throw wrongRelease`a cell of a sheet holds at most ${MOST_LETTERS} letters; row ${row + 1} has one of
      ${field.length}: name a release that ends in .csv or .parquet`
  return `<c r="${place}" t="inlineStr"><is><t xml:space="preserve">${escaped(field)}</t></is></c>`
}

function columnName(column: number): string {
  return column < 26
    ? String.fromCharCode(65 + column)
    : columnName(Math.floor(column / 26) - 1) + columnName(column % 26)
}

function escaped(text: string): string {
  return (
    text
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      // Escapes characters that XML lacks, and texts that look like an escape.
      .replace(/_(?=x[\dA-Fa-f]{4}_)/g, '_x005F_')
      .replace(
        /[\0-\x08\x0b\x0c\x0e-\x1f\r]/g,
        (letter) => `_x${letter.charCodeAt(0).toString(16).padStart(4, '0').toUpperCase()}_`,
      )
  )
}

const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const office = 'http://schemas.openxmlformats.org'

const PARTS: Readonly<Record<string, string>> = {
  '[Content_Types].xml': prose`${xml}<Types xmlns="${office}/package/2006/content-types"><Default Extension="rels"
    ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml"
    ContentType="application/xml"/><Override PartName="/xl/workbook.xml"
    ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override
    PartName="/xl/worksheets/sheet1.xml"
    ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>`,
  '_rels/.rels': prose`${xml}<Relationships xmlns="${office}/package/2006/relationships"><Relationship Id="rId1"
    Type="${office}/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': prose`${xml}<workbook xmlns="${office}/spreadsheetml/2006/main"
    xmlns:r="${office}/officeDocument/2006/relationships"><sheets><sheet name="release" sheetId="1"
    r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': prose`${xml}<Relationships xmlns="${office}/package/2006/relationships"><Relationship
    Id="rId1" Type="${office}/officeDocument/2006/relationships/worksheet"
    Target="worksheets/sheet1.xml"/></Relationships>`,
}
