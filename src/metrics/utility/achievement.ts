/**
 * The achievement function (Dewri et al. 2009, §4): how far a release is from what somebody prefers, who accepts so much loss (NWP) and so
 * much unevenness of protection (NECD). Lower is better; at most `achievementOf(preference)` when the preference is met. Minimising it
 * goes along the line from (0, 0) to the preference point: as far beyond it as can be, or as little short of it. Cost: NWP and NECD.
 */
import type { Partition } from '../../frequency/classes.ts'
import { type Metric, type MetricSettings, type Preference, UTILITY } from '../metric.ts'
import { utilityClassDispersion } from './class-dispersion.ts'
import { utilityWeightedPenalty } from './weighted-penalty.ts'

/** ε of the paper, "very small". */
const EPSILON = 1e-6

/** The paper's preference, where none is given: a loss of 0.2, any unevenness. */
const USUAL_PREFERENCE: Preference = { NWP: 0.2, NECD: 1 }

export const utilityAchievement: Metric = {
  ...UTILITY,
  name: 'achievement',
  title: 'Achievement of the preference',
  formula: 'max(w·(NWP + ε), (1 − w)·(NECD + ε)); w = (1/(NWP_pref + ε)) / (1/(NWP_pref + ε) + 1/(NECD_pref + ε))',
  reading: 'The worse of loss and unevenness, each measured by what is accepted of it.',
  needs: 'preference',
  goal: 'preference',
  reads: 'shown',
  parts: [utilityWeightedPenalty, utilityClassDispersion],
  combine,
  compute(partition, settings) {
    if (partition.frequencies.rows === 0) return 0
    const figures = [utilityWeightedPenalty, utilityClassDispersion].map((part) => part.compute(partition, settings))
    return combine(figures, settings)
  },
}

function combine([nwp, necd]: readonly number[], { preference }: MetricSettings): number {
  return achievementOf({ NWP: nwp, NECD: necd }, preference)
}

/** ach of a point, for the preference. */
export function achievementOf(point: Preference, preference: Preference = USUAL_PREFERENCE): number {
  const weight = preferenceWeight(preference)
  return Math.max(weight * (point.NWP + EPSILON), (1 - weight) * (point.NECD + EPSILON))
}

/** w: the direction of the search, from the utopian point (−ε, −ε) to the preference. */
export function preferenceWeight({ NWP, NECD }: Preference): number {
  const loss = 1 / (NWP + EPSILON)
  return loss / (loss + 1 / (NECD + EPSILON))
}

/** pref_dev = NWP + NECD − NWP_pref − NECD_pref: below 0 when more was achieved than asked, in sum. */
export function preferenceDeviation(point: Preference, preference: Preference): number {
  return point.NWP + point.NECD - preference.NWP - preference.NECD
}

/** What became of a preference. */
export interface PreferenceOutcome {
  readonly wanted: Preference
  readonly reached: Preference
  /** Both loss and unevenness are at most what is accepted. */
  readonly met: boolean
  readonly verdict: 'met' | 'overachieved' | 'underachieved'
  /** For each, reached − wanted: below 0 is better than asked. */
  readonly beyond: Preference
  /** pref_dev. */
  readonly deviation: number
  /** Class size asked for, and the smallest class that the release has. */
  readonly k: number
  readonly effectiveK: number
}

/** Underachieved when either falls short; overachieved when neither does and one is better than asked. */
export function preferenceOutcome(
  wanted: Preference,
  reached: Preference,
  sizes: { readonly k: number; readonly effectiveK: number },
): PreferenceOutcome {
  const beyond = { NWP: withoutRounding(reached.NWP - wanted.NWP), NECD: withoutRounding(reached.NECD - wanted.NECD) }
  const met = beyond.NWP <= 0 && beyond.NECD <= 0
  const better = beyond.NWP < 0 || beyond.NECD < 0
  return {
    wanted,
    reached: { NWP: reached.NWP, NECD: reached.NECD },
    met,
    verdict: met ? (better ? 'overachieved' : 'met') : 'underachieved',
    beyond,
    deviation: withoutRounding(preferenceDeviation(reached, wanted)),
    ...sizes,
  }
}

/** Rows of the smallest class; where nothing is released, nobody can be distinguished from anybody. */
export function effectiveK({ keptClasses, smallestClass, frequencies }: Partition): number {
  return keptClasses === 0 ? frequencies.rows : smallestClass
}

/** Differences below 10⁻¹² are rounding, and 0.3 of 0.1 + 0.2 accepted is neither short nor beyond. */
function withoutRounding(difference: number): number {
  return Math.abs(difference) < 1e-12 ? 0 : difference
}
