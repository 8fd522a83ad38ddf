/** The options of the genetic search: the paper's numbers as defaults, what goes beyond the paper as switches, and when to stop. */
import type { OptionRecord, OptionsOf, OptionValues } from '../../../ground/options.ts'
import { type CamelCased, camelCased, readWithPreset } from '../../presets.ts'
import { CROSSOVERS } from './crossover.ts'

const presets: Readonly<Record<string, OptionValues>> = {
  best: {},
  paper: {
    population: 5000,
    islands: 1,
    patience: 0,
    'seed-lattice': false,
    'seed-levels': false,
    'local-search': false,
    restarts: 0,
    'bound-effort': 0,
  },
}

export const geneticOptions = [
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
    maximum: 200_000,
    meaning:
      'solutions kept alive, over all islands together; not given, 50 to 5,000 by what an evaluation costs; with preset: paper 5,000',
  },
  {
    name: 'partitions',
    type: 'choice',
    choices: ['taxonomy', 'ordered', 'by-target'],
    default: 'taxonomy',
    meaning:
      'taxonomy: groups are nodes of the tree; ordered: neighbours in a tree’s leaf order may share a group, whatever the tree says; by-target: the same, in an order of the values that follows from what they say about the job’s target column',
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
    meaning:
      'children without an improvement after which it stops (or restarts); not given, 2,000 where the goal is a sum over cells (LM) and 4,000 elsewhere; 0 never gives up before iterations',
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
    meaning:
      'put the best full-domain solution that lattice finds in at most 10,000 evaluations into the first population',
  },
  {
    name: 'seed-levels',
    type: 'boolean',
    default: true,
    meaning:
      'begin with a local search over levels and improve its ends column by column, before there is a population',
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
    meaning:
      'millions of looks spent on the lower bound that says how much a longer search could still gain; not given, as long as the evolution lasts, and up to twice that where it is within 1.3 % of the best; 0 leaves it out',
  },
] as const satisfies readonly OptionRecord[]

/** Not given, `population` follows from the cost of an evaluation, `patience` from the goal, and `boundEffort` is as long as the evolution. */
export type GeneticOptions = CamelCased<OptionsOf<typeof geneticOptions>>

/** The options for a problem: what was left open is decided. */
export interface SettledOptions extends GeneticOptions {
  readonly population: number
  readonly patience: number
}

export function readGeneticOptions(given: OptionValues): GeneticOptions {
  return camelCased(readWithPreset('algorithm genetic', geneticOptions, presets, given))
}

/** What was asked for, or what suits the problem; an island of fewer than two cannot breed. */
export function settleOptions(
  options: GeneticOptions,
  usual: Pick<SettledOptions, 'population' | 'patience'>,
): SettledOptions {
  const { population = usual.population, patience = usual.patience } = options
  return { ...options, population, patience, islands: Math.min(options.islands, population >> 1) }
}
