import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { spreadsheetToCsv } from '../sources/spreadsheet.ts'
import { writeSpreadsheet } from './write-spreadsheet.ts'

const folder = mkdtempSync(join(tmpdir(), 'halftone-spreadsheet-'))
afterAll(() => rmSync(folder, { recursive: true }))

test('writeSpreadsheet, spreadsheetToCsv: every text comes back as it was, and the same text gives the same bytes', async () => {
  const csv = 'name,age,zip\n"Ünal ""x"", y",3.5,00713\n"=1+1","[17,39]",*\n"a\nb <&>",,"1e3"\n'
  writeFileSync(join(folder, 'a.csv'), csv)
  await writeSpreadsheet(join(folder, 'a.csv'), join(folder, 'a.xlsx'))
  await spreadsheetToCsv(join(folder, 'a.xlsx'), undefined, join(folder, 'b.csv'))
  expect(readFileSync(join(folder, 'b.csv'), 'utf8')).toBe(csv.replace('"=1+1"', '=1+1').replace('"1e3"', '1e3'))
  await writeSpreadsheet(join(folder, 'a.csv'), join(folder, 'again.xlsx'))
  expect(readFileSync(join(folder, 'again.xlsx')).equals(readFileSync(join(folder, 'a.xlsx')))).toBe(true)
})

test('spreadsheetToCsv: a sheet that is not there is refused with those that are', async () => {
  writeFileSync(join(folder, 'c.csv'), 'a\n1\n')
  await writeSpreadsheet(join(folder, 'c.csv'), join(folder, 'c.xlsx'))
  await expect(spreadsheetToCsv(join(folder, 'c.xlsx'), 'people', join(folder, 'd.csv'))).rejects.toThrow(
    /no sheet "people"; it has "release"/,
  )
})
