/**
 * A generated table in the shape of UCI's "default of credit card clients", 30,000 clients × 24 columns: the figures in
 * the goal for large domains fit that table, which is not here. Six bills, each near the last, have about 21,500 values;
 * six payments have 7,000. Both have long tails, so that most clients share a small part of the range.
 */
import { type Random, randomFrom } from '../../../src/ground/random.ts'

export const creditColumns = [
  ...['limit', 'sex', 'education', 'marriage', 'age'],
  ...[1, 2, 3, 4, 5, 6].map((month) => `status${month}`),
  ...[1, 2, 3, 4, 5, 6].map((month) => `bill${month}`),
  ...[1, 2, 3, 4, 5, 6].map((month) => `paid${month}`),
  'default',
]

export function creditRows(count = 30_000, seed = 1): number[][] {
  const random = randomFrom(seed)
  return Array.from({ length: count }, () => client(random))
}

const LATE = [0.02, 0.7, 0.9]

/** Some leave the card alone, some pay every bill in full, most pay little by little, a few are late. */
function client(random: Random): number[] {
  const chance = (share: number) => random.uniform() < share
  const pick = (shares: readonly number[]) => {
    let left = random.uniform()
    return shares.findIndex((share) => (left -= share) < 0) + 1 || shares.length
  }
  const age = Math.min(79, 21 + Math.floor(-Math.log(1 - random.uniform()) * 9 + random.uniform() * 12))
  const limit = 10_000 * Math.max(1, Math.min(100, Math.round(12 * Math.exp(0.9 * normal(random)))))
  const habit = pick([0.12, 0.22, 0.66])
  const statuses: number[] = []
  const bills: number[] = []
  const payments: number[] = []
  let bill = habit === 1 ? 0 : habit === 2 ? spend(random, 3000) : limit * Math.min(1.1, 1.3 * random.uniform() ** 1.6)
  let late = 0
  for (let month = 0; month < 6; month++) {
    const pays = habit === 3 ? bill * 0.04 : bill
    late = chance(late > 0 ? 0.7 : 0.05 * habit - 0.03) ? Math.min(8, Math.max(2, late + (chance(0.2) ? 1 : 0))) : 0
    const paid =
      late > 0 && chance(0.6)
        ? 0
        : chance(0.4)
          ? Math.round(pays / 500) * 500
          : Math.round(pays * (1 + 0.2 * normal(random)))
    statuses.push(late > 0 ? late : habit === 3 ? (chance(0.92) ? 0 : -1) : chance(0.85) ? habit - 3 : -habit)
    bills.push(Math.round(bill))
    payments.push(Math.max(0, chance(LATE[0]) ? spend(random, 20_000) : paid))
    if (habit === 1) bill = chance(0.75) ? bill : chance(0.5) ? 0 : spend(random, 1500)
    else if (habit === 2) bill = chance(0.15) ? bill : spend(random, 3000)
    else
      bill = chance(0.06)
        ? bill * random.uniform()
        : bill * (1.005 + 0.03 * normal(random)) + (chance(0.1) ? spend(random, 4000) : 0)
  }
  const person = [limit, pick([0.4, 0.6]), pick([0.35, 0.47, 0.16, 0.02]), pick([0.45, 0.54, 0.01]), age]
  return [...person, ...statuses, ...bills, ...payments, chance(late > 0 ? 0.6 : 0.18) ? 1 : 0]
}

function spend(random: Random, usual: number): number {
  return Math.round(usual * Math.exp(1.3 * normal(random)))
}

function normal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random.uniform())) * Math.cos(2 * Math.PI * random.uniform())
}
