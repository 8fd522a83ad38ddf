/** Options of the search for boxes, and defaults derived from k and the size of the table. */
import { type OptionsFor, type OptionValues, option, readOptions } from '../../../ground/options.ts'

export const boxesOptions = [
  option({ name: 'rounds', type: 'integer', minimum: 0, maximum: 1_000_000 })`Rounds that destroy and repair
    neighbouring classes; 0 keeps the first classes. Default: depends on k and the number of combinations, about 8 s of
    two cores for 20,000 combinations.`,
] as const

export type BoxesOptions = Required<OptionsFor<typeof boxesOptions>>

/** By default, rounds fit 15 s of one core, and there are at least 100. Small tables gain little after 600. */
export function readBoxesOptions(given: OptionValues, k: number, combinations: number): BoxesOptions {
  const rounds = Math.min(600, Math.max(100, Math.round(15 / roundSeconds(k, combinations))))
  return { rounds, ...readOptions('algorithm boxes', boxesOptions, given) }
}

/** Approximate seconds of one core per round: four pools per class, each growing with its rows and columns. */
export function roundSeconds(k: number, combinations: number, columns = 8): number {
  return 2.375e-7 * Math.max(8, columns) * combinations * (6 / k + 1)
}

/** Rounds that improve the classes of another search: 60 if they take 5 s of one core at most, 300 in small tables. */
export function improvingRounds(k: number, combinations: number): number {
  const rounds = (seconds: number) => Math.round(seconds / roundSeconds(k, combinations))
  return Math.max(10, Math.min(60, rounds(5)), Math.min(300, rounds(1)))
}

/** Parameters of the rounds, tuned on Adult and a million sample rows for k from 2 to 500. */
export interface RoundPlan {
  readonly neighbours: number
  /** Randomness of growth: added loss is multiplied by up to 1 + noise, or 1 + 3 · noise. */
  readonly noise: number
  /** Initial temperature, as a share of the mean class loss; falls with the square of the remaining rounds. */
  readonly temperature: number
}

export function roundPlan(k: number, rounds: number): RoundPlan {
  const patience = Math.min(1, rounds / 300)
  return {
    neighbours: k < 4 ? 5 : k < 8 ? 4 : k < 20 ? 3 : 2,
    noise: k < 50 ? 0.3 : 0.6,
    temperature: patience * patience * Math.min(0.3, Math.max(0.06, 9 / k)),
  }
}

/** In long runs the first rounds are cold, so that stopping early gives a good result. */
const COLD_ROUNDS = 10

export function warmth(done: number, rounds: number): number {
  const cold = rounds < 6 * COLD_ROUNDS ? 0 : COLD_ROUNDS
  if (done < cold) return 0
  const left = Math.max(0, 1 - (done - cold) / (rounds - cold))
  return left * left
}
