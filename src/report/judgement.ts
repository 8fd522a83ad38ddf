/**
 * What a verified release is worth, in one place for terminal, manifest, report and studio. Green: the promise holds, nothing else in the
 * file singles people out, and information is left. Amber: the promise holds, but. A release that says nothing any more is no success.
 */

import { formatCount, formatFigure, formatShare } from '../ground/format.ts'
import type { Metric, UselessFigure } from '../metrics/metric.ts'
import type { ColumnExposure, JointExposure } from '../verification/exposure.ts'
import { type Advice, adviceInWords, type Remedies } from './advice.ts'

export interface Judgement {
  readonly verdict: 'green' | 'amber' | 'no-information'
  /** What a person should know before publishing, the most serious first. */
  readonly cautions: readonly Caution[]
  /** What released columns expose that are not recoded. */
  readonly exposure: readonly ColumnExposure[]
  /** What those columns expose together. */
  readonly joint?: JointExposure | undefined
  /** What is left of each quasi-identifier. */
  readonly detail: readonly ColumnDetail[]
  /** Changes of the job that may bring detail back and that no caution names; absent in older manifests. */
  readonly advice?: readonly Advice[] | undefined
}

export interface Caution {
  readonly kind: 'pseudonym' | 'exposed' | 'little-detail' | 'suppressed' | 'useless'
  readonly columns: readonly string[]
  readonly message: string
  /** Its advice in words; absent where an earlier caution says all of it. */
  readonly remedy?: string | undefined
  readonly advice?: readonly Advice[] | undefined
}

export interface ColumnDetail {
  readonly column: string
  /** Different labels among the released rows. */
  readonly labels: number
  /** The share of its detail that is kept, 0 to 1: one less the loss of its cells. */
  readonly kept: number
  /** Values or more precise than all of them together. */
  readonly says: 'all' | 'something' | 'nothing'
  /** `39 → [30,39]` */
  readonly example?: string
  /** Where it says nothing: why. */
  readonly why?: string
}

export interface JudgedRelease {
  readonly k: number
  readonly rows: number
  readonly suppressed: number
  readonly classes: number
  readonly smallestClass: number
  /** What sizes of classes count; rows when absent. */
  readonly unit?: 'row' | 'person'
  /** Figures by the name of their metric. */
  readonly metrics: Readonly<Record<string, number>>
  /** Those of them that alone can say that a release is hardly of use, the most telling first. */
  readonly telling: readonly (Pick<Metric, 'name'> & { readonly useless: UselessFigure })[]
  readonly goal: string
  /** For each target of categories: the share of rows in the minority of one class for all, which is what guessing its most frequent value costs. */
  readonly guessing: readonly { readonly target: string; readonly cost: number }[]
  readonly exposure: readonly ColumnExposure[]
  readonly joint?: JointExposure | undefined
  readonly detail: readonly ColumnDetail[]
  readonly remedies: Remedies
}

/** Why a column says nothing: its tree is flat. */
export const FLAT = 'its tree has no groups: it is kept whole or hidden whole'

/** From this share of the rows on, a column that is not recoded singles out too many. */
const EXPOSED_SHARE = 0.01
/** More columns, or rows, than these shares that say nothing are worth a word. */
const SILENT_COLUMNS = 1 / 3
const SILENT_ROWS = 1 / 10
/** Classes so many times larger than asked for could have been divided. */
const MANY_TIMES_K = 10

export function judge(judged: JudgedRelease): Judgement {
  const tooManySuppressed = silentRows(judged).length > 0
  const remedies = tooManySuppressed ? { ...judged.remedies, largerLimit: undefined } : judged.remedies
  const release = { ...judged, remedies }
  const { exposure, joint, detail } = release
  const cautions = withoutRepeats([
    ...exposed(release),
    ...exposedTogether(release),
    ...pseudonyms(release),
    ...silentColumns(release),
    ...silentRows(release),
    ...useless(release),
  ])
  const kept = release.rows - release.suppressed
  const silent = detail.filter(({ says }) => says === 'nothing')
  const empty = kept === 0 || (detail.length > 0 && silent.length === detail.length)
  const verdict = empty ? 'no-information' : cautions.length > 0 ? 'amber' : 'green'
  const named = new Set(cautions.flatMap(({ advice = [] }) => advice.map(({ text }) => text)))
  const isMoreNeeded = silent.length > 0 && !cautions.some(({ kind }) => aboutDetail.includes(kind))
  const others = isMoreNeeded ? moreDetail(remedies, silent) : []
  const advice = [...groupsInTrees(silent), ...others].filter(({ text }) => !named.has(text))
  return { verdict, cautions, exposure, joint, detail, advice }
}

