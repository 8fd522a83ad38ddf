/** A workbook as an office program writes it: one sheet, with styles for times (1) and for dates with times (2). */
import { strToU8, zipSync } from 'fflate'

const office = 'http://schemas.openxmlformats.org'
const main = `xmlns="${office}/spreadsheetml/2006/main"`
const relations = `${office}/officeDocument/2006/relationships`
const inPackage = `xmlns="${office}/package/2006/relationships"`

/** The bytes of a workbook whose sheet "people" has these cells, row by row, each as XML without its place: `t="e"><v>#N/A</v>`. */
export function workbook(rows: readonly (readonly string[])[]): Uint8Array {
  const cells = rows.map((row, i) => {
    const own = row.map((cell, column) => `<c r="${'ABC'[column]}${i + 1}" ${cell}</c>`)
    return `<row r="${i + 1}">${own.join('')}</row>`
  })
  const link = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${relations}/${type}" Target="${target}"/>`
  const parts = {
    '_rels/.rels': `<Relationships ${inPackage}>${link('rId1', 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
    'xl/workbook.xml': `<workbook ${main} xmlns:r="${relations}"><sheets><sheet name="people" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships ${inPackage}>${link('rId1', 'worksheet', 'worksheets/sheet1.xml')}${link('rId2', 'styles', 'styles.xml')}</Relationships>`,
    'xl/styles.xml': `<styleSheet ${main}><cellXfs><xf numFmtId="0"/><xf numFmtId="20" applyNumberFormat="1"/><xf numFmtId="22" applyNumberFormat="1"/></cellXfs></styleSheet>`,
    'xl/worksheets/sheet1.xml': `<worksheet ${main}><sheetData>${cells.join('')}</sheetData></worksheet>`,
  }
  return zipSync(Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)])))
}

/** A cell with a text. */
export function textCell(text: string): string {
  return `t="inlineStr"><is><t>${text}</t></is>`
}
