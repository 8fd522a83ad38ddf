import { expect, test } from 'vitest'
import { forecastSearch } from './forecast.ts'
import { findTableSearch } from './index.ts'
import type { SearchProblem } from './search.ts'

const problem = (columns: number, levels: number) =>
  ({
    frequencies: { combinations: 1000 },
    hierarchies: Array.from({ length: columns }, () => ({ levels: Array.from({ length: levels }) })),
  }) as unknown as SearchProblem

test('forecastSearch counts the choices of levels, and what the options of the search allow', () => {
  const lattice = forecastSearch(problem(3, 4), { search: findTableSearch('lattice'), options: {}, timeLimit: 60 })
  expect(lattice).toMatchObject({ combinations: 1000, columns: 3, space: 64, limit: 60 })
  expect(lattice?.seconds).toBeCloseTo(64 * 2.2e-5, 6)
  expect(
    forecastSearch(problem(3, 4), { search: findTableSearch('lattice'), options: { evaluations: 10 } })?.seconds,
  ).toBeCloseTo(2.2e-4, 6)
  const genetic = forecastSearch(problem(43, 4), { search: findTableSearch('genetic'), options: { iterations: 1000 } })
  expect(genetic?.space).toBe(4 ** 43)
  expect(genetic?.seconds).toBeCloseTo(1000 * (1e-5 + 1000 * 43 * 4e-9), 6)
  expect(forecastSearch(problem(3, 4), { search: findTableSearch('mondrian'), options: {} })?.seconds).toBeUndefined()
})