/** Cautions whose advice is about detail. */
const aboutDetail: readonly Caution['kind'][] = ['little-detail', 'suppressed', 'useless']

type Found = Omit<Caution, 'remedy' | 'advice'> & { readonly advice: readonly (Advice | undefined)[] }

/** Every advice once, with the first caution that has it. */
function withoutRepeats(cautions: readonly Found[]): Caution[] {
  const named = new Set<string>()
  return cautions.map((caution) => {
    const advice = caution.advice.filter((one): one is Advice => one !== undefined && !named.has(one.text))
    for (const { text } of advice) named.add(text)
    return advice.length === 0
      ? { ...caution, advice: undefined }
      : { ...caution, remedy: adviceInWords(advice), advice }
  })
}

/** Advice for columns that say nothing. */
function moreDetail(remedies: Remedies, silent: readonly ColumnDetail[]): Advice[] {
  const { smallerK, largerLimit, classByClass } = remedies
  const last = classByClass ?? remedies.fewerColumns(silent.map(({ column }) => column))
  return [smallerK, largerLimit, last].filter((advice) => advice !== undefined)
}

function groupsInTrees(silent: readonly ColumnDetail[]): Advice[] {
  const flat = silent.filter(({ why }) => why === FLAT).map(({ column }) => column)
  return flat.length === 0
    ? []
    : [{ text: `groups in the ${flat.length === 1 ? 'tree' : 'trees'} of ${flat.join(', ')}` }]
}

/** Whether so many rows that a column singles out are worth a caution. */
export function isExposed({ role, alone }: ColumnExposure, rows: number): boolean {
  return role !== 'pseudonym' && alone > 0 && alone >= rows * EXPOSED_SHARE
}

function exposed({ rows, exposure, remedies }: JudgedRelease): Found[] {
  return exposure
    .filter((one) => isExposed(one, rows))
    .sort((a, b) => b.alone - a.alone)
    .map(({ column, alone }) => ({
      kind: 'exposed',
      columns: [column],
      message: `${column} alone singles out ${formatCount(alone)} rows (${formatShare(alone / rows)})`,
      advice: [remedies.generalize(column), remedies.leaveOut(column)],
    }))
}

/** Columns that single out few alone, and many together. Where one of them does nearly as much alone, that was said. */
function exposedTogether({ rows, exposure, joint, remedies }: JudgedRelease): Found[] {
  if (joint === undefined) return []
  const alone = Math.max(0, ...exposure.map((one) => (one.role === 'pseudonym' ? 0 : one.alone)))
  if (joint.rows === 0 || joint.rows - alone < rows * EXPOSED_SHARE) return []
  const { columns, uncounted = 0 } = joint
  const named = columns.length > NAMED ? `${columns.slice(0, NAMED).join(', ')}, …` : columns.join(', ')
  return [
    {
      kind: 'exposed',
      columns,
      message: `${columns.length} columns that are not recoded (${named}) together single out ${uncounted > 0 ? 'at least ' : ''}${formatCount(joint.rows)} rows (${formatShare(joint.rows / rows)})`,
      advice: columns.slice(0, NAMED).flatMap((column) => [remedies.generalize(column), remedies.leaveOut(column)]),
    },
  ]
}

/** So many columns of a set are named in a sentence. */
const NAMED = 4

/** A pseudonym points at one person by design: for whoever holds the key at a known one. */
function pseudonyms({ exposure, remedies }: JudgedRelease): Found[] {
  return exposure
    .filter(({ role }) => role === 'pseudonym')
    .map(({ column, linked = 0 }) => {
      const links =
        linked === 0 ? '' : `, and ${formatCount(linked)} rows can be put together as those of people who have several`
      return {
        kind: 'pseudonym',
        columns: [column],
        message: `${column} is a pseudonym, an identifier for whoever holds its key${links}`,
        advice: [{ text: 'keep the key apart from the release' }, remedies.leaveOut(column)],
      }
    })
}

