import { expect, test } from 'vitest'
import { columnsInTurn, descend, type Neighbourhood } from './descent.ts'

const heights = [5, 3, 4, 1, 2, 0, 6]

/** Steps of one or two along `heights`, in batches of `size`; begins anew after each step. */
function steps(size: number, visited: number[]): Neighbourhood<number, readonly number[]> {
  return {
    *neighbours(place) {
      const from = place()
      const around = [from - 1, from + 1, from - 2, from + 2].filter((at) => heights[at] !== undefined)
      for (let i = 0; i < around.length && place() === from; i += size) yield around.slice(i, i + size)
    },
    async best(batch, place) {
      visited.push(...batch)
      return batch.reduce((best, at) => (heights[at] < heights[best] ? at : best), place)
    },
  }
}

test('descend(): batches of one take the first improvement, larger ones the best of the batch', async () => {
  const visited: number[] = []
  expect(await descend(2, steps(1, visited))).toBe(5)
  expect(visited.slice(0, 2)).toEqual([1, 0])
  const whole: number[] = []
  expect(await descend(2, steps(4, whole))).toBe(5)
  expect(whole).toEqual([1, 3, 0, 4, 2, 4, 1, 5, 4, 6, 3])
})

test('descend(): ends where it is if no neighbour is better', async () => {
  const visited: number[] = []
  expect(await descend(5, steps(1, visited))).toBe(5)
  expect(visited).toEqual([4, 6, 3])
})

test('columnsInTurn(): after a better place, every other column is tried once more before it ends', async () => {
  const visited: number[] = []
  const best = async (column: number, place: number) => {
    visited.push(column)
    return column === 2 && place < 2 ? place + 1 : place
  }
  expect(await descend(0, { neighbours: columnsInTurn<number>([0, 1, 2]), best })).toBe(1)
  expect(visited).toEqual([0, 1, 2, 0, 1])
})
