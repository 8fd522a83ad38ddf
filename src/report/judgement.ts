/**
 * Judges a verified release. Green: the guarantee holds, nothing else in the file singles people out, and information
 * is left. Amber: the guarantee holds, with reservations.
 */

import { formatCount, formatFigure, formatShare } from '../ground/format.ts'
import type { Metric, UselessFigure } from '../metrics/metric.ts'
import type { ColumnExposure, JointExposure } from '../verification/exposure.ts'
import { type Advice, adviceInWords, type Remedies } from './advice.ts'

export interface Judgement {
  readonly verdict: 'green' | 'amber' | 'no-information'
  readonly cautions: readonly Caution[]
  readonly exposure: readonly ColumnExposure[]
  readonly joint?: JointExposure | undefined
  readonly detail: readonly ColumnDetail[]
  /** Changes to the job that may restore detail and that no caution names; absent in older manifests. */
  readonly advice?: readonly Advice[] | undefined
}

export interface Caution {
  readonly kind: 'pseudonym' | 'exposed' | 'little-detail' | 'suppressed' | 'useless'
  readonly columns: readonly string[]
  readonly message: string
  readonly remedy?: string | undefined
  readonly advice?: readonly Advice[] | undefined
}

export interface ColumnDetail {
  readonly column: string
  readonly labels: number
  /** The share of detail kept, 0 to 1: 1 − the loss of its cells. */
  readonly kept: number
  /** Whether its labels are more precise than the whole domain. */
  readonly says: 'all' | 'something' | 'nothing'
  readonly example?: string
  readonly why?: string
}

export interface JudgedRelease {
  readonly k: number
  readonly rows: number
  readonly suppressed: number
  readonly classes: number
  readonly smallestClass: number
  readonly unit?: 'row' | 'person'
  readonly metrics: Readonly<Record<string, number>>
  /** Metrics that alone can show that a release is hardly useful, most telling first. */
  readonly telling: readonly (Pick<Metric, 'name'> & { readonly useless: UselessFigure })[]
  readonly goal: string
  /** Per categorical target, the cost of guessing its most frequent value: the share of rows without it. */
  readonly guessing: readonly { readonly target: string; readonly cost: number }[]
  readonly exposure: readonly ColumnExposure[]
  readonly joint?: JointExposure | undefined
  readonly detail: readonly ColumnDetail[]
  readonly remedies: Remedies
}

export const FLAT = 'its tree has no groups: it is kept whole or hidden whole'

/** A column that is not recoded and singles out this share of rows is worth a warning. */
const EXPOSED_SHARE = 0.01
/** Above these shares, columns or rows without information are worth a warning. */
const SILENT_COLUMNS = 1 / 3
const SILENT_ROWS = 1 / 10
/** Classes this many times larger than required could have been divided. */
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

const aboutDetail: readonly Caution['kind'][] = ['little-detail', 'suppressed', 'useless']

type Found = Omit<Caution, 'remedy' | 'advice'> & { readonly advice: readonly (Advice | undefined)[] }

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

/** Columns that single out few rows alone and many together, unless one of them does nearly as much alone. */
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

const NAMED = 4

/** A pseudonym identifies one person by design; anyone with the key knows who. */
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
  // If every row keeps full detail, no class could have been divided.
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

export function judgementInWords({ verdict, cautions }: Judgement): string | undefined {
  if (verdict === 'no-information') return 'but nothing is left in it to be used'
  if (verdict === 'green') return undefined
  const more = cautions.length > 1 ? `, and ${cautions.length - 1} more` : ''
  return `but ${cautions[0].message}${more}`
}

/** Describes the cost of a release: columns that keep detail, columns that keep none and why, and what else to try. */
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
