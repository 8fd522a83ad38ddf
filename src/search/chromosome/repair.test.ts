import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyGroupings, anyHierarchy, decideGrouping } from '../../../test/random-problems.ts'
import { t12 } from '../../../test/t12.ts'
import { moved, movesFrom } from '../improve/moves.ts'
import { bitsOfGroupings, chromosomeLayout } from './chromosome.ts'
import { createRepair } from './repair.ts'

const work = t12.hierarchies[0]
const repairWork = createRepair(chromosomeLayout([work]))

function repaired(text: string): string {
  const bits = Uint8Array.from(text, Number)
  repairWork(bits)
  return bits.join('')
}

const VALID = ['0000000', '0100110', '0100111', '0111110', '0111111', '1100110', '1100111', '1111110', '1111111']

test('repair(work class): the examples of the digest', () => {
  expect(repaired('0010000')).toBe('0000000')
  expect(repaired('0001000')).toBe('0000000')
  expect(repaired('0110010')).toBe('0100110')
  expect(repaired('1010101')).toBe('1100111')
  for (const valid of VALID) expect(repaired(valid)).toBe(valid)
})

const distance = (a: string, b: string) => [...a].filter((bit, i) => bit !== b[i]).length

test('repair(work class): all 128 strings go to a nearest of the 9 valid ones, ties to one that is not finer', () => {
  for (let i = 0; i < 128; i++) {
    const text = i.toString(2).padStart(7, '0')
    const result = repaired(text)
    expect(VALID).toContain(result)
    const nearest = Math.min(...VALID.map((valid) => distance(text, valid)))
    expect(distance(text, result)).toBe(nearest)
    const finer = (a: string, b: string) => a !== b && [...b].every((bit, at) => bit === '0' || a[at] === '1')
    const equallyNear = VALID.filter((valid) => distance(text, valid) === nearest)
    expect(equallyNear.some((other) => finer(result, other))).toBe(false)
  }
})

test('repair(any tree): nearest valid cut, found by looking at all', () => {
  const anyTree = anyHierarchy(6, ['tree'])
  fc.assert(
    fc.property(anyTree, fc.array(fc.constantFrom(0, 1), { minLength: 5, maxLength: 5 }), (hierarchy, drawn) => {
      const layout = chromosomeLayout([hierarchy])
      const bits = Uint8Array.from(drawn).subarray(0, layout.bits)
      const nodes = hierarchy.tree!.first.length
      const valid = new Set<string>()
      for (let opened = 0; opened < 2 ** nodes; opened++) {
        const decisions = Array.from({ length: nodes }, (_, node) => (opened >> node) & 1)
        valid.add(bitsOfGroupings(layout, [decideGrouping(hierarchy, decisions)]).join(''))
      }
      const before = bits.join('')
      const result = bits.slice()
      createRepair(layout)(result)
      expect(valid.has(result.join(''))).toBe(true)
      const nearest = Math.min(...[...valid].map((text) => distance(before, text)))
      expect(distance(before, result.join(''))).toBe(nearest)
    }),
    { numRuns: 60 },
  )
})

test('movesFrom(solution): every neighbour is valid and different, single moves lead back', () => {
  const anySolution = fc
    .array(anyHierarchy(6, ['tree', 'order', 'number']), { minLength: 1, maxLength: 3 })
    .chain((hierarchies) => anyGroupings(hierarchies).map((groupings) => ({ hierarchies, groupings })))
  fc.assert(
    fc.property(anySolution, ({ hierarchies, groupings }) => {
      const layout = chromosomeLayout(hierarchies)
      const bits = bitsOfGroupings(layout, groupings)
      const movesBack = (from: Uint8Array) => movesFrom(layout, from).filter(({ isSingle }) => isSingle)
      for (const move of movesFrom(layout, bits)) {
        const there = moved(bits, move)
        expect(there).not.toEqual(bits)
        const valid = there.slice()
        createRepair(layout)(valid)
        expect(there).toEqual(valid)
        if (move.isSingle) expect(movesBack(there).map((back) => moved(there, back))).toContainEqual(bits)
      }
    }),
  )
})

test('movesFrom(all at the root) opens work class into its four children', () => {
  const layout = chromosomeLayout([work])
  const moves = movesFrom(layout, new Uint8Array(7))
  expect(moves.length).toBe(1)
  expect(moved(new Uint8Array(7), moves[0]).join('')).toBe('0100110')
})
