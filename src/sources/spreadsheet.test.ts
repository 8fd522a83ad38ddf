import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { inFolder } from '../../test/end-to-end/workshop.ts'
import { writeSpreadsheet } from '../engines/write-spreadsheet.ts'
import { spreadsheetToCsv } from './spreadsheet.ts'

test.each([
  [
    'titles above the names',
    ['Staff of the clinic,,,', ',,,', 'as of,2024-01-31,,', 'id,age,town,ward', '1,30,Bonn,B'],
    2,
  ],
  ['a name is missing', ['id,,town', '1,30,Bonn', '2,31,Ulm'], 0],
  ['one column', ['item', 'milk', 'bread'], 0],
])('spreadsheetToCsv: %s', (_, lines, titles) =>
  inFolder({}, async (folder) => {
    const [csv, book, target] = ['in.csv', 'book.xlsx', 'out.csv'].map((name) => join(folder, name))
    writeFileSync(csv, `${lines.join('\n')}\n`)
    await writeSpreadsheet(csv, book)
    const notes = titles === 0 ? [] : ['book.xlsx: the 2 rows above the names of the columns are left out']
    expect(await spreadsheetToCsv(book, undefined, target)).toEqual(notes)
    const kept = lines.filter((line) => /[^,]/.test(line)).slice(titles)
    expect(readFileSync(target, 'utf8')).toBe(`${kept.join('\n')}\n`)
  }),
)

/** A workbook whose first sheet has these rows; style 1 is a time of day, style 2 a date with a time. */
async function bookOf(folder: string, rows: readonly string[]): Promise<string> {
  const [csv, book] = ['in.csv', 'book.xlsx'].map((name) => join(folder, name))
  writeFileSync(csv, 'a\n1\n')
  await writeSpreadsheet(csv, book)
  const parts = unzipSync(readFileSync(book))
  const edit = (name: string, change: (text: string) => string) => {
    parts[name] = strToU8(change(strFromU8(parts[name] ?? new Uint8Array())))
  }
  const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  edit('xl/worksheets/sheet1.xml', (text) =>
    text.replace(/<sheetData>.*<\/sheetData>/s, `<sheetData>${rows.join('')}</sheetData>`),
  )
  edit('xl/_rels/workbook.xml.rels', (text) =>
    text.replace('</Rel', `<Relationship Id="rId2" Type="${relations}/styles" Target="styles.xml"/></Rel`),
  )
  edit(
    'xl/styles.xml',
    () =>
      '<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><cellXfs><xf numFmtId="0"/><xf numFmtId="20" applyNumberFormat="1"/><xf numFmtId="22" applyNumberFormat="1"/></cellXfs></styleSheet>',
  )
  writeFileSync(book, zipSync(parts))
  return book
}

const names =
  '<row r="1"><c r="A1" t="inlineStr"><is><t>when</t></is></c><c r="B1" t="inlineStr"><is><t>n</t></is></c></row>'

test('spreadsheetToCsv: a time of day has no day, and is right to the second', () =>
  inFolder({}, async (folder) => {
    const cells = [
      [1, 8.5 / 24],
      [1, 0],
      [1, 86399 / 86400],
      [2, 38063.35416666667],
      [2, 38063],
    ]
    const rows = cells.map(
      ([style, value], i) =>
        `<row r="${i + 2}"><c r="A${i + 2}" s="${style}"><v>${value}</v></c><c r="B${i + 2}"><v>1</v></c></row>`,
    )
    const target = join(folder, 'out.csv')
    expect(await spreadsheetToCsv(await bookOf(folder, [names, ...rows]), undefined, target)).toEqual([])
    expect(readFileSync(target, 'utf8').split('\n').slice(1, -1)).toEqual([
      '08:30:00,1',
      '00:00:00,1',
      '23:59:59,1',
      '2004-03-17 08:30:00,1',
      '2004-03-17,1',
    ])
  }))

test('spreadsheetToCsv: errors of cells are read as missing, and counted in a note', () =>
  inFolder({}, async (folder) => {
    const error = (text: string, formula = '') => `t="e">${formula}<v>${text}</v></c>`
    const rows = [
      `<row r="2"><c r="A2" ${error('#N/A')}<c r="B2"><v>1</v></c></row>`,
      `<row r="3"><c r="A3" s="0" ${error('#DIV/0!', '<f>1/0</f>')}<c r="B3"><v>2</v></c></row>`,
      `<row r="4"><c r="A4" ${error('#N/A', '<f si="0" t="shared"/>')}<c r="B4"><v>3</v></c></row>`,
      '<row r="5"><c r="A5" t="str"><f>X</f><v>e</v></c><c r="B5"><v>4</v></c></row>',
    ]
    const target = join(folder, 'out.csv')
    expect(await spreadsheetToCsv(await bookOf(folder, [names, ...rows]), 'release', target)).toEqual([
      'book.xlsx: 3 cells have errors (#DIV/0!, #N/A), read as missing',
    ])
    expect(readFileSync(target, 'utf8')).toBe('when,n\n,1\n,2\n,3\ne,4\n')
  }))
