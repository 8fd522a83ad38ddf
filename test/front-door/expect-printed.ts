import { expect } from 'vitest'

/** The printed figure is the counted one to its last digit. */
export function expectPrinted(text: string | undefined, value: number): void {
  const printed = text ?? 'nothing'
  const plain = printed.replaceAll(',', '').replace('−', '-')
  const share = plain.endsWith('%')
  const shown = Number(plain.replace('%', '')) / (share ? 100 : 1)
  const digits = (plain.replace('%', '').split('.')[1] ?? '').length + (share ? 2 : 0)
  expect(Math.abs(shown - value), `${printed} for ${value}`).toBeLessThanOrEqual(0.5000001 * 10 ** -digits)
}
