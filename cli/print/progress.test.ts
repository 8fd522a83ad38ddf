import { describe, expect, test } from 'vitest'
import { forecastInWords, progressLine } from './progress.ts'

describe('progressLine', () => {
  test('without a terminal: a line for a step that takes long, and then now and again', () => {
    const said: string[] = []
    let clock = 0
    const stream = { isTTY: false, write: (text: string) => said.push(text) > 0 }
    const line = progressLine(stream, () => clock)
    for (clock = 0; clock <= 25_000; clock += 500)
      line.update({ step: 'search', share: clock / 50_000, search: { done: 1, total: 2, best: 0.25 } })
    line.clear()
    expect(said.join('')).toBe(
      [2, 12, 22].map((second) => `searching, ${second * 2}%, about ${50 - second} s left, best 0.25000\n`).join(''),
    )
  })

  test('never says that more is left than is allowed', () => {
    const said: string[] = []
    let clock = 0
    const line = progressLine({ isTTY: false, write: (text: string) => said.push(text) > 0 }, () => clock)
    const forecast = { combinations: 9000, columns: 9, space: 1e6, limit: 60 }
    line.update({ step: 'search', search: { done: 0, total: 1, forecast } })
    clock = 4000
    line.update({ step: 'search', share: 0.001 })
    expect(said.at(-1)).toBe('searching, 0%, about 56 s left\n')
  })

  test('a short step says nothing there', () => {
    const said: string[] = []
    const line = progressLine({ isTTY: false, write: (text: string) => said.push(text) > 0 }, () => 0)
    line.update({ step: 'count', share: 0.5 })
    line.update({ step: 'write' })
    expect(said).toEqual([])
  })
})

test.each([
  [{ combinations: 400, columns: 3, space: 64, seconds: 0.01, limit: 60 }, undefined],
  [
    { combinations: 1240, columns: 15, space: 4.3e9, seconds: 2400, limit: 60 },
    'searching 1,240 combinations of 15 columns, 4.3e+9 recodings by levels: about 40 min at most; 60 s are ' +
      'allowed, then the best so far is taken',
  ],
  [
    { combinations: 5, columns: 43, space: 4 ** 43, seconds: 1e30 },
    'searching 5 combinations of 43 columns, 7.7e+25 recodings by levels: trying all would take days',
  ],
])('forecastInWords(%j)', (forecast, words) => {
  expect(forecastInWords(forecast)).toBe(words)
})
