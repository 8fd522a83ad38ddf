/**
 * Simulated annealing from the result of the climb, as the paper suggests for escaping local optima. A state is a cut of every column;
 * a move generalizes or undoes a generalization. The energy is the goal value, raised by how far the suppressed rows exceed the
 * allowance; the temperature falls geometrically. The best acceptable state seen is kept. Seeded, one thread, no clock.
 * Cost: one evaluation per move.
 */

import type { Random } from '../../../ground/random.ts'
import type { Grouping } from '../../../hierarchy/grouping.ts'
import type { Evaluator } from '../../evaluation.ts'
import type { Pace } from '../../pace.ts'
import { type LocalMove, openState } from './local-moves.ts'

export interface AnnealingSchedule {
  readonly moves: number
  /** Temperature at the start and at the end, in units of the goal. */
  readonly hot: number
  readonly cold: number
}

/** Goals are shares of rows or of cells: at the start a step of a percent is often taken, at the end one of a ten-thousandth seldom. */
export function scheduleOf(moves: number): AnnealingSchedule {
  return { moves, hot: 0.006, cold: 0.00005 }
}

export interface AnnealingTask {
  readonly moves: readonly LocalMove[]
  readonly evaluator: Evaluator
  /** Rows that may be suppressed. */
  readonly allowance: number
  readonly random: Random
  readonly pace: Pace
}

export async function anneal(
  start: readonly Grouping[],
  { moves, evaluator, allowance, random, pace }: AnnealingTask,
  schedule: AnnealingSchedule,
): Promise<{ readonly groupings: readonly Grouping[]; readonly value: number }> {
  const state = openState(start)
  const { rows } = evaluator.evaluate(state.groupings).partition.frequencies
  const look = (): { energy: number; value: number; fits: boolean } => {
    const { acceptable, value, partition } = evaluator.evaluate(state.groupings)
    const excess = Math.max(0, partition.suppressedRows - allowance) / Math.max(1, rows)
    return { energy: value + excess, value, fits: acceptable && excess === 0 }
  }
  let current = look()
  let best = { groupings: copy(state.groupings), value: current.value }
  if (moves.length === 0) return best
  for (let i = 0; i < schedule.moves; i++) {
    const move = moves[random.integer(moves.length)]
    const chance = random.uniform()
    if (state.direction(move) === 0) continue
    state.toggle(move)
    const next = look()
    // T = hot · (cold/hot)^(i/moves); accepted with probability exp(−ΔE/T).
    const temperature = schedule.hot * (schedule.cold / schedule.hot) ** (i / schedule.moves)
    if (next.energy > current.energy && chance >= Math.exp((current.energy - next.energy) / temperature)) {
      state.toggle(move)
    } else {
      current = next
      if (next.fits && next.value < best.value) best = { groupings: copy(state.groupings), value: next.value }
    }
    if (pace.due() && !(await pace.rest())) break
  }
  return best
}

function copy(groupings: readonly Grouping[]): Grouping[] {
  return groupings.map(({ groupOf, groups }) => ({ groupOf: Int32Array.from(groupOf), groups }))
}
