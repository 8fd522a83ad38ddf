/** Intervals of rates: Wilson's for one rate; for figures of two rates, derived from its widths. */

export interface Rate {
  readonly rate: number
  readonly low: number
  readonly high: number
  readonly trials: number
}

const Z = 1.959963984540054

/** Wilson's score interval; conservative for scores between 0 and 1. */
export function wilson(rate: number, trials: number): Rate {
  if (trials === 0) return { rate: Number.NaN, low: 0, high: 1, trials }
  const weight = (Z * Z) / trials
  const middle = (rate + weight / 2) / (1 + weight)
  const half = (Z / (1 + weight)) * Math.sqrt((rate * (1 - rate) + weight / 4) / trials)
  return {
    rate,
    low: Math.max(0, Math.min(rate, middle - half)),
    high: Math.min(1, Math.max(rate, middle + half)),
    trials,
  }
}

export interface Estimate {
  readonly value: number
  readonly low: number
  readonly high: number
}

/** (a − c) / (1 − c): the attack's gain in what the control leaves open; delta method on Wilson's widths. */
export function residualRisk(attack: Rate, control: Rate): Estimate {
  const left = 1 - control.rate
  if (left < 1e-12) return { value: 0, low: 0, high: 0 }
  const value = (attack.rate - control.rate) / left
  const slope = (1 - attack.rate) / (left * left)
  return spread(value, attack, control, 1 / left, slope)
}

/** a − c, for attacks whose control rate is near 1. */
export function advantage(attack: Rate, control: Rate): Estimate {
  return spread(attack.rate - control.rate, attack, control, 1, 1)
}

function spread(value: number, a: Rate, c: Rate, byAttack: number, byControl: number): Estimate {
  return {
    value,
    low: value - Math.hypot(byAttack * (a.rate - a.low), byControl * (c.high - c.rate)),
    high: value + Math.hypot(byAttack * (a.high - a.rate), byControl * (c.rate - c.low)),
  }
}
