/**
 * Cells of the grid of places, computed without a line of Halftone's: rows of 0.9° of latitude, cut into strips about as
 * wide, and divided into 2 × 2 and 5 × 5 in turn.
 */

export const CELL_LEVELS = ['100m', '500m', '1km', '5km', '10km', '50km', '100km']

const LETTERS = 'bcdfghjkmnpqrstvwxyz23456'

function stripsOf(row: number): number {
  return Math.round(400 * Math.cos(((row * 0.9 - 89.55) / 180) * Math.PI))
}

export function plainCell(latitude: number, longitude: number, level = '100m'): string {
  const north = Math.min(Math.floor(((latitude + 90) * 200_000) / 180), 199_999)
  const strips = stripsOf(Math.floor(north / 1000))
  const east = Math.min(Math.floor(((longitude + 180) * (strips * 1000)) / 360), strips * 1000 - 1)
  let code = ''
  for (const at of [north, east].map((cells) => Math.floor(cells / 1000)))
    code += LETTERS[Math.floor(at / 25)] + LETTERS[at % 25]
  let [size, parts] = [1000, 2]
  while (code.length < 10 - CELL_LEVELS.indexOf(level)) {
    const [row, column] = [north, east].map((cells) => Math.floor((cells % size) / (size / parts)))
    code += LETTERS[row * parts + column]
    ;[size, parts] = [size / parts, 7 - parts]
  }
  return code
}

/** Coordinates everywhere; first those where computations go wrong: poles, the date line, borders of rows and strips. */
export function plainCoordinates(count: number, seed: number): (readonly [latitude: number, longitude: number])[] {
  const latitudes = [90, -90, 89.999999999, -89.1, 0, -1e-9, -1e-300, 0.9, 52.2, 44.9995, -0.0009, 61.2]
  const longitudes = [180, -180, 179.999999999, -179.999999999, 0, -1e-9, 1e-300, 0.9, 120, -60.0045]
  const edges = latitudes.flatMap((latitude) => longitudes.map((longitude) => [latitude, longitude] as const))
  // Lehmer's generator.
  let state = seed
  const draw = () => {
    state = (state * 48271) % 2147483647
    return state / 2147483647
  }
  const degrees = (most: number, digits: number) => Number((draw() * 2 * most - most).toFixed(digits))
  const random = Array.from({ length: Math.max(0, count - edges.length) }, (_, i) => {
    return [degrees(90, i % 12), degrees(180, i % 12)] as const
  })
  return [...edges, ...random]
}
