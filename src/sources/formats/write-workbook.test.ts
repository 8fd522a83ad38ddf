import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { strFromU8, unzipSync } from 'fflate'
import { afterAll, expect, test } from 'vitest'
import { spreadsheetToCsv } from './read-workbook.ts'
import { writeSpreadsheet } from './write-workbook.ts'

const folder = mkdtempSync(join(tmpdir(), 'halftone-spreadsheet-'))
afterAll(() => rmSync(folder, { recursive: true }))

test(
  'writeSpreadsheet, spreadsheetToCsv: every text comes back as it was, and the same text gives the same ' + 'bytes',
  async () => {
    const csv = 'name,age,zip\n"Ünal ""x"", y",3.5,00713\n"=1+1","[17,39]",*\n"a\nb <&>",,"1e3"\n'
    writeFileSync(join(folder, 'a.csv'), csv)
    await writeSpreadsheet(join(folder, 'a.csv'), join(folder, 'a.xlsx'))
    await spreadsheetToCsv(join(folder, 'a.xlsx'), undefined, join(folder, 'b.csv'))
    expect(readFileSync(join(folder, 'b.csv'), 'utf8')).toBe(csv.replace('"=1+1"', '=1+1').replace('"1e3"', '1e3'))
    await writeSpreadsheet(join(folder, 'a.csv'), join(folder, 'again.xlsx'))
    expect(readFileSync(join(folder, 'again.xlsx')).equals(readFileSync(join(folder, 'a.xlsx')))).toBe(true)
  },
)

test.each(['_x0041_', '_x005F_x0041_', 'a_x000d_b_x0041_x0042_', '_x0041', '_xyz_', 'a\rb'])(
  'writeSpreadsheet, spreadsheetToCsv: %j is itself, for us and for a reader that knows the escapes of workbooks',
  async (text) => {
    rmSync(join(folder, 'f.csv'), { force: true })
    const csv = `name,other\n"${text}",1\n`
    writeFileSync(join(folder, 'e.csv'), csv)
    await writeSpreadsheet(join(folder, 'e.csv'), join(folder, 'e.xlsx'))
    const sheet = strFromU8(unzipSync(readFileSync(join(folder, 'e.xlsx')))['xl/worksheets/sheet1.xml'])
    const written = /<c r="A2"[^>]*>.*?<t[^>]*>([^<]*)</.exec(sheet)?.[1] ?? ''
    // ECMA-376, 22.9.2.19: _xHHHH_ is the character with that code.
    const shown = written.replace(/_x([\dA-Fa-f]{4})_/g, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))
    expect(shown).toBe(text)
    await spreadsheetToCsv(join(folder, 'e.xlsx'), undefined, join(folder, 'f.csv'))
    expect(readFileSync(join(folder, 'f.csv'), 'utf8').replaceAll('"', '')).toBe(csv.replaceAll('"', ''))
  },
)

test('spreadsheetToCsv: a sheet that is not there is refused with those that are', async () => {
  writeFileSync(join(folder, 'c.csv'), 'a\n1\n')
  await writeSpreadsheet(join(folder, 'c.csv'), join(folder, 'c.xlsx'))
  await expect(spreadsheetToCsv(join(folder, 'c.xlsx'), 'people', join(folder, 'd.csv'))).rejects.toThrow(
    /no sheet "people"; it has "release"/,
  )
})
