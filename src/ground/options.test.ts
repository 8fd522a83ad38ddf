import { describe, expect, it } from 'vitest'
import { UserError } from './errors.ts'
import { type OptionRecord, readOptions } from './options.ts'

const records: readonly OptionRecord[] = [
  { name: 'population', type: 'integer', default: 100, minimum: 2, maximum: 5000, meaning: 'how many' },
  { name: 'rate', type: 'number', minimum: 0, meaning: 'how often' },
  { name: 'most', type: 'number', maximum: 1, meaning: 'at most' },
  { name: 'restart', type: 'boolean', default: false, meaning: 'whether' },
  { name: 'order', type: 'choice', choices: ['breadth', 'depth'], default: 'breadth', meaning: 'which' },
  { name: 'name', type: 'text', meaning: 'what' },
  {
    name: 'list',
    type: 'data',
    shape: '[number, …]',
    meaning: 'those',
    check: (value) => {
      if (!Array.isArray(value)) throw new UserError('list must be a list', { rule: 'value' })
    },
  },
]

describe('readOptions', () => {
  it('fills in defaults, keeps what is given, leaves out what has neither', () => {
    expect(readOptions('algorithm x', records, { rate: 0.5, list: [1] })).toEqual({
      population: 100,
      rate: 0.5,
      restart: false,
      order: 'breadth',
      list: [1],
    })
  })

  it.each([
    [{ population: 1 }, 'algorithm x: population must be a whole number from 2 to 5000; got 1'],
    [{ population: 2.5 }, 'algorithm x: population must be a whole number from 2 to 5000; got 2.5'],
    [{ population: '10' }, 'got "10"'],
    [{ rate: -1 }, 'algorithm x: rate must be a number of at least 0; got -1'],
    [{ rate: Number.POSITIVE_INFINITY }, 'rate must be a number'],
    [{ most: 2 }, 'most must be a number of at most 1; got 2'],
    [{ restart: 'yes' }, 'restart must be true or false; got "yes"'],
    [{ order: 'bredth' }, 'order must be one of breadth, depth; got "bredth"; did you mean "breadth"?'],
    [{ order: 3 }, 'order must be one of breadth, depth; got 3'],
    [{ name: 3 }, 'name must be text; got 3'],
    [{ list: 3 }, 'list must be a list'],
    [{ populaton: 3 }, 'algorithm x has no option "populaton"; did you mean "population"?'],
    [{ colour: 3 }, 'algorithm x has no option "colour"; it has population, rate'],
  ])('refuses %o', (given, message) => {
    expect(() => readOptions('algorithm x', records, given)).toThrow(UserError)
    expect(() => readOptions('algorithm x', records, given)).toThrow(message)
  })

  it('says so when there are none', () => {
    expect(() => readOptions('algorithm x', [], { a: 1 })).toThrow(
      'algorithm x has no option "a"; algorithm x has no options',
    )
  })
})
