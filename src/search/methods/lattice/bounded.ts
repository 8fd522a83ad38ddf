/**
 * Branch and bound over the lattice (`parts.ts`). A descent from the top finds a first node, in a large lattice a local
 * search a better one. If the lattice is too large to decide, the local search continues in between, and blocks of
 * columns give a bound. Cost: at most one look per node, in practice a small share; the README has the proofs.
 */
import type { Random } from '../../../ground/random.ts'
import { searchLevels } from '../../improve/levels.ts'
import type { Ladder, Node } from '../../levels/ladder.ts'
import type { Pace } from '../../pace.ts'
import { boundByBlocks } from './blocks.ts'
import type { Ledger } from './ledger.ts'
import { type Looks, openLooks } from './looks.ts'
import { decideParts, type Part } from './parts.ts'
import type { Views } from './view.ts'

export interface Course {
  readonly ladders: readonly Ladder[]
  readonly views: Views
  readonly ledger: Ledger
  /** For the first incumbent; the proven result does not depend on it. */
  readonly random: Random
  readonly pace: Pace
  readonly progress: () => void
}

export async function searchBounded(course: Course): Promise<boolean> {
  const { ledger } = course
  const looks = openLooks(course)
  if (!(await descend(course, looks))) return false
  const levels = openLevelSearch(course, looks)
  if (ledger.total > LARGE && !(await levels.improve())) return false
  const endless = ledger.total > ENDLESS
  const proven = endless ? await boundByBlocks(course) : Number.NEGATIVE_INFINITY
  const between = () => !endless || !levels.isDue() || levels.improve()
  const ended = await decideParts(course, looks, wholeLattice(course), between)
  ledger.bound = Math.max(ledger.bound, proven)
  return ended
}

/** Above this many nodes the lattice may not finish in time: look for a good node and bound early. */
const LARGE = 1_000_000
/** Above this many nodes the lattice is unlikely to finish: local search gets half the work, with restarts. */
const ENDLESS = 1_000_000_000
const LOOKS_PER_COLUMN = 30

function openLevelSearch({ ladders, ledger, pace, progress, random, views }: Course, looks: Looks) {
  const tops = ladders.map(({ steps }) => steps.length - 1)
  const { combinations } = views.full.table
  let evaluations = LOOKS_PER_COLUMN * tops.length
  let spent = 0
  return {
    isDue: () => ledger.checked + ledger.compared / combinations >= 2 * spent,
    /** Iterated local search from the best node so far, each time twice as long. False if stopped. */
    async improve(): Promise<boolean> {
      const before = ledger.checked
      let goesOn = true
      await searchLevels({
        tops,
        start: ledger.best?.node ?? tops,
        evaluations,
        random,
        look(node) {
          const { acceptable, value, suppressedRows } = looks.at(node)
          return { excess: acceptable ? 0 : suppressedRows, value }
        },
        async goOn() {
          if (!pace.due()) return true
          progress()
          goesOn = await pace.rest()
          return goesOn
        },
      })
      evaluations *= 2
      spent += ledger.checked - before
      return goesOn
    },
  }
}

/** One part, or one per choice of levels of the columns whose levels do not nest: no bound reaches across those. */
function wholeLattice({ ladders, views }: Course): Part[] {
  const exact = !views.boundsByClasses
  let parts: Part[] = [{ low: [], high: [], classFloor: exact ? 0 : Number.NEGATIVE_INFINITY, exact, penalty: 0 }]
  for (const { nested, steps } of ladders) {
    parts = parts.flatMap((part) =>
      nested
        ? [{ ...part, low: [...part.low, 0], high: [...part.high, steps.length - 1] }]
        : steps.map((_, step) => ({ ...part, low: [...part.low, step], high: [...part.high, step] })),
    )
  }
  return parts
}

/** A greedy descent from the coarsest node: a good early node makes every bound rule out more. */
async function descend({ ladders, views, pace, progress }: Course, looks: Looks): Promise<boolean> {
  let node: Node = ladders.map(({ steps }) => steps.length - 1)
  let { value } = looks.at(node)
  if (value === Number.POSITIVE_INFINITY) return true
  for (;;) {
    let best: Node | undefined
    let least = value
    const finerNodes = node.flatMap((step, column) => (step === 0 ? [] : [node.with(column, step - 1)]))
    const next = finerNodes.map((finer) => ({ finer, spared: views.spared(node, finer) }))
    for (const { finer, spared } of next.sort((a, b) => b.spared - a.spared)) {
      // No step gains more than it saves in prices. Goals without prices take the first improving step.
      if (best !== undefined && (!views.isPriced || value - spared >= least)) break
      const look = looks.at(finer)
      if (look.acceptable && look.value < least) {
        best = finer
        least = look.value
      }
      if (pace.due()) {
        progress()
        if (!(await pace.rest())) return false
      }
    }
    if (best === undefined) return true
    node = best
    value = least
  }
}
