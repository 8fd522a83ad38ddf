import { describe, expect, test } from 'vitest'
import { partitionOf } from '../../../test/partitions.ts'
import { equalSettings } from '../../../test/small-tables.ts'
import { t12 } from '../../../test/t12.ts'
import {
  measureAchievement,
  preferenceDeviation,
  preferenceOutcome,
  preferenceWeight,
  utilityAchievement,
} from './achievement.ts'

describe('T12 without suppression: NWP 193/840, NECD 3/11', () => {
  const partition = partitionOf(t12.frequencies, t12.groupings)
  const point = { NWP: 193 / 840, NECD: 3 / 11 }

  test.each([
    [{ NWP: 0.2, NECD: 1 }, 0.8333327778, 0.1914689597, -0.6975108225],
    [{ NWP: 0.2, NECD: 0.1 }, 0.3333344444, 0.1818185455, 0.2024891775],
  ])('preference %j has weight %d, achievement %d, deviation %d', (preference, weight, achievement, deviation) => {
    expect(preferenceWeight(preference)).toBeCloseTo(weight, 10)
    expect(utilityAchievement.compute(partition, equalSettings(t12.hierarchies, { preference }))).toBeCloseTo(
      achievement,
      10,
    )
    expect(measureAchievement(point, preference)).toBeCloseTo(achievement, 10)
    expect(preferenceDeviation(point, preference)).toBeCloseTo(deviation, 10)
  })
})

describe('preferenceOutcome(wanted, reached)', () => {
  test('a difference that only rounding makes is none', () => {
    const outcome = preferenceOutcome({ NWP: 0.3, NECD: 0.5 }, { NWP: 0.1 + 0.2, NECD: 0.5 }, { k: 5, effectiveK: 7 })
    expect(outcome).toMatchObject({ verdict: 'met', beyond: { NWP: 0, NECD: 0 }, deviation: 0 })
  })

  const wanted = { NWP: 0.2, NECD: 0.5 }
  test.each([
    [{ NWP: 0.2, NECD: 0.5 }, true, 'met'],
    [{ NWP: 0.1, NECD: 0.5 }, true, 'overachieved'],
    [{ NWP: 0.1, NECD: 0.6 }, false, 'underachieved'],
    [{ NWP: 0.3, NECD: 0.1 }, false, 'underachieved'],
  ])('%j', (reached, met, verdict) => {
    const outcome = preferenceOutcome(wanted, reached, { k: 5, effectiveK: 7 })
    expect(outcome).toMatchObject({ wanted, reached, met, verdict, k: 5, effectiveK: 7 })
    expect(outcome.beyond.NWP).toBeCloseTo(reached.NWP - 0.2, 12)
    expect(outcome.deviation).toBeCloseTo(reached.NWP + reached.NECD - 0.7, 12)
  })
})
