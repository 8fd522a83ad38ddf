/** The options of the genetic search: the paper's numbers as defaults, what goes beyond the paper as switches, and when to stop. */
import type { OptionRecord, OptionValues } from '../../options.ts'
import { readWithPreset } from '../presets.ts'
import { CROSSOVERS, type CrossoverName } from './crossover.ts'

export interface GeneticOptions {
  readonly population: number
  readonly iterations: number
  readonly mutation: number
  readonly bias: number
  readonly crossover: CrossoverName
  readonly islands: number
  readonly patience: number
  readonly seconds?: number
  readonly seedLattice: boolean
  readonly seedGreedy: boolean
  readonly localSearch: boolean
  readonly restarts: number
  readonly boundEffort: number
}

const presets: Readonly<Record<string, OptionValues>> = {
  best: {},
  paper: {
    islands: 1,
    patience: 0,
    'seed-lattice': false,
    'seed-greedy': false,
    'local-search': false,
    restarts: 0,
    'bound-effort': 0,
  },
}

export const geneticOptions: readonly OptionRecord[] = [
  {
    name: 'preset',
    type: 'choice',
    choices: Object.keys(presets),
    default: 'best',
    meaning:
      'paper switches off all that goes beyond Iyengar 2002: one island, no seeds, no local search, no restarts, no patience, no bound',
  },
  {
    name: 'population',
    type: 'integer',
    minimum: 2,
    default: 5000,
    meaning: 'solutions kept alive, over all islands together',
  },
  {
    name: 'iterations',
    type: 'integer',
    minimum: 0,
    default: 500_000,
    meaning: 'the most children made, over all islands and restarts together',
  },
  {
    name: 'patience',
    type: 'integer',
    minimum: 0,
    default: 10_000,
    meaning: 'children without an improvement after which it stops (or restarts); 0 never gives up before iterations',
  },
  {
    name: 'seconds',
    type: 'number',
    minimum: 0,
    meaning: 'stop after so many seconds; the result then depends on the machine',
  },
  {
    name: 'mutation',
    type: 'number',
    minimum: 0,
    maximum: 1,
    default: 0.002,
    meaning: 'probability that a bit of a child flips',
  },
  {
    name: 'bias',
    type: 'number',
    minimum: 1,
    maximum: 2,
    default: 1.5,
    meaning: 'how much likelier the best is to be a parent than the middle one; 1 draws all alike',
  },
  {
    name: 'crossover',
    type: 'choice',
    choices: CROSSOVERS,
    default: 'two-point',
    meaning: 'how two parents are mixed, at positions where they differ',
  },
  {
    name: 'islands',
    type: 'integer',
    minimum: 1,
    maximum: 64,
    default: 4,
    meaning: 'parts of the population that breed apart and exchange their best; also the most threads it can use',
  },
  {
    name: 'seed-lattice',
    type: 'boolean',
    default: true,
    meaning: 'put the best full-domain solution that lattice finds in 10,000 evaluations into the first population',
  },
  {
    name: 'seed-greedy',
    type: 'boolean',
    default: true,
    meaning: 'put the trail of a greedy bottom-up generalization into the first population',
  },
  {
    name: 'local-search',
    type: 'boolean',
    default: true,
    meaning: 'improve the best and a few other members column by column at each exchange',
  },
  {
    name: 'restarts',
    type: 'integer',
    minimum: 0,
    default: 0,
    meaning: 'fresh populations begun when patience has run out; the best of all is kept',
  },
  {
    name: 'bound-effort',
    type: 'integer',
    minimum: 0,
    default: 100,
    meaning:
      'millions of looks spent on the lower bound that tells how much a longer search could still gain; 0 leaves it out',
  },
]

export function readGeneticOptions(given: OptionValues): GeneticOptions {
  const values = readWithPreset('algorithm genetic', geneticOptions, presets, given)
  const population = values['population'] as number
  return {
    population,
    iterations: values['iterations'] as number,
    mutation: values['mutation'] as number,
    bias: values['bias'] as number,
    crossover: values['crossover'] as CrossoverName,
    // An island of fewer than two cannot breed.
    islands: Math.min(values['islands'] as number, population >> 1),
    patience: values['patience'] as number,
    seconds: values['seconds'] as number | undefined,
    seedLattice: values['seed-lattice'] as boolean,
    seedGreedy: values['seed-greedy'] as boolean,
    localSearch: values['local-search'] as boolean,
    restarts: values['restarts'] as number,
    boundEffort: values['bound-effort'] as number,
  }
}
