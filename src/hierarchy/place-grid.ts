/**
 * A public grid of nearly square cells. A row of 100 km has 0.9 degrees of latitude and is cut into strips of longitude
 * about as wide; each finer level divides a cell into 2 × 2 or 5 × 5 in turn and adds one character to its code, so a
 * prefix of a code is a larger cell.
 */

/** Edges of cells, finest first. */
export const PLACE_LEVELS = ['100m', '500m', '1km', '5km', '10km', '50km', '100km'] as const
export type PlaceLevel = (typeof PLACE_LEVELS)[number]

/** Without vowels, so that codes are neither words nor numbers. */
export const CELL_CHARACTERS = 'bcdfghjkmnpqrstvwxyz23456'
const BASE = CELL_CHARACTERS.length

const ROWS = 200
/** Strips of each row of 100 km; the outermost rows, around the poles, have three. */
export const STRIPS = Array.from({ length: ROWS }, (_, row) =>
  Math.round(400 * Math.cos((((row + 0.5) * 180) / ROWS - 90) * (Math.PI / 180))),
)

/** Finest cells along an edge of a cell of each finer level, coarsest first, and how many parts it is one of. */
export const DIVISIONS = [500, 100, 50, 10, 5, 1].map((cells, i) => ({ cells, parts: i % 2 === 0 ? 2 : 5 }))
/** Finest cells, those of 100 m, along an edge of 100 km. */
export const FINEST = 1000
export const FINEST_ROWS = ROWS * FINEST

/** Two characters each for row and strip, and one per finer level. */
export function codeLength(level: PlaceLevel): number {
  return 4 + DIVISIONS.length - PLACE_LEVELS.indexOf(level)
}

export function levelOfCode(length: number): PlaceLevel | undefined {
  return PLACE_LEVELS[4 + DIVISIONS.length - length]
}

/** The cell of a code or of a released label such as `khdkcm****`, with its edge in metres; undefined if it is none. */
export function placeCell(label: string) {
  const code = label.replace(/\*+$/, '')
  const digits = [...code].map((character) => CELL_CHARACTERS.indexOf(character))
  if (levelOfCode(digits.length) === undefined || digits.includes(-1)) return undefined
  let [y, x] = [digits[0] * BASE + digits[1], digits[2] * BASE + digits[3]]
  const strips = STRIPS[y]
  if (strips === undefined || x >= strips) return undefined
  let size = 1
  for (const [i, digit] of digits.slice(4).entries()) {
    const { parts } = DIVISIONS[i]
    if (digit >= parts * parts) return undefined
    y = y * parts + Math.floor(digit / parts)
    x = x * parts + (digit % parts)
    size *= parts
  }
  const [latitude, longitude] = [
    (row: number) => (row * 180) / (ROWS * size) - 90,
    (strip: number) => (strip * 360) / (strips * size) - 180,
  ]
  const [south, north, west, east] = [latitude(y), latitude(y + 1), longitude(x), longitude(x + 1)]
  return { code, metres: 100_000 / size, south, north, west, east }
}
