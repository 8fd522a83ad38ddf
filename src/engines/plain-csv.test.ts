import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { someOf } from '../../test/thorough.ts'
import { plainCsvLines, quoteHashes } from './plain-csv.ts'

function served(cells: readonly (string | null)[], delimiter: string): string {
  const written = (cell: string | null) => {
    if (cell === null) return ''
    return cell === '' || /["\r\n]/.test(cell) || cell.includes(delimiter) ? `"${cell.replaceAll('"', '""')}"` : cell
  }
  return `${cells.map(written).join(delimiter)}\n`
}

const cell = fc.option(
  fc.string({ unit: fc.constantFrom('#', '"', '\n', '\r', ',', ';', ']', 'a', 'ä', '😀', ' '), maxLength: 6 }),
  { freq: 9 },
)

describe('quoteHashes', () => {
  it('makes of what a server streams what plainCsvLines writes, wherever the stream is cut', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(cell, cell, cell), { minLength: 1, maxLength: 8 }),
        fc.constantFrom(',', ';', '\t', ']', '^', '-', '\\'),
        fc.array(fc.nat(40), { minLength: 1, maxLength: 5 }),
        async (rows, delimiter, cuts) => {
          const bytes = Buffer.from(rows.map((row) => served(row, delimiter)).join(''))
          async function* chunks() {
            let at = 0
            for (let turn = 0; at < bytes.length; turn++) {
              const size = 1 + cuts[turn % cuts.length]
              yield bytes.subarray(at, at + size)
              at += size
            }
          }
          const parts: Buffer[] = []
          for await (const part of quoteHashes(delimiter)(chunks())) parts.push(part)
          expect(Buffer.concat(parts).toString()).toBe(rows.map(plainCsvLines(delimiter)).join(''))
        },
      ),
      { numRuns: someOf(200) },
    )
  })
})
