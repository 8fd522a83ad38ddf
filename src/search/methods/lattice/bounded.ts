/**
 * Branch and bound over the lattice (`parts.ts`). A start, if there is one, finds a first node, and in a large lattice
 * a better one. If the lattice is too large to decide, the start continues in between, and blocks of columns give a
 * bound. Cost: at most one look per node, in practice a small share; the README has the proofs.
 */
import type { LevelSpace } from '../../method.ts'
import { boundByBlocks } from './blocks.ts'
import { type Course, type Looks, openLooks } from './looks.ts'
import { decideParts, type Part } from './parts.ts'

export async function searchBounded(course: Course): Promise<boolean> {
  const { ledger } = course
  const looks = openLooks(course)
  const start = course.start?.(levelSpace(course, looks))
  let spent = 0
  const improve = async (): Promise<boolean> => {
    const before = ledger.checked
    const goesOn = (await start?.improve()) !== false
    spent += ledger.checked - before
    return goesOn
  }
  if ((await start?.descend()) === false) return false
  if (ledger.isLarge && !(await improve())) return false
  const endless = ledger.total > ENDLESS
  const proven = endless ? await boundByBlocks(course) : Number.NEGATIVE_INFINITY
  const { combinations } = course.views.full.table
  const isDue = () => endless && start !== undefined && ledger.checked + ledger.compared / combinations >= 2 * spent
  const between = () => !isDue() || improve()
  const ended = await decideParts(course, looks, wholeLattice(course), between)
  ledger.bound = Math.max(ledger.bound, proven)
  return ended
}

/** Above this many nodes the lattice is unlikely to finish: local search gets half the work, with restarts. */
const ENDLESS = 1_000_000_000

function levelSpace({ ladders, ledger, pace, progress, random, views }: Course, looks: Looks): LevelSpace {
  return {
    tops: ladders.map(({ steps }) => steps.length - 1),
    random,
    best: () => ledger.best?.node,
    look: looks.at,
    spared: views.spared,
    isPriced: views.isPriced,
    goOn() {
      if (!pace.due()) return true
      progress()
      return pace.rest()
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
