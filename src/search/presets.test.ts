import { describe, expect, test } from 'vitest'
import { readBottomUpOptions } from './methods/bottom-up/options.ts'
import { readGeneticOptions } from './methods/genetic/options.ts'
import { readParetoOptions } from './methods/pareto/options.ts'

describe('readWithPreset: what the job says, then what its preset says, then the default', () => {
  test('defaults without a word', () => {
    expect(readBottomUpOptions({})).toMatchObject({ refine: 'columns', 'larger-k': true, annealing: 0 })
    expect(readBottomUpOptions({}).suppression).toBeUndefined()
    expect(readGeneticOptions({}).patience).toBeUndefined() // By the goal.
    expect(readGeneticOptions({})).toMatchObject({ islands: 4, seedLattice: true, seedLevels: true })
    expect(readParetoOptions({})).toMatchObject({ distinct: true, archive: true, localSearch: 30_000, restarts: 2 })
  })

  test('the preset', () => {
    expect(readBottomUpOptions({ preset: 'paper' })).toMatchObject({ suppression: 0, refine: 'none' })
    expect(readBottomUpOptions({ preset: 'careful' })).toMatchObject({ suppression: 0.01, refine: 'undo' })
    expect(readGeneticOptions({ preset: 'paper' })).toMatchObject({ islands: 1, patience: 0, seedLattice: false })
    const paper = { distinct: false, archive: false, localSearch: 0, restarts: 0 }
    expect(readParetoOptions({ preset: 'paper' })).toMatchObject(paper)
  })

  test('the job, also where it says what the default is', () => {
    expect(readBottomUpOptions({ preset: 'careful', refine: 'none' })).toMatchObject({ refine: 'none' })
    expect(readGeneticOptions({ preset: 'paper', islands: 4 })).toMatchObject({ islands: 4, patience: 0 })
    expect(readParetoOptions({ preset: 'paper', archive: true })).toMatchObject({ archive: true, restarts: 0 })
  })

  test('an unknown preset is refused with those that are there', () => {
    expect(() => readGeneticOptions({ preset: 'fast' })).toThrow('preset must be one of best, paper; got "fast"')
  })
})
