/** A short ascending list without repeats at the front of an array; for a handful of numbers a shift is faster than any tree. */

/** Puts the number into its place among the first `size`; the new size, or the same if it is there already. */
export function insertAscending(list: Int32Array, size: number, value: number): number {
  let place = size
  while (place > 0 && list[place - 1] > value) place--
  if (place > 0 && list[place - 1] === value) return size
  list.copyWithin(place + 1, place, size)
  list[place] = value
  return size + 1
}
