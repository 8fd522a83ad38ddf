/** Judges the exposure of a release: which people, by which columns, and whether the job allows it. */
import { formatCount, formatShare, many, prose } from '../../ground/format.ts'
import type { ColumnExposure } from '../../verification/exposure.ts'
import type { ExposureRemedy, Finding, JudgedRelease } from './judged-release.ts'

/** Share of people from which columns counted together, without the recoded ones, are worth a caution. */
const EXPOSED_SHARE = 0.01
const NAMED = 4

type ExposureFigure = 'exposure' | 'ends' | 'joint' | 'exposed' | 'unaccepted' | 'people' | 'rows' | 'unit'
export type ExposedRelease = Pick<JudgedRelease, ExposureFigure | 'exposureLimit' | 'acceptedExposure'>

export function isExposed({ role, alone }: ColumnExposure): boolean {
  return role !== 'pseudonym' && alone > 0
}

/** The largest fingerprint of the columns. */
export function mostAlone(exposure: readonly ColumnExposure[]): number {
  return Math.max(0, ...exposure.filter(isExposed).map(({ alone }) => alone))
}

/** Columns beyond the limit that the job does not accept. */
export function columnsBeyondLimit(release: ExposedRelease): string[] {
  const { exposure, ends = [], exposureLimit = 1, acceptedExposure, people = release.rows } = release
  // An exact end that fewer than k people have tells of at least one of them.
  const shown = ends.map(({ column, count }) => ({ column, alone: count }))
  return [...exposure.filter(isExposed), ...shown]
    .filter(({ alone }) => alone > exposureLimit * people)
    .flatMap(({ column }) => (acceptedExposure?.accept.includes(column) ? [] : [column]))
}

/** Accepting columns by name: the release is published as it is. */
export function acceptRemedy(
  accept: readonly string[],
  left: { exposed: number; fingerprint: number },
): ExposureRemedy {
  const names = `[${accept.length > NAMED ? columnNames(accept) : accept.map((one) => JSON.stringify(one)).join(', ')}]`
  return {
    text: `exposure: { accept: ${names}, reason: "…" } to publish it as it is${namesBeside(accept)}`,
    accept,
    ...left,
  }
}

/** Returns the remedies that are enough: while exact ends exceed the limit, changes of other columns are not. */
export function sufficientRemedies(release: JudgedRelease): readonly ExposureRemedy[] {
  const { exposureRemedies = [], exposure, exposed = 0, acceptedExposure, people = release.rows } = release
  const ends = columnsBeyondLimit({ ...release, exposure: [] })
  if (ends.length === 0) return exposureRemedies
  const accept = exposureRemedies.at(-1)?.accept ?? acceptedExposure?.accept ?? []
  return [acceptRemedy([...accept, ...ends], { exposed: exposed / people, fingerprint: mostAlone(exposure) / people })]
}

export function isBeyondLimit(release: ExposedRelease): boolean {
  const { unaccepted = 0, exposureLimit = 1, people = release.rows } = release
  return unaccepted > exposureLimit * people || columnsBeyondLimit(release).length > 0
}

export function exposureFindings(release: JudgedRelease): Finding[] {
  return [
    ...exposedTogether(release),
    ...exposedAlone(release),
    ...exposedEnds(release),
    ...joint(release),
    ...pseudonyms(release),
  ]
}

const unitOf = ({ unit }: ExposedRelease): string => (unit === 'person' ? 'person' : 'row')

const sharePart = (release: ExposedRelease, count: number): string => {
  const { people = release.rows } = release
  const noun = many(count, unitOf(release), release.unit === 'person' ? 'people' : undefined)
  return `${noun} (${formatShare(people === 0 ? 0 : count / people)})`
}

function exposedAlone(release: JudgedRelease): Finding[] {
  const { exposure, remedies } = release
  return exposure
    .filter(isExposed)
    .sort((a, b) => b.alone - a.alone)
    .map(({ column, alone }) => ({
      kind: 'exposed',
      columns: [column],
      message: `${column} alone singles out ${sharePart(release, alone)}`,
      advice: [remedies.coarsen(column), remedies.generalize(column), remedies.leaveOut(column)],
    }))
}

