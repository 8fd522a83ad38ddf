/** Detects the decimal mark of a column: a comma in `1.234,50 €`, a point in `$1,234.50`. */
import type { ProfiledColumn } from '../../hierarchy/propose.ts'
import { BESIDE_FIGURES } from '../../table/currency.ts'

const BESIDE = new RegExp(BESIDE_FIGURES, 'g')

/**
 * Returns the mark with which all values are numbers. If both fit (only `1,234`): the requested one, by default the
 * point.
 */
export function decimalMark(values: readonly string[], asked: ',' | '.' = '.'): ',' | '.' | undefined {
  const bare = values.map((value) => value.replace(BESIDE, ''))
  const comma = bare.every((value) => /^[+-]?(\d{1,3}(\.\d{3})+|\d+)(,\d+)?$/.test(value))
  const point = bare.every((value) => /^[+-]?(\d{1,3}(,\d{3})+|\d+)(\.\d+)?$/.test(value))
  if (comma && point) return asked
  return comma ? ',' : point ? '.' : undefined
}

export function withPlainNumbers<P extends Pick<ProfiledColumn, 'values' | 'counts' | 'distinct'>>(
  profile: P,
  mark: ',' | '.',
): P {
  const counts = new Map<string, number>()
  profile.values.forEach((value, i) => {
    const bare = value
      .replace(BESIDE, '')
      .replaceAll(mark === ',' ? '.' : ',', '')
      .replace(',', '.')
    counts.set(bare, (counts.get(bare) ?? 0) + profile.counts[i])
  })
  const shown = profile.values.length
  return {
    ...profile,
    values: [...counts.keys()],
    counts: [...counts.values()],
    distinct: (profile.distinct ?? shown) - shown + counts.size,
  }
}
