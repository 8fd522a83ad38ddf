/** Verdicts: compares printed and measured values by the claim's tolerance, and nothing else. */
import type { Claim, Judgement, MeanOfRepeats, Measured, PublishedFigure, ReadingOutcome, Verdict } from './paper.ts'

export interface JudgedClaim {
  readonly claim: Claim
  readonly measured: Measured
  readonly verdict: Verdict
}

export function judgeClaims({ id, claims }: PublishedFigure, { measured }: Judgement): JudgedClaim[] {
  const names = claims.map((claim) => claim.id)
  const unknown = Object.keys(measured).find((name) => !names.includes(name))
  if (unknown !== undefined) throw new Error(`${id} measures "${unknown}", of which published.json claims nothing`)
  return claims.map((claim) => {
    if (!(claim.id in measured)) throw new Error(`${id} claims "${claim.id}", which is not measured`)
    return { claim, measured: measured[claim.id], verdict: judgeClaim(claim, measured[claim.id]) }
  })
}

/** Differs if one claim does; better if none differs and one is better; claims about other data or machines decide nothing. */
export function judgeFigure({ incomparable }: PublishedFigure, judged: readonly JudgedClaim[]): Verdict {
  if (incomparable !== undefined) return 'not comparable'
  const verdicts = judged.map(({ verdict }) => verdict)
  if (verdicts.includes('differs')) return 'differs'
  return verdicts.includes('better') ? 'better' : 'met'
}

function judgeClaim({ printed, better, ...claim }: Claim, measured: Measured): Verdict {
  if (typeof measured === 'boolean') return measured ? 'met' : 'differs'
  if (printed === undefined) throw new Error(`"${claim.id}" is measured, and no number is printed for it`)
  const tolerance = readTolerance(claim, measured)
  const [low, high] = typeof printed === 'number' ? [printed, printed] : printed
  const [least, most] = findEnds(measured)
  // Rounding of sums must not decide.
  const room = tolerance + 1e-9
  const below = least < low - room
  const above = most > high + room
  if (!below && !above) return 'met'
  if (better === 'lower' && below && !above) return 'better'
  return better === 'higher' && above && !below ? 'better' : 'differs'
}

export function readTolerance({ tolerance = 0 }: Pick<Claim, 'tolerance'>, measured: Measured): number {
  if (tolerance !== 'standard errors') return tolerance
  return typeof measured === 'object' && 'standardError' in measured ? 2 * measured.standardError : 0
}

export function findEnds(measured: Exclude<Measured, boolean>): readonly [number, number] {
  if (typeof measured === 'number') return [measured, measured]
  return 'mean' in measured ? [measured.mean, measured.mean] : measured
}

/** The reading nearer to the printed value. */
export function nearerWay({ distances }: ReadingOutcome): 'taken' | 'other' | 'open' {
  if (distances === undefined || distances.taken === distances.other) return 'open'
  return distances.taken < distances.other ? 'taken' : 'other'
}

export function meanOfRepeats(values: readonly number[]): MeanOfRepeats {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0)
  const variance = values.length < 2 ? 0 : squares / (values.length - 1)
  return { mean, standardError: Math.sqrt(variance / values.length) }
}
