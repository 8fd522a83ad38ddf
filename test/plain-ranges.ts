/**
 * Ranges that labels print, read without a line of Halftone's: numbers, days since 1970 for months and weeks, seconds
 * of the day for times.
 */

/** First and last number that a label covers; an open end is infinite, `[a,b)` ends at b. Undefined for other texts. */
export function plainRange(label: string): readonly [number, number] | undefined {
  if (label === '*') return [-Infinity, Infinity]
  const sign = /^[≤≥<]/.exec(label)?.[0]
  const parts = /^\[([^,]+),([^,]+)[\])]$/.exec(label)?.slice(1) ?? label.replace(/^[≤≥<] /, '').split('…')
  const [first, last] = [plainEnd(parts[0])?.[0], plainEnd(parts[parts.length - 1])?.[1]]
  if (parts.length > 2 || first === undefined || last === undefined) return undefined
  return sign === '≥' ? [first, Infinity] : sign === undefined ? [first, last] : [-Infinity, last]
}

function plainEnd(text: string): readonly [number, number] | undefined {
  if (/^\d\d:\d\d$/.test(text)) return [plainSecond(text), plainSecond(text) + 59]
  const [, year, week, month] = /^(\d{4})-(?:W(\d\d)|(\d\d))$/.exec(text) ?? []
  if (month !== undefined) return [plainDay(`${text}-01`), lastDay(Number(year), Number(month))]
  if (week !== undefined) {
    // Week 1 has the fourth of January, and 1970-01-05 was a Monday.
    const fourth = plainDay(`${year}-01-04`)
    const monday = fourth - ((((fourth - 4) % 7) + 7) % 7) + 7 * (Number(week) - 1)
    return [monday, monday + 6]
  }
  return text.trim() === '' || Number.isNaN(Number(text)) ? undefined : [Number(text), Number(text)]
}

/** Days since 1970 of a date such as 2004-03-17. */
export function plainDay(date: string): number {
  return Date.parse(`${date}T00:00:00Z`) / 86_400_000
}

export function isLeap(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
}

/** The second of the day of a time such as 08:15. */
export function plainSecond(time: string): number {
  return (Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))) * 60
}

function lastDay(year: number, month: number): number {
  const next =
    month === 12
      ? `${String(year + 1).padStart(4, '0')}-01`
      : `${String(year).padStart(4, '0')}-${String(month + 1).padStart(2, '0')}`
  return plainDay(`${next}-01`) - 1
}

/** Whether a label covers a number. A border of decimals belongs to the next range. */
export function plainCovers(label: string, value: number): boolean {
  const range = plainRange(label)
  if (range === undefined) return false
  const isOpen = label.endsWith(')') || label.startsWith('<')
  return range[0] <= value && (isOpen ? value < range[1] : value <= range[1])
}

/** The width of a label over that of all values; open ends reach to the outermost value. */
export function plainWidth(label: string, least: number, most: number): number {
  const [low, high] = plainRange(label) ?? [Number.NaN, Number.NaN]
  return ((high === Infinity ? most : high) - (low === -Infinity ? least : low)) / (most - least)
}
