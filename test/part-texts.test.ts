/** Texts of parts, in text files beside their records. */
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { partTexts } from '../src/ground/part-texts.ts'
import { learners } from '../src/learn/index.ts'
import { allMetrics } from '../src/metrics/index.ts'
import { itemMetrics } from '../src/metrics/items/index.ts'
import { itemRiskMetrics } from '../src/metrics/items/risks.ts'
import { allRequirements } from '../src/requirements/index.ts'
import { itemRequirements } from '../src/requirements/items/index.ts'

/** Options that several parts share have a name of their own. */
const SHARED = ['target', 'sensitive', 'values']

it.each([
  ['learn/learners.txt', learners],
  ['metrics/metrics.txt', allMetrics],
  ['metrics/items/item-metrics.txt', [...itemMetrics, ...itemRiskMetrics]],
  ['requirements/requirements.txt', [...allRequirements, ...itemRequirements]],
])('%s has no line about a part or an option that does not exist', (file, parts) => {
  const options = new Map<string, readonly string[]>(
    parts.map(({ name, ...part }) => [name, 'options' in part ? part.options.map((option) => option.name) : []]),
  )
  const lines = readFileSync(new URL(`../src/${file}`, import.meta.url), 'utf8')
    .trim()
    .split('\n')
  const paths = lines.map((line) => line.slice(0, line.indexOf(': ')))
  expect(new Set(paths).size).toBe(paths.length)
  const orphans = paths.filter((path) => {
    const [part, key] = path.split('.')
    const isText = ['title', 'summary', 'source', 'formula', 'reading'].includes(key)
    return !SHARED.includes(part) && !(isText ? options.has(part) : options.get(part)?.includes(key))
  })
  expect(orphans).toEqual([])
})

it('a missing line is an error that names it', () => {
  const { describe, withMeanings } = partTexts(new URL('../src/metrics/metrics.txt', import.meta.url), ['title'])
  expect(describe('achievement')).toEqual({ name: 'achievement', title: 'Achievement of the preference' })
  expect(() => describe('latice')).toThrow('has no line for latice.title')
  expect(() => withMeanings('LM', [{ name: 'level', type: 'text' }])).toThrow('LM.level')
})
