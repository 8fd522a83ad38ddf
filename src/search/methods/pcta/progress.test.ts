import { describe, expect, it } from 'vitest'
import { bms, bmsWebView2 } from '../../../../test/baskets/examples.ts'
import { clusterFigures } from '../../../../test/baskets/golden.ts'
import { needs } from '../../../../test/needs.ts'
import { thorough } from '../../../../test/thorough.ts'
import { searchPcta } from './pcta.ts'

describe('pcta by progress on BMS-WebView-2', () => {
  const golden = [
    ['progress', 2, 3044, 296, 'b58d5e7e5ad58f0d'],
    ['progress', 5, 3105, 235, 'ec87c5a3bc480f54'],
    ['progress', 50, 3238, 102, '8a2af4dbdaf3e93b'],
    ['progress', 100, 3264, 76, 'ca74af78adae87fa'],
  ] as const
  // The others have the same steps, only more or fewer of them.
  it.each(golden.filter(([, k]) => thorough || k === 100))(
    '%s, k = %i: %i merges, %i clusters, hash %s',
    needs(bms),
    async (merge, k, merges, clusters, hash) => {
      const figures = await clusterFigures(searchPcta, bmsWebView2(), k, { merge })
      expect(figures).toEqual({ merges, suppressedItems: 0, clusters, hash })
    },
  )
})
