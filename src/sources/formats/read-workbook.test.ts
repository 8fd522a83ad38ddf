import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { inFolder } from '../../../test/end-to-end/workshop.ts'
import { textCell, workbook } from '../../../test/workbook.ts'
import { spreadsheetToCsv } from './read-workbook.ts'
import { writeSpreadsheet } from './write-workbook.ts'

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

const names = ['when', 'n'].map(textCell)

function readBook(rows: readonly (readonly string[])[]): Promise<{ readonly notes: string[]; readonly text: string }> {
  return inFolder({ 'book.xlsx': workbook([names, ...rows]) }, async (folder) => {
    const target = join(folder, 'out.csv')
    const notes = await spreadsheetToCsv(join(folder, 'book.xlsx'), 'people', target)
    return { notes, text: readFileSync(target, 'utf8') }
  })
}

test('spreadsheetToCsv: a time of day has no day, and is right to the second', async () => {
  const times = [8.5 / 24, 0, 86399 / 86400].map((time) => `s="1"><v>${time}</v>`)
  const dates = [38063.35416666667, 38063].map((time) => `s="2"><v>${time}</v>`)
  const { notes, text } = await readBook([...times, ...dates].map((cell) => [cell, '><v>1</v>']))
  expect(notes).toEqual([])
  expect(text).toBe('when,n\n08:30:00,1\n00:00:00,1\n23:59:59,1\n2004-03-17 08:30:00,1\n2004-03-17,1\n')
})

test('spreadsheetToCsv: errors of cells are read as missing, and counted in a note', async () => {
  const { notes, text } = await readBook([
    ['t="e"><v>#N/A</v>', '><v>1</v>'],
    ['s="0" t="e"><f>1/0</f><v>#DIV/0!</v>', '><v>2</v>'],
    ['t="e"><f si="0" t="shared"/><v>#N/A</v>', '><v>3</v>'],
    ['t="str"><f>X</f><v>e</v>', '><v>4</v>'],
  ])
  expect(notes).toEqual(['book.xlsx: 3 cells have errors (#DIV/0!, #N/A), read as missing'])
  expect(text).toBe('when,n\n,1\n,2\n,3\ne,4\n')
})
