/** The inner loops of the search for boxes (AssemblyScript, SIMD); `kernel.ts` passes the data in. */
import { below, k, state, uniform, word } from './kernel/space.as'
import { classes, classRowsAt, layOutBlock, readBlock, trials, writeBlock } from './kernel/block.as'
import { chooseNear, chosenLoss, gather, layOutPool, made, madeHold, madeLoss } from './kernel/pool.as'
import { rebuild } from './kernel/grow.as'
import { settleRows } from './kernel/moves.as'
import { replaceChosen } from './kernel/replace.as'

export {
  settle, sizesAt, lossTablesAt, nodeTablesAt, upTablesAt, treesAt, codesAt, tablesAt, weightsAt,
} from './kernel/space.as'
export { openBlock, startsAt, combinationsAt, rowsAt, trials, blockLoss, blockTerms } from './kernel/block.as'
export {
  openDivision, dividedRowsAt, orderAt, endsAt, divideClasses, divide, dividedLoss, dividedTerms,
} from './kernel/divide.as'
export { settleTallies, tallyStartsAt, tallySlotsAt, tallyRowsAt, momentsAt, termsAt } from './kernel/weigh.as'
export { settlePersons, personStartsAt, personCodesAt } from './kernel/persons.as'
export { cutTable } from './kernel/cuts.as'
export { leastLoss } from './kernel/bound.as'

/** Rebuilds of a pool before another one is chosen. */
const ATTEMPTS: i32 = 2

/** Rebuilds `count` pools of the block; keeps worse ones with probability exp(−rise / temperature). */
export function improveBlock(seed: u64, count: i32, most: i32, noise: f64, temperature: f64): i32 {
  state = seed | 1
  layOutBlock()
  layOutPool()
  readBlock()
  trials = 0
  let attempts = 0
  for (let t = 0; t < count; t++) {
    trials++
    if (attempts == 0) {
      const centre = below(classes)
      // A class alone can only change if its rows are enough for two.
      chooseNear(centre, word(classRowsAt, centre) < 2 * k ? 1 + below(most) : below(most + 1))
      gather()
      attempts = ATTEMPTS
    }
    attempts--
    const before = chosenLoss()
    // Moves of single rows seldom make up for much.
    const limit = <i64>(<f64>before * 1.15 + temperature * 3.0)
    if (!rebuild(below(2) == 0 ? noise : 3.0 * noise, limit) || madeLoss() > limit) continue
    settleRows()
    const rise = <f64>(madeLoss() - before)
    if (rise > 0 && (temperature <= 0 || rise >= -temperature * Math.log(uniform() + 1e-300))) continue
    if (!madeHold(0, made)) continue
    replaceChosen()
    attempts = 0
  }
  return writeBlock()
}
