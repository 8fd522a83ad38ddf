/**
 * The achievement function (Dewri et al. 2009, §4): the distance of a release from a preferred loss (NWP) and
 * unevenness (NECD). Minimizing it follows the line from (0, 0) to the preference point.
 */
import type { Partition } from '../../frequency/classes.ts'
import { type Metric, type MetricSettings, type Preference, UTILITY } from '../metric.ts'
import { utilityClassDispersion } from './class-dispersion.ts'
import { utilityWeightedPenalty } from './weighted-penalty.ts'

/** ε of the paper, "very small". */
const EPSILON = 1e-6

const USUAL_PREFERENCE: Preference = { NWP: 0.2, NECD: 1 }

export const utilityAchievement: Metric = {
  ...UTILITY,
  name: 'achievement',
  title: 'Achievement of the preference',
  formula: 'max(w·(NWP + ε), (1 − w)·(NECD + ε)); w = (1/(NWP_pref + ε)) / (1/(NWP_pref + ε) + 1/(NECD_pref + ε))',
  reading: 'The worse of loss and unevenness, each relative to what is accepted of it.',
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
  return measureAchievement({ NWP: nwp, NECD: necd }, preference)
}

export function measureAchievement(point: Preference, preference: Preference = USUAL_PREFERENCE): number {
  const weight = preferenceWeight(preference)
  return Math.max(weight * (point.NWP + EPSILON), (1 - weight) * (point.NECD + EPSILON))
}

/** w: the search direction from the utopian point (−ε, −ε) to the preference. */
export function preferenceWeight({ NWP, NECD }: Preference): number {
  const loss = 1 / (NWP + EPSILON)
  return loss / (loss + 1 / (NECD + EPSILON))
}

/** pref_dev = NWP + NECD − NWP_pref − NECD_pref; negative if the sum is better than preferred. */
export function preferenceDeviation(point: Preference, preference: Preference): number {
  return point.NWP + point.NECD - preference.NWP - preference.NECD
}

export interface PreferenceOutcome {
  readonly wanted: Preference
  readonly reached: Preference
  readonly met: boolean
  readonly verdict: 'met' | 'overachieved' | 'underachieved'
  readonly beyond: Preference
  readonly deviation: number
  readonly k: number
  readonly effectiveK: number
}

/** Underachieved if either falls short; overachieved if neither does and one is better than preferred. */
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

/** Rows of the smallest class; all rows if nothing is released. */
export function effectiveK({ keptClasses, smallestClass, frequencies }: Partition): number {
  return keptClasses === 0 ? frequencies.rows : smallestClass
}

function withoutRounding(difference: number): number {
  return Math.abs(difference) < 1e-12 ? 0 : difference
}
