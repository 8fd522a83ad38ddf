/** Privacy constraints as the classes of a release publish them: a set with an item that is left out cannot be seen. */
import { existsSync } from 'node:fs'
import { readSourceBaskets } from '../../baskets/engine-baskets.ts'
import { type Itemsets, itemsetAt } from '../../baskets/itemset-list.ts'
import type { Engine, EngineRun } from '../../engines/engine.ts'
import { userError } from '../../ground/errors.ts'
import type { MixedPlan } from '../../plan/plan.ts'
import type { BoxesRecoding, RecodedBox } from '../../recoding/boxes-recoding.ts'
import { documentText, parseDocument } from '../../recoding/read-document.ts'
import { promisesOfItems } from '../../requirements/items/index.ts'
import { smallestAllowedClass } from '../../requirements/requirement.ts'
import { openSource } from '../../sources/open-source.ts'
import type { ConstraintsOfClasses } from '../../verification/verify-mixed.ts'
import { itemsLayout } from '../items/baskets.ts'
import type { Written } from '../kind.ts'
import type { MixedStations } from './stations.ts'

export function writtenConstraints(work: Written<MixedStations>): ConstraintsOfClasses | undefined {
  const { plan, problem, written } = work
  const { protects } = problem.items.constraints ?? {}
  if (protects === undefined) return undefined
  const classes = written.tokens.map((names, output) => ({
    shown: written.shown.map((labels) => labels[output]),
    sets: listSets(protects, (leaf) => [names[leaf]]),
  }))
  return { promise: promiseOf(plan), classes }
}

/** Classes and tokens of a mixed recoding, as far as constraints need them. */
interface RecodedTokens extends Pick<BoxesRecoding, 'halftone' | 'version'> {
  readonly columns: readonly { readonly column: string }[]
  readonly boxes: readonly Pick<RecodedBox, 'output' | 'shown'>[]
  readonly items: {
    readonly classes: readonly { readonly output: number; readonly tokens: Record<string, string[]> }[]
  }
}

/** Reads the items of the job's data, and their tokens from the recoding that its run has kept. */
export async function keptConstraints(plan: MixedPlan, engine: Engine, run: EngineRun): Promise<ConstraintsOfClasses> {
  const file = plan.output.recoding
  if (file === undefined || !existsSync(file))
    throw userError('file', 'output.recoding')`privacy constraints name original items, so verification needs to know
      what they are published as; there is no recoding at ${file}: run the job again, or give --qi, --items, --k and --m
      to check sets of m items`
  const recoding = parseDocument<RecodedTokens>(documentText(file, 'recoding'), file, 'recoding')
  const { boxes, items, columns } = recoding
  if (boxes === undefined || items === undefined || columns === undefined)
    throw userError('file', file)`${file} is not the recoding of a table with baskets; run the job again`
  const table = await openSource(plan.source, engine)
  const layout = itemsLayout({ ...plan, form: 'cells' }, table)
  const { baskets } = await readSourceBaskets(engine, table.source, layout, { emptyBaskets: 'keep' }, run)
  const { record, options, text } = plan.constraints as NonNullable<MixedPlan['constraints']>
  const protects = record.make(options, baskets, text).protects as Itemsets
  const labels = new Map(boxes.map(({ output, shown }) => [output, shown]))
  const classes = items.classes.map(({ output, tokens }) => {
    const names = new Map(
      Object.entries(tokens).flatMap(([name, covered]) => covered.map((item) => [item, name] as const)),
    )
    // An item that somebody has put back is a token too.
    const tokensOf = (item: number) => [...new Set([names.get(baskets.items[item]), baskets.items[item]])]
    const shown = columns.map(({ column }) => labels.get(output)?.[column] ?? '')
    return { shown, sets: listSets(protects, tokensOf) }
  })
  return { promise: promiseOf(plan), classes }
}

function promiseOf(plan: MixedPlan): string {
  return promisesOfItems(plan, smallestAllowedClass(plan.requirements))[0]
}

/** Sets of tokens for each set of items: every choice among the tokens of an item. */
function listSets(sets: Itemsets, tokensOf: (item: number) => readonly (string | undefined)[]): string[][] {
  return Array.from({ length: sets.count }, (_, i) => {
    let choices: string[][] = [[]]
    for (const item of itemsetAt(sets, i))
      choices = tokensOf(item).flatMap((token) => (token === undefined ? [] : choices.map((some) => [...some, token])))
    return choices
  }).flat()
}
