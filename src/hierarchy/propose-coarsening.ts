/** Proposes how to make the values of a column coarser that is released as it is and singles people out. */
import { type Coarsening, coarsenTexts } from './coarsen.ts'
import { parseDate } from './date.ts'
import { detectDateFormat } from './date-format.ts'
import { areNumbers } from './number.ts'
import type { ProfiledColumn } from './propose.ts'

/** The largest share of rows that may have a rare value before coarser values are proposed; nobody may be alone. */
const RARE_SHARE = 0.01

/**
 * Numbers are shared by k; dates keep the finest part that nearly always k rows have. `unique` is the number of rows
 * whose coarser value nobody else has.
 */
export function proposeCoarsening(profile: ProfiledColumn, k: number) {
  const { values: texts, counts, rows, missingCount: missing, distinct = texts.length, shown } = profile
  if (shown !== undefined || distinct > texts.length || rows - missing < k) return undefined
  const countRare = (shownTexts: readonly (string | undefined)[]) => {
    const sizes = new Map<string | undefined, number>()
    for (const [i, text] of shownTexts.entries()) sizes.set(text, (sizes.get(text) ?? 0) + counts[i])
    const all = [...sizes.values()]
    return {
      rare: all.filter((size) => size < k).reduce((sum, size) => sum + size, 0),
      unique: all.filter((size) => size === 1).length,
    }
  }
  const exact = countRare(texts)
  if (exact.unique === 0 && exact.rare <= RARE_SHARE * rows) return undefined
  const coarsen = (coarsening: Coarsening) => {
    const people = Float64Array.from(counts)
    const { shown: coarse } = coarsenTexts(profile.name, { texts, rows: people, people, missing }, coarsening, k)
    return { coarsening, ...countRare(coarse) }
  }
  if (areNumbers(texts)) return coarsen({ share: k })
  const isPlain = texts.every((text) => parseDate(text)?.precision === 'day')
  const format = isPlain ? undefined : detectDateFormat(texts)
  if (!isPlain && (format === undefined || format.or !== undefined || !format.format.includes('%d'))) return undefined
  const dates = (['day', 'month', 'quarter', 'year', 'decade'] as const).map((keep) =>
    coarsen({ keep, format: format?.format }),
  )
  return dates.find(({ rare }) => rare <= RARE_SHARE * rows)
}
