/** How a column writes its numbers: `1.234,50 €` has a decimal comma, `$1,234.50` a point. */
import type { ProfiledColumn } from '../../hierarchy/propose.ts'
import { BESIDE_FIGURES } from '../../table/currency.ts'

const BESIDE = new RegExp(BESIDE_FIGURES, 'g')

/** The mark by which all values are numbers. Where both would do (`1,234` alone), the one that was asked for; else a comma before three figures parts thousands. */
export function decimalMark(values: readonly string[], asked: ',' | '.' = '.'): ',' | '.' | undefined {
  const bare = values.map((value) => value.replace(BESIDE, ''))
  const comma = bare.every((value) => /^[+-]?(\d{1,3}(\.\d{3})+|\d+)(,\d+)?$/.test(value))
  const point = bare.every((value) => /^[+-]?(\d{1,3}(,\d{3})+|\d+)(\.\d+)?$/.test(value))
  if (comma && point) return asked
  return comma ? ',' : point ? '.' : undefined
}

/** The profile as it looks when the source is read with this decimal mark. */
export function withPlainNumbers(profile: ProfiledColumn, mark: ',' | '.'): ProfiledColumn {
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