function silentColumns({ detail, remedies }: JudgedRelease): Found[] {
  const silent = detail.filter(({ says }) => says === 'nothing')
  if (silent.length <= detail.length * SILENT_COLUMNS) return []
  const columns = silent.map(({ column }) => column)
  return [
    {
      kind: 'little-detail',
      columns,
      message: `${silent.length} of ${detail.length} quasi-identifiers say nothing any more: ${columns.join(', ')}`,
      advice: [...groupsInTrees(silent), ...moreDetail(remedies, silent)],
    },
  ]
}

function silentRows({ rows, suppressed, remedies }: JudgedRelease): Found[] {
  if (suppressed <= rows * SILENT_ROWS) return []
  return [
    {
      kind: 'suppressed',
      columns: [],
      message: `${formatCount(suppressed)} rows (${formatShare(suppressed / rows)}) are suppressed`,
      advice: [remedies.smallerLimit, remedies.smallerK],
    },
  ]
}

function useless({
  goal,
  metrics,
  telling,
  guessing,
  smallestClass,
  k,
  classes,
  unit = 'row',
  suppressed,
  detail,
  remedies,
}: JudgedRelease): Found[] {
  // Where every row keeps all it says, no class could have been divided.
  const isWhole = suppressed === 0 && detail.length > 0 && detail.every(({ says }) => says === 'all')
  const { classByClass, smallerK, largerLimit } = remedies
  const advice = [classByClass, smallerK, largerLimit]
  const caution = (message: string): Found => ({ kind: 'useless', columns: [], message, advice })
  const ofFigures = telling.flatMap(({ name, useless: { above, goal: asked = goal, words } }) => {
    if (asked !== goal) return []
    if (above !== 'guessing')
      return metrics[name] > above ? [caution(`${words}: ${name} ${formatFigure(metrics[name])} of 1`)] : []
    return guessing.flatMap(({ target, cost }) => {
      const value = metrics[guessing.length > 1 ? `${name} (${target})` : name]
      if (value === undefined || value < cost) return []
      return [
        caution(
          `${words}: ${name} of ${target} ${formatFigure(value)}, guessing its most frequent value ${formatFigure(cost)}`,
        ),
      ]
    })
  })
  return [
    ...ofFigures,
    ...(k > 1 && classes > 0 && !isWhole && smallestClass >= k * MANY_TIMES_K
      ? [caution(`the smallest class has ${formatCount(smallestClass)} ${unit}s where ${k} were asked for`)]
      : []),
  ]
}

/** The judgement in a sentence that follows "verified". */
export function judgementInWords({ verdict, cautions }: Judgement): string | undefined {
  if (verdict === 'no-information') return 'but nothing is left in it to be used'
  if (verdict === 'green') return undefined
  const more = cautions.length > 1 ? `, and ${cautions.length - 1} more` : ''
  return `but ${cautions[0].message}${more}`
}

/** What a release cost in three lines: which columns keep detail, which say nothing and why, and what else to try. Lines without words are left out. */
export function worthLines({
  detail,
  advice = [],
}: Judgement): readonly { readonly about: 'detail' | 'hidden' | 'try'; readonly text: string }[] {
  const keeping = detail.filter(({ says }) => says !== 'nothing')
  const silent = detail.filter(({ says }) => says === 'nothing')
  const kept = keeping.map(({ column, kept: share, example, says }) =>
    says === 'all'
      ? `${column} as it is`
      : `${column} ${formatShare(share)}${example === undefined ? '' : ` (${example})`}`,
  )
  const why = silent.map(({ column, why: reason }) => `${column} (${reason})`)
  const lines = [
    { about: 'detail', text: kept.join(' · ') },
    { about: 'hidden', text: why.join(' · ') },
    { about: 'try', text: adviceInWords(advice) },
  ] as const
  return lines.filter(({ text }) => text !== '')
}
