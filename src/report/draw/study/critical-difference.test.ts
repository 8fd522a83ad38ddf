import { parseHTML } from 'linkedom'
import { describe, expect, it } from 'vitest'
import { drawCriticalDifference } from './critical-difference.ts'

const data = {
  criticalDifference: 1.4,
  axis: [1, 3] as const,
  interval: [1, 2.6] as const,
  control: 'one',
  methods: [
    { name: 'one', rank: 1.2, differs: false },
    { name: 'two & <three>', rank: 2, differs: false },
    { name: 'four', rank: 2.8, differs: true },
  ],
}

describe('drawCriticalDifference(data)', () => {
  const { document } = parseHTML(`<html><body>${drawCriticalDifference(data)}</body></html>`)
  const texts = [...document.querySelectorAll('text')].map((text) => text.textContent)

  it('has a label for every method with its rank, those that differ marked', () => {
    expect(texts).toEqual(expect.arrayContaining(['one 1.20', 'two & <three> 2.00', 'four 2.80 ≠']))
  })

  it('has a tick for every rank and stands better methods further left', () => {
    expect(texts.slice(0, 3)).toEqual(['1', '2', '3'])
    const starts = [...document.querySelectorAll('polyline')].map((line) =>
      Number(line.getAttribute('points')?.split(',')[0]),
    )
    expect([...starts].sort((a, b) => a - b)).toEqual(starts)
  })

  it('says in words what it shows', () => {
    expect(document.querySelector('svg')?.getAttribute('aria-label')).toBe(
      'Mean ranks of 3 methods; within 1.400 of one nothing differs from it',
    )
  })
})
