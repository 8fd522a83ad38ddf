/**
 * Judges a verified release, for terminal, manifest, report and studio. Green: the guarantee holds, nothing else
 * singles people out, and information is left. Amber: it holds, with exposure within the job's limit. Exposed: beyond
 * that limit, not published.
 */
import { listedNames } from '../ground/errors.ts'
import { formatCount, formatFigure, formatShare, prose } from '../ground/format.ts'
import { type Advice, adviceInWords, type Remedies } from './advice.ts'
import { beyondLimitInWords, exposureFindings, isBeyondLimit, sufficientRemedies } from './judge/judge-exposure.ts'
import type { Caution, ColumnDetail, Finding, JudgedRelease, Judgement, LeftOut } from './judge/judged-release.ts'

export const FLAT = 'its tree has no groups: it is kept whole or hidden whole'

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
    ...exposureFindings(release),
    ...aboutGone(release),
    ...rowsBeyondLimit(release),
    ...silentColumns(release),
    ...silentRows(release),
    ...useless(release),
  ])
  const kept = release.rows - release.suppressed
  const silent = detail.filter(({ says }) => says === 'nothing')
  const empty = kept === 0 || (detail.length > 0 && silent.length === detail.length) || aboutGone(release).length > 0
  const isRefused = isBeyondLimit(release)
  const verdict = isRefused ? 'exposed' : empty ? 'no-information' : cautions.length > 0 ? 'amber' : 'green'
  const named = new Set(cautions.flatMap(({ advice = [] }) => advice.map(({ text }) => text)))
  const isMoreNeeded = silent.length > 0 && !cautions.some(({ kind }) => aboutDetail.includes(kind))
  const others = isMoreNeeded ? moreDetail(remedies, silent) : []
  const advice = [...groupsInTrees(silent), ...others].filter(({ text }) => !named.has(text))
  const { people = release.rows, exposed, exposureLimit, acceptedExposure, leftOut } = release
  return {
    verdict,
    cautions,
    exposure,
    joint,
    exposed: exposed === undefined ? undefined : { people: exposed, of: people, limit: exposureLimit },
    accepted: acceptedExposure,
    refusal: isRefused ? { reason: beyondLimitInWords(release), remedies: sufficientRemedies(release) } : undefined,
    leftOut,
    detail,
    advice,
  }
}

const aboutDetail: readonly Caution['kind'][] = ['little-detail', 'suppressed', 'useless']

/** Every advice once, with the first caution that has it. */
function withoutRepeats(cautions: readonly Finding[]): Caution[] {
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

function silentColumns({ detail, remedies }: JudgedRelease): Finding[] {
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

/** Warns about a release of recoded columns alone if columns that say something about people were left out. */
function aboutGone({ exposure, leftOut = [] }: JudgedRelease): Finding[] {
  const gone = leftOut.filter(({ informs }) => informs).map(({ column }) => column)
  if (gone.length === 0 || exposure.length > 0) return []
  return [
    {
      kind: 'left-out',
      columns: gone,
      message: prose`nothing is said of people besides the recoded columns: ${gone.join(', ')}
        ${gone.length === 1 ? 'is' : 'are'} left out`,
      advice: [
        { text: `role: sensitive for ${gone[0]}`, set: { key: ['columns', gone[0]], value: { role: 'sensitive' } } },
      ],
    },
  ]
}

/** Rows with missing values count toward the limit, though no search can keep them. */
function rowsBeyondLimit({ rows, suppressed, missing = 0, suppressionLimit = 1 }: JudgedRelease): Finding[] {
  const lost = suppressed + missing
  if (missing === 0 || lost <= (rows + missing) * suppressionLimit) return []
  return [
    {
      kind: 'suppressed',
      columns: [],
      message: prose`${formatCount(lost)} rows (${formatShare(lost / (rows + missing))}) are left out for a missing
        value or suppressed, beyond the suppression-limit of ${formatShare(suppressionLimit)}`,
      advice: [
        {
          text: 'data.missing: category to keep rows with missing values',
          set: { key: ['data', 'missing'], value: 'category' },
        },
      ],
    },
  ]
}

function silentRows({ rows, suppressed, remedies }: JudgedRelease): Finding[] {
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

function useless(release: JudgedRelease): Finding[] {
  const { goal, metrics, telling, guessing, smallestClass, k, classes, unit = 'row' } = release
  const { suppressed, detail, remedies } = release
  // If every row keeps all its detail, no class could have been divided.
  const isWhole = suppressed === 0 && detail.length > 0 && detail.every(({ says }) => says === 'all')
  const { classByClass, smallerK, largerLimit } = remedies
  const advice = [classByClass, smallerK, largerLimit]
  const caution = (message: string): Finding => ({ kind: 'useless', columns: [], message, advice })
  const ofFigures = telling.flatMap(({ name, useless: { above, goal: asked = goal, words } }) => {
    if (asked !== goal) return []
    if (above !== 'guessing')
      return metrics[name] > above ? [caution(`${words}: ${name} ${formatFigure(metrics[name])} of 1`)] : []
    return guessing.flatMap(({ target, cost }) => {
      const value = metrics[guessing.length > 1 ? `${name} (${target})` : name]
      if (value === undefined || value < cost) return []
      return [
        caution(
          `${words}: ${name} of ${target} ${formatFigure(value)}, guessing its most frequent value ` +
            `${formatFigure(cost)}`,
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
  if (verdict === 'exposed') return 'but it exposes more people than the job allows'
  const more = cautions.length > 1 ? `, and ${cautions.length - 1} more` : ''
  return `but ${cautions[0].message}${more}`
}

export function acceptedInWords({ accepted, exposed }: Judgement): string | undefined {
  if (accepted === undefined) return undefined
  const share = exposed === undefined || exposed.of === 0 ? 0 : exposed.people / exposed.of
  return prose`Exposure accepted by name: ${accepted.accept.join(', ')} (${formatShare(share)} of people are exposed).
    Reason: ${accepted.reason}`
}

/** The cost of a release: columns that keep detail, hidden ones, those left out, and what else to try. */
export function worthLines({ detail, leftOut = [], advice = [] }: Judgement) {
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
    { about: 'left', text: leftOutInWords(leftOut) },
    { about: 'try', text: adviceInWords(advice) },
  ] as const
  return lines.filter(({ text }) => text !== '')
}

/** `name, phone (identifier) · notes (not named by the job)` */
function leftOutInWords(leftOut: readonly LeftOut[]): string {
  const reasons = [...new Set(leftOut.map(({ why }) => why))]
  return reasons
    .map((why) => {
      const names = leftOut.flatMap((one) => (one.why === why ? [one.column] : []))
      return `${listedNames(names)} (${why})`
    })
    .join(' · ')
}
