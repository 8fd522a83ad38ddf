/**
 * Places as cells of a public grid: geohash (Niemeyer 2008) halves longitude and latitude in turn, five times per
 * character, so that a prefix is a larger cell: 7 characters are 153 m, 5 are 4.9 km, 3 are 156 km.
 */

const LETTERS = '0123456789bcdefghjkmnpqrstuvwxyz'
export const GEOHASH_LENGTH = 7

/** The cell of a released label such as `u33d***`; undefined if it is none. */
export function placeCell(label: string) {
  const letters = label.replace(/\*+$/, '')
  if (letters === '' || [...letters].some((letter) => !LETTERS.includes(letter))) return undefined
  const ranges = [
    [-180, 180],
    [-90, 90],
  ]
  let bit = 0
  for (const letter of letters)
    for (let place = 4; place >= 0; place--, bit++) {
      const range = ranges[bit % 2]
      range[(LETTERS.indexOf(letter) >> place) & 1 ? 0 : 1] = (range[0] + range[1]) / 2
    }
  const [[west, east], [south, north]] = ranges
  return { west, east, south, north }
}

/** The character of `first` and `second`, the next bits of two coordinates of which the first has three and begins. */
function letterOf(first: number, second: number): string {
  const bits = [first >> 2, second >> 1, first >> 1, second, first]
  return LETTERS[bits.reduce((sum, bit) => 2 * sum + (bit & 1), 0)]
}

/** Characters by three bits of the first coordinate and two of the second: at 4 · first + second. */
export const GEOHASH_CHARACTERS = Array.from({ length: 32 }, (_, at) => letterOf(at >> 2, at & 3)).join('')
