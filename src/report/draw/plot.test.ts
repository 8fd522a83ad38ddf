import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { linearScale, logScale } from './plot.ts'

describe('linearScale(values), logScale(values)', () => {
  it('marks round values, millions in short', () => {
    expect(linearScale([0.12, 0.38]).ticks.map(({ label }) => label)).toEqual(['0', '0.1', '0.2', '0.3', '0.4'])
    expect(linearScale([0, 4_000_000], 4).ticks.map(({ label }) => label)).toEqual(['0', '1 M', '2 M', '3 M', '4 M'])
    expect(logScale([80_000, 4_000_000])?.ticks.map(({ label }) => label)).toEqual([
      '100,000',
      '200,000',
      '500,000',
      '1 M',
      '2 M',
    ])
  })

  it('has no label that would not find room beside the frame', () => {
    const figure = fc.double({ min: 1e-9, max: 1e9, noNaN: true })
    fc.assert(
      fc.property(fc.array(figure, { minLength: 1, maxLength: 9 }), (values) => {
        for (const scale of [linearScale(values), logScale(values)]) {
          for (const { label } of scale?.ticks ?? []) expect(label.length).toBeLessThanOrEqual(8)
        }
      }),
    )
  })
})
