/**
 * What a verified release is worth, in one place for terminal, manifest, report and studio. Green: the promise holds, nothing else in the
 * file singles people out, and information is left. Amber: the promise holds, but. A release that says nothing any more is no success.
 */

import { formatCount, formatFigure, formatShare } from '../ground/format.ts'
import type { Metric, UselessFigure } from '../metrics/metric.ts'
import type { ColumnExposure, JointExposure } from '../verification/exposure.ts'

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
  /** Whether each class was decided by itself, which keeps most. */
  readonly byClass?: boolean | undefined
}

export interface Caution {
  readonly kind: 'pseudonym' | 'exposed' | 'little-detail' | 'suppressed' | 'useless'
  readonly columns: readonly string[]
  readonly message: string
  readonly remedy: string
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
  readonly suppressionLimit: number
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
  readonly byClass?: boolean | undefined
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

export function judge(release: JudgedRelease): Judgement {
  const { exposure, joint, detail, byClass } = release
  const cautions = [
    ...exposed(release),
    ...exposedTogether(release),
    ...pseudonyms(release),
    ...silentColumns(release),
    ...silentRows(release),
    ...useless(release),
  ]
  const kept = release.rows - release.suppressed
  const empty = kept === 0 || (detail.length > 0 && detail.every(({ says }) => says === 'nothing'))
  const verdict = empty ? 'no-information' : cautions.length > 0 ? 'amber' : 'green'
  return { verdict, cautions, exposure, joint, detail, byClass }
}

function exposed({ rows, exposure }: JudgedRelease): Caution[] {
  return exposure
    .filter(({ role, alone }) => role !== 'pseudonym' && alone > 0 && alone >= rows * EXPOSED_SHARE)
    .sort((a, b) => b.alone - a.alone)
    .map(({ column, alone }) => ({
      kind: 'exposed',
      columns: [column],
      message: `${column} alone singles out ${formatCount(alone)} rows (${formatShare(alone / rows)})`,
      remedy: `give "${column}" the role quasi-identifier, or identifier to leave it out`,
    }))
}

/** Columns that single out few alone, and many together. Where one of them does nearly as much alone, that was said. */
function exposedTogether({ rows, exposure, joint }: JudgedRelease): Caution[] {
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
      remedy:
        'give those that others can know the role quasi-identifier, and identifier to those that the release can do without',
    },
  ]
}

/** So many columns of a set are named in a sentence. */
const NAMED = 4

/** A pseudonym points at one person by design: for whoever holds the key at a known one. */
function pseudonyms({ exposure }: JudgedRelease): Caution[] {
  return exposure
    .filter(({ role }) => role === 'pseudonym')
    .map(({ column, linked = 0 }) => {
      const links =
        linked === 0 ? '' : `, and ${formatCount(linked)} rows can be put together as those of people who have several`
      return {
        kind: 'pseudonym',
        columns: [column],
        message: `${column} is a pseudonym, an identifier for whoever holds its key${links}`,
        remedy: `keep the key apart from the release, or give "${column}" the role identifier to leave it out`,
      }
    })
}

function silentColumns({ detail, k, suppressionLimit }: JudgedRelease): Caution[] {
  const silent = detail.filter(({ says }) => says === 'nothing').map(({ column }) => column)
  if (silent.length <= detail.length * SILENT_COLUMNS) return []
  return [
    {
      kind: 'little-detail',
      columns: silent,
      message: `${silent.length} of ${detail.length} quasi-identifiers say nothing any more: ${silent.join(', ')}`,
      remedy: `give them finer trees, a smaller k than ${k}, a suppression-limit above ${formatShare(suppressionLimit)}, or fewer quasi-identifiers`,
    },
  ]
}

function silentRows({ rows, suppressed, k }: JudgedRelease): Caution[] {
  if (suppressed <= rows * SILENT_ROWS) return []
  return [
    {
      kind: 'suppressed',
      columns: [],
      message: `${formatCount(suppressed)} rows (${formatShare(suppressed / rows)}) are suppressed`,
      remedy: `lower suppression-limit, or take a smaller k than ${k}`,
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
  byClass,
  suppressed,
  detail,
}: JudgedRelease): Caution[] {
  // Where every row keeps all it says, no class could have been divided.
  const isWhole = suppressed === 0 && detail.length > 0 && detail.every(({ says }) => says === 'all')
  const caution = (message: string, remedy: string): Caution => ({ kind: 'useless', columns: [], message, remedy })
  const another = `try ${byClass ? '' : 'algorithm boxes, '}a smaller k, or a larger suppression-limit`
  const ofFigures = telling.flatMap(({ name, useless: { above, goal: asked = goal, words } }) => {
    if (asked !== goal) return []
    if (above !== 'guessing')
      return metrics[name] > above ? [caution(`${words}: ${name} ${formatFigure(metrics[name])} of 1`, another)] : []
    return guessing.flatMap(({ target, cost }) => {
      const value = metrics[guessing.length > 1 ? `${name} (${target})` : name]
      if (value === undefined || value < cost) return []
      return [
        caution(
          `${words}: ${name} of ${target} ${formatFigure(value)}, guessing its most frequent value ${formatFigure(cost)}`,
          another,
        ),
      ]
    })
  })
  return [
    ...ofFigures,
    ...(k > 1 && classes > 0 && !isWhole && smallestClass >= k * MANY_TIMES_K
      ? [caution(`the smallest class has ${formatCount(smallestClass)} ${unit}s where ${k} were asked for`, another)]
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

/** What a release cost in three lines: which columns keep detail, which say nothing and why, and what to try. Lines without words are left out. */
export function worthLines({
  detail,
  cautions,
  verdict,
  byClass,
}: Judgement): readonly { readonly about: string; readonly text: string }[] {
  const keeping = detail.filter(({ says }) => says !== 'nothing')
  const silent = detail.filter(({ says }) => says === 'nothing')
  const kept = keeping.map(({ column, kept: share, example, says }) =>
    says === 'all'
      ? `${column} as it is`
      : `${column} ${formatShare(share)}${example === undefined ? '' : ` (${example})`}`,
  )
  const why = silent.map(({ column, why: reason }) => `${column} (${reason})`)
  return [
    { about: 'detail', text: kept.join(' · ') },
    { about: 'silent', text: why.join(' · ') },
    {
      about: 'try',
      text: verdict === 'green' && silent.length === 0 ? '' : advice(silent, cautions, byClass === true),
    },
  ].filter(({ text }) => text !== '')
}

/** What may bring detail back. What other columns expose has its own remedy beside it. */
function advice(silent: readonly ColumnDetail[], cautions: readonly Caution[], byClass: boolean): string {
  const flat = silent.filter(({ why }) => why === FLAT).map(({ column }) => column)
  const asked = cautions.find(({ kind }) => kind === 'little-detail' || kind === 'suppressed' || kind === 'useless')
  const trees = flat.length === 0 ? [] : [`groups in the ${flat.length === 1 ? 'tree' : 'trees'} of ${flat.join(', ')}`]
  const others =
    silent.length > 0
      ? [
          'a smaller k',
          'a larger suppression-limit',
          byClass ? 'fewer quasi-identifiers' : 'algorithm boxes, which recodes class by class',
        ]
      : []
  return asked === undefined ? [...trees, ...others].join(', or ') : [...trees, asked.remedy].join(', or ')
}
