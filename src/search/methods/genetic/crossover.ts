/** Two-point crossover on the reduced surrogate: cuts only at positions where the parents differ. */
import type { Random } from '../../../ground/random.ts'

export function cross(a: Uint8Array, b: Uint8Array, child: Uint8Array, differing: Int32Array, random: Random): void {
  const [base, other] = random.integer(2) === 0 ? [a, b] : [b, a]
  child.set(base)
  const count = findDifferences(a, b, differing)
  if (count < 2) return
  // Two different indices x < y, every pair equally likely.
  let x = random.integer(count)
  let y = random.integer(count - 1)
  if (y >= x) y++
  if (y < x) [x, y] = [y, x]
  for (let i = x; i < y; i++) child[differing[i]] = other[differing[i]]
}

function findDifferences(a: Uint8Array, b: Uint8Array, differing: Int32Array): number {
  let count = 0
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) differing[count++] = i
  return count
}
