import type { BeforeAfter } from '../../report.ts'

/** Whether a risk can stand on the axis of shares. */
export function isShare({ range, before, after }: BeforeAfter): boolean {
  const fits = (value: number) => value >= 0 && value <= 1
  return fits(before) && fits(after) && range !== undefined && range[0] === 0 && range[1] === 1
}
