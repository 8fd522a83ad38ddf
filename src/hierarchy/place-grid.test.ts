import { expect, test } from 'vitest'
import { CELL_LEVELS, plainCell, plainCoordinates } from '../../test/plain-cell.ts'
import { codeLength, levelOfCode, PLACE_LEVELS, placeCell } from './place-grid.ts'

const KILOMETRES_PER_DEGREE = 40_030 / 360

test.each([
  // Row 158 (6 · 25 + 8: j, m) has 243 strips; 13.405 is in strip 130 (5 · 25 + 5: h, h), in the right half of it (c).
  ['Berlin', 52.52, 13.405, 'jmhhcvdgff'],
  ['Sydney', -33.8688, 151.2093, 'drrjbyfjfy'],
  ['Null Island', 0, 0, 'gbmbbbbbbb'],
  ['north pole', 90, 180, 'k6bdf6f6f6'],
  ['south pole', -90, -180, 'bbbbbbbbbb'],
])('%s is in the cell that the documented rule gives', (_, latitude, longitude, cell) => {
  expect(plainCell(latitude, longitude)).toBe(cell)
  expect(placeCell(cell)?.metres).toBe(100)
})

test('every point is in its cell, each cell in its parent, and edges are as long as they say', () => {
  expect(PLACE_LEVELS).toEqual(CELL_LEVELS)
  for (const [latitude, longitude] of plainCoordinates(4000, 5)) {
    let parent = { south: -90, north: 90, west: -180, east: 180 }
    for (const level of [...PLACE_LEVELS].reverse()) {
      const code = plainCell(latitude, longitude, level)
      const cell = placeCell(`${code}**`) as NonNullable<ReturnType<typeof placeCell>>
      expect([levelOfCode(code.length), codeLength(level), cell.code]).toEqual([level, code.length, code])
      for (const { south, north, west, east, inside } of [
        { ...cell, inside: { south: latitude, north: latitude, west: longitude, east: longitude } },
        { ...parent, inside: cell },
      ]) {
        expect(Math.min(inside.south - south, north - inside.north)).toBeGreaterThan(-1e-9)
        expect(Math.min(inside.west - west, east - inside.east)).toBeGreaterThan(-1e-9)
      }
      const nominal = cell.metres / 1000
      expect(cell.metres).toBe(Number.parseInt(level, 10) * (level.endsWith('km') ? 1000 : 1))
      const height = (cell.north - cell.south) * KILOMETRES_PER_DEGREE
      const width = (cell.east - cell.west) * KILOMETRES_PER_DEGREE * Math.cos((latitude / 180) * Math.PI)
      expect(Math.abs(height / nominal - 1)).toBeLessThan(0.01)
      if (Math.abs(latitude) < 83) expect(Math.abs(width / nominal - 1)).toBeLessThan(0.1)
      parent = cell
    }
  }
})

test.each(['', 'ANY', '*', 'jmh', 'jmhhcjbvfmb', 'jmpb', 'z6bb', 'jmhhj', 'jmhha', 'JMHH', 'jm*h'])(
  '"%s" is no cell',
  (label) => {
    expect(placeCell(label)).toBeUndefined()
  },
)
