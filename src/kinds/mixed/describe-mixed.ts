/** Describes the release of a table with items: figures of the items, the recoding, and the guarantee. */
import type { TaxonomyNode } from '../../hierarchy/taxonomy/taxonomy.ts'
import { errorSpread } from '../../metrics/workload/answers.ts'
import type { StepRun } from '../../run.ts'
import { describeClasses } from '../classes/classes.ts'
import type { Description, Verified } from '../kind.ts'
import { mixedFigures } from './mixed-figures.ts'
import { answerMixedQueries, drawMixedQueries } from './mixed-queries.ts'
import type { MixedStations } from './stations.ts'

export async function describeMixed(work: Verified<MixedStations>, run: StepRun): Promise<Description> {
  const { plan, problem, written, found, release } = work
  const queries = drawMixedQueries(problem, plan)
  const answers = await answerMixedQueries(queries, problem, plan, release, { signal: run.signal })
  const counts = { average: answers.average, median: errorSpread(answers).median, queries: queries.length }
  const figures = { ...mixedFigures(work), counts }
  const { T } = figures
  return describeClasses(work, run, (described) => ({
    ...described,
    figures: { ...described.figures, metrics: { ...described.figures.metrics, T }, mixed: figures },
    recoding: {
      ...described.recoding,
      kind: 'mixed',
      items: {
        column: plan.items.column,
        separator: plan.items.separator,
        m: plan.m,
        sensitive: plan.sensitive,
        tree: found.shared && (plan.items.tree ?? taxonomyOf(0)),
        vocabulary: found.shared?.map((node) => problem.items.tree.names[node]),
        classes:
          plan.factsK === undefined
            ? written.tokens.map((names, output) => ({ output: output + 1, tokens: itemsOfTokens(names) }))
            : [{ tokens: itemsOfTokens(written.tokens[0]) }],
      },
    },
    refined: (report) => {
      const refined = described.refined?.(report) ?? report
      const { guarantee } = refined
      return {
        ...refined,
        mixed: figures,
        guarantee: {
          holds: [...guarantee.holds, ...figures.promises],
          doesNotHold: [
            ...guarantee.doesNotHold,
            plan.constraints === undefined
              ? `anyone who knows more than ${plan.m} ${plan.factsK === undefined ? 'items' : 'facts'} of a person ` +
                'may find fewer candidates'
              : 'sets of items that are not among the privacy constraints are not protected',
            'that a person does not have an item, and how many published items a person has, can be seen',
          ],
        },
      }
    },
  }))

  function taxonomyOf(node: number): TaxonomyNode {
    const { names, children } = problem.items.tree
    const name = names[node]
    return children[node].length === 0 ? { name } : { name, children: Array.from(children[node], taxonomyOf) }
  }

  /** Items behind each token, as far as the data has them. */
  function itemsOfTokens(names: readonly (string | undefined)[]): Record<string, string[]> {
    const { tree } = problem.items
    const items: Record<string, string[]> = {}
    names.forEach((name, leaf) => {
      if (name !== undefined) (items[name] ??= []).push(tree.names[tree.leafNode[leaf]])
    })
    return items
  }
}
