/** A greedy descent from the coarsest node: a good early node makes every bound rule out more. */
import type { Node } from '../../levels/ladder.ts'
import type { Course } from './bounded.ts'
import type { Looks } from './looks.ts'

export async function descend({ ladders, views, pace, progress }: Course, looks: Looks): Promise<boolean> {
  let node: Node = ladders.map(({ steps }) => steps.length - 1)
  let { value } = looks.at(node)
  if (value === Number.POSITIVE_INFINITY) return true
  for (;;) {
    let best: Node | undefined
    let least = value
    const next = finerNodes(node).map((finer) => ({ finer, spared: views.spared(node, finer) }))
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

function finerNodes(node: Node): Node[] {
  return node.flatMap((step, column) =>
    step === 0 ? [] : [node.map((level, c) => (c === column ? level - 1 : level))],
  )
}