/** Interval ends that are values of a few people. */
function exposedEnds({ ends = [], k }: JudgedRelease): Finding[] {
  return ends.map(({ column, count }) => ({
    kind: 'exposed',
    columns: [column],
    message: `${formatCount(count)} ends of intervals of ${column} are exact values of fewer than ${k} people`,
    advice: [{ text: `columns.${column}.ends: public`, set: { key: ['columns', column, 'ends'], value: 'public' } }],
  }))
}

/** Exposure by recoded and other columns together, unless one column alone singles out as many. */
function exposedTogether(release: JudgedRelease): Finding[] {
  const { exposure, exposed = 0, countedAdvice } = release
  const others = exposure.filter(({ role }) => role === 'other' || role === 'unlisted')
  // One column that does it all is named alone.
  const whole = others.find(({ together }) => together === exposed)
  const columns = (whole === undefined ? others : [whole]).map(({ column }) => column)
  const alone = Math.max(0, ...others.map((one) => one.alone))
  if (exposed === 0 || (exposed <= alone && columns.length > 0)) return []
  const beside = columns.length === 0 ? '' : ` together with ${columnNames(columns)}`
  return [
    {
      kind: 'exposed',
      columns,
      message: `the recoded columns${beside} single out ${sharePart(release, exposed)}`,
      advice: countedAdvice?.exposed ?? uncountedAdvice(release, columns),
    },
  ]
}

/** Columns that single out few people alone and many together, unless another finding covers it. */
function joint(release: JudgedRelease): Finding[] {
  const { exposure, joint: together, exposed = 0, countedAdvice, people = release.rows } = release
  if (together === undefined) return []
  const alone = Math.max(exposed, mostAlone(exposure))
  if (together.rows === 0 || together.rows - alone < people * EXPOSED_SHARE) return []
  const { columns, uncounted = 0 } = together
  return [
    {
      kind: 'exposed',
      columns,
      message: prose`${columns.length} columns that are not recoded (${columnNames(columns)}) together single out
        ${uncounted > 0 ? 'at least ' : ''}${sharePart(release, together.rows)}`,
      advice: countedAdvice?.joint ?? uncountedAdvice(release, columns),
    },
  ]
}

function uncountedAdvice({ remedies }: JudgedRelease, columns: readonly string[]): Finding['advice'] {
  return columns.slice(0, NAMED).flatMap((column) => [remedies.generalize(column), remedies.leaveOut(column)])
}

/** Says where all names are, if the text of a remedy names some. */
export function namesBeside(columns: readonly string[]): string {
  return columns.length > NAMED ? ` (${columns.length} columns, all named by --json)` : ''
}

export function columnNames(columns: readonly string[]): string {
  return columns.length > NAMED ? `${columns.slice(0, NAMED).join(', ')}, …` : columns.join(', ')
}

/** A pseudonym identifies a person to anyone who holds the key. */
function pseudonyms({ exposure, remedies }: JudgedRelease): Finding[] {
  return exposure
    .filter(({ role }) => role === 'pseudonym')
    .map(({ column, linked = 0 }) => {
      const links =
        linked === 0 ? '' : `, and ${formatCount(linked)} rows can be put together as those of people who have several`
      return {
        kind: 'pseudonym',
        columns: [column],
        message: `${column} is a pseudonym, an identifier for anyone who holds its key${links}`,
        advice: [{ text: 'keep the key apart from the release' }, remedies.leaveOut(column)],
      }
    })
}

export function beyondLimitInWords(release: ExposedRelease): string {
  const { unaccepted = 0, exposureLimit = 1, people = release.rows } = release
  const beyond = columnsBeyondLimit(release)
  const parts = [
    ...(unaccepted > exposureLimit * people
      ? [`the release singles out ${sharePart(release, unaccepted)} by the recoded and the other columns together`]
      : []),
    ...(beyond.length > 0
      ? [`${columnNames(beyond)} alone ${beyond.length === 1 ? 'exceeds' : 'exceed'} the limit`]
      : []),
  ]
  return `exposed: ${parts.join(', and ')}; privacy.exposure-limit is ${formatShare(exposureLimit)}`
}

export function remedyLines(remedies: readonly ExposureRemedy[]): string[] {
  return remedies.map(
    ({ text, exposed, fingerprint }) =>
      `${text}: leaves ${formatShare(exposed)} exposed, and at most ${formatShare(fingerprint)} by one column`,
  )
}
