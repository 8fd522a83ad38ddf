/**
 * Generates unique, random-looking ten-digit numbers: a permutation of the row numbers by a Feistel network (Luby and
 * Rackoff 1988).
 */
import type { Random } from '../ground/random.ts'

const LEFT = 90_000
const RIGHT = 100_000

export const IDENTITY_NUMBERS = LEFT * RIGHT

/** Maps a row (0 up to IDENTITY_NUMBERS − 1) to a number from 1000000000 to 9999999999. */
export function identityNumbers(random: Random): (row: number) => number {
  const keys = Array.from({ length: 4 }, () => random.integer(2 ** 31))
  return (row) => {
    let left = Math.floor(row / RIGHT)
    let right = row - left * RIGHT
    for (let round = 0; round < 4; round += 2) {
      right = (right + hash(left, keys[round])) % RIGHT
      left = (left + hash(right, keys[round + 1])) % LEFT
    }
    return (left + 10_000) * RIGHT + right
  }
}

function hash(value: number, key: number): number {
  let mixed = Math.imul(value ^ key, 0x2c1b3c6d)
  mixed ^= mixed >>> 13
  mixed = Math.imul(mixed + key, 0x297a2d39)
  return (mixed ^ (mixed >>> 15)) >>> 8
}
