import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { estimateRows } from './first-bytes.ts'

it(
  'estimateRows: of files much longer than the part that is looked at, within a few percent and hardly too ' + 'few',
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'halftone-test-'))
    try {
      const rows = 100_000
      const files = ['a.csv', 'b.csv'].map((name) => join(folder, name))
      for (const file of files) {
        writeFileSync(
          file,
          Array.from({ length: rows }, (_, i) => `${1000 + (i % 9000)},${'x'.repeat(i % 17)}\n`).join(''),
        )
      }
      const { rows: found, bytes } = estimateRows(files)
      expect(bytes).toBe(2 * Array.from({ length: rows }, (_, i) => 6 + (i % 17)).reduce((sum, length) => sum + length))
      expect(found / (2 * rows)).toBeGreaterThan(0.99)
      expect(found / (2 * rows)).toBeLessThan(1.03)
      writeFileSync(files[0], '')
      expect(estimateRows([files[0]])).toEqual({ bytes: 0, rows: 0 })
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
)
