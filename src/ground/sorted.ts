/** Searching and sorting places of arrays. */

/** Finds the first of `count` places that meets a condition, as all after it do; `count` if none does. */
export function firstPlace(count: number, meets: (place: number) => boolean): number {
  let [low, high] = [0, count]
  while (low < high) {
    const middle = (low + high) >> 1
    if (meets(middle)) high = middle
    else low = middle + 1
  }
  return low
}

/** 0, 1, 2 …: all numbers below `count`. */
export function numbersBelow(count: number): Int32Array<ArrayBuffer> {
  const numbers = new Int32Array(count)
  for (let number = 0; number < count; number++) numbers[number] = number
  return numbers
}

/** Sorts places by code: those of c are `order[starts[c]]` to `order[starts[c + 1] - 1]`; none for negative ones. */
export function placesByCode(codes: ArrayLike<number>, size: number): { order: Int32Array; starts: Int32Array } {
  const starts = new Int32Array(size + 1)
  for (let place = 0; place < codes.length; place++) if (codes[place] >= 0) starts[codes[place] + 1]++
  for (let code = 0; code < size; code++) starts[code + 1] += starts[code]
  const next = starts.slice()
  const order = new Int32Array(starts[size])
  for (let place = 0; place < codes.length; place++) if (codes[place] >= 0) order[next[codes[place]]++] = place
  return { order, starts }
}
