/**
 * Detects whether the first line has values instead of names: numbers above numbers, or fields that recur below.
 * Columns that are numbered in order have names.
 */

export function looksHeaderless(records: readonly (readonly string[])[]): boolean {
  const [first, ...rows] = records
  if (first === undefined || rows.length < 5 || first.length < 2) return false
  if (areNumbered(first) && !rows.some(areNumbered)) return false
  let numbers = 0
  let again = 0
  first.forEach((field, column) => {
    const below = rows.map((row) => row[column] ?? '').filter((value) => value !== '')
    if (isNumber(field) && below.length > 0 && below.every(isNumber)) numbers++
    if (field !== '' && below.filter((value) => value === field).length >= 2) again++
  })
  // A year can be a column name, so a single number needs further evidence.
  return numbers >= 2 || again * 2 > first.length || (numbers === 1 && again > 0)
}

function isNumber(text: string): boolean {
  return /^\s*[+-]?(\d+([.,]\d*)?|[.,]\d+)\s*$/.test(text)
}

/** `0,1,2,3`, `,1,2,3`, `name,2021,2022,2023`. */
function areNumbered(fields: readonly string[]): boolean {
  const numbers = fields
    .map((field) => field.trim())
    .filter((field) => /^\d{1,4}$/.test(field))
    .map(Number)
  return numbers.length > 2 && numbers.length >= fields.length - 2 && numbers.every((n, i) => n === numbers[0] + i)
}
