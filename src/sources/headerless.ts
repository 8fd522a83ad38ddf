/**
 * Whether the first line of a delimited file holds values instead of names. Names are not numbers, and do not come again as values below:
 * a first line with a number above a column of numbers, or most of whose fields come again in their columns, is a row like the others.
 */

/** `records`: the first lines of the file, split. */
export function looksHeaderless(records: readonly (readonly string[])[]): boolean {
  const [first, ...rows] = records
  if (first === undefined || rows.length < 5 || first.length < 2) return false
  let numbers = 0
  let again = 0
  first.forEach((field, column) => {
    const below = rows.map((row) => row[column] ?? '').filter((value) => value !== '')
    if (isNumber(field) && below.length > 0 && below.every(isNumber)) numbers++
    if (field !== '' && below.filter((value) => value === field).length >= 2) again++
  })
  // A year can be the name of a column, so one number alone needs a second sign.
  return numbers >= 2 || again * 2 > first.length || (numbers === 1 && again > 0)
}

function isNumber(text: string): boolean {
  return /^\s*[+-]?(\d+([.,]\d*)?|[.,]\d+)\s*$/.test(text)
}
