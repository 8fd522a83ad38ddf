/** Writes witnesses (classes that break a check) as a table or as JSON, by the file extension. */
import { writeFile } from 'node:fs/promises'
import { csvField } from '../src/ground/csv.ts'
import type { Verification } from '../src/verification/verification.ts'

/** Nobody reads more. */
export const MOST_WITNESSES = 100_000

/** Writes the witnesses, worst first, and returns their number. They contain data: keep the file private. */
export async function writeWitnesses(file: string, checks: Verification['checks']): Promise<number> {
  const lines = checks.flatMap(({ name, witnesses }) => witnesses.map((witness) => ({ check: name, ...witness })))
  const text = /\.json$/i.test(file) ? `${JSON.stringify(lines, null, 2)}\n` : witnessTable(lines)
  await writeFile(file, text, { mode: 0o600 })
  return lines.length
}

type Line = Verification['checks'][number]['witnesses'][number] & { readonly check: string }

export function witnessTable(lines: readonly Line[]): string {
  const columns = [...new Set(lines.flatMap(({ values }) => Object.keys(values)))]
  const header = ['check', 'size', ...columns, 'sensitive column', 'value', 'share in the class', 'share in all rows']
  const rows = lines.map(({ check, size, values, blamed }) => [
    check,
    size,
    ...columns.map((column) => values[column] ?? ''),
    blamed?.column ?? '',
    blamed?.value ?? '',
    blamed?.share ?? '',
    blamed?.overall ?? '',
  ])
  return [header, ...rows].map((cells) => `${cells.map((cell) => csvField(String(cell))).join(',')}\n`).join('')
}
