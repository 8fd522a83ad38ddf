/** What the genetic bench works on: Adult's training rows, and the figures of others to stand beside ours. */

import type { SearchProblem } from '../../src/search/search.ts'
import { adultProblem } from '../../test/adult.ts'
import { haveData } from '../../test/data.ts'
import { searchProblem } from '../../test/promises/search.ts'

export const KS = [10, 25, 50, 75, 100, 150, 200, 250, 500] as const

/** A plain genetic search with population 2000 and 100,000 children, best of its seeds (digest, §10). To be met or beaten. */
export const PLAIN: Readonly<Record<'LM' | 'CM', readonly number[]>> = {
  LM: [0.2229, 0.2812, 0.3364, 0.3597, 0.3703, 0.4017, 0.4172, 0.4351, 0.4868],
  CM: [0.174, 0.1795, 0.1813, 0.1821, 0.1824, 0.1827, 0.1827, 0.1827, 0.1861],
}

export type Metric = keyof typeof PLAIN

/** Undefined when the data are not there. */
export function adultProblems(): ((metric: Metric, k: number) => SearchProblem) | undefined {
  if (!haveData('adult')) return undefined
  return (metric, k) => searchProblem(adultProblem(), metric, k)
}
