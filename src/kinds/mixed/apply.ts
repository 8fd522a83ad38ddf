/**
 * Applies old boxes and the one vocabulary of their items to new people: rows take old boxes as without items, and each
 * class publishes the tokens that its new people share often enough.
 */
import { DEFAULT_FAN_OUT } from '../../hierarchy/tree.ts'
import type { MixedPlan } from '../../plan/plan.ts'
import type { RecodedBaskets } from '../../recoding/boxes-recoding.ts'
import type { ClassesSearchRecord } from '../../search/classes-search.ts'
import { type MixedProblem, publishShared } from '../../search/methods/mixed/mixed.ts'
import { type ApplyBoxes, planAppliedBoxes } from '../classes/apply.ts'

export function planAppliedMixed(request: ApplyBoxes, { vocabulary, tree, ...baskets }: RecodedBaskets): MixedPlan {
  const plan = planAppliedBoxes(request)
  const { column, separator, m, sensitive } = baskets
  return {
    ...plan,
    kind: 'mixed',
    columns: [
      ...plan.columns.filter(({ name }) => name !== column),
      { name: column, role: 'items', hierarchyText: 'tree of the recoding', weight: 1 },
    ],
    items: { column, separator, tree, fanOut: DEFAULT_FAN_OUT, unseen: request.unseen },
    m,
    sensitive,
    search: withVocabulary(plan.search as ClassesSearchRecord, vocabulary),
  }
}

function withVocabulary(placing: ClassesSearchRecord, vocabulary: readonly string[]): ClassesSearchRecord {
  return {
    ...placing,
    async search(problem, options, run) {
      const result = await placing.search(problem, options, run)
      if (result.outcome !== 'found') return result
      const { details, ...published } = publishShared(problem as MixedProblem, result, vocabulary)
      return { ...result, ...published, details: { ...result.details, ...details } }
    },
  }
}
