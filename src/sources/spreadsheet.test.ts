import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
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
    expect(await spreadsheetToCsv(book, undefined, target)).toBe(titles)
    const kept = lines.filter((line) => /[^,]/.test(line)).slice(titles)
    expect(readFileSync(target, 'utf8')).toBe(`${kept.join('\n')}\n`)
  }),
)
