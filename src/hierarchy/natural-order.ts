/** Compares texts with their digits as numbers: `item 2` before `item 10`. Independent of the locale. */
export function naturalCompare(a: string, b: string): number {
  const partsOfA = a.match(/\d+|\D+/g) ?? []
  const partsOfB = b.match(/\d+|\D+/g) ?? []
  for (let i = 0; i < Math.min(partsOfA.length, partsOfB.length); i++) {
    const [left, right] = [partsOfA[i], partsOfB[i]]
    if (left === right) continue
    const difference = /^\d/.test(left) && /^\d/.test(right) ? Number(left) - Number(right) : 0
    if (difference !== 0) return difference
    return left < right ? -1 : 1
  }
  return partsOfA.length - partsOfB.length || (a < b ? -1 : a > b ? 1 : 0)
}
