/** Rows of studies for tests: the published points of BMS-WebView-2, and a small study of a table with repeats, a front and failures. */
import type { StudyRow } from '../src/report/study/study-row.ts'

/** [smallest support, ARE over every pair that occurs] for each k, BMS-WebView-2, k²-anonymity: what two programs written independently agree on. */
export const webView: Readonly<Record<string, Readonly<Record<number, readonly [number, number]>>>> = {
  coat: {
    2: [2, 8.377],
    3: [3, 10.693],
    5: [5, 15.57],
    8: [8, 19.985],
    10: [10, 19.494],
    15: [15, 23.423],
    20: [20, 28.576],
    30: [30, 35.228],
    40: [42, 49.123],
    50: [50, 55.557],
    60: [65, 59.518],
    80: [80, 83.777],
    100: [100, 99.443],
  },
  'pcta merge=progress': {
    2: [2, 8.699],
    3: [3, 11.109],
    5: [5, 12.664],
    8: [8, 16.618],
    10: [10, 16.085],
    15: [15, 25.018],
    20: [20, 27.183],
    30: [30, 36.275],
    40: [40, 39.007],
    50: [51, 61.42],
    60: [60, 69.948],
    80: [84, 74.645],
    100: [107, 98.814],
  },
  apriori: { 2: [17, 4342.121], 5: [17, 4342.121], 50: [145, 3166.886], 100: [145, 3166.886] },
}

export const webViewRows: readonly StudyRow[] = Object.entries(webView)
  .flatMap(([algorithm, points]) =>
    Object.entries(points).map(([k, [support, error]]) => ({ algorithm, k: Number(k), support, error })),
  )
  .map(({ algorithm, k, support, error }, place) => ({
    run: String(place + 1).padStart(3, '0'),
    settings: { algorithm, 'privacy.km.k': k },
    data: 'BMS-WebView-2.txt',
    kind: 'items',
    algorithm: algorithm.split(' ')[0],
    k,
    seed: 1,
    outcome: 'found',
    rows: 77512,
    smallestClass: support,
    metrics: { ARE: error, NCP: error / 20_000 },
    risks: { 'smallest-support': 1 / support, attacker: 1 / (support + 3) },
  }))

/** Two searches with three seeds each over four k, a front of four points, a run that failed and one that found nothing. */
export const tableRows: readonly StudyRow[] = (() => {
  const rows: Omit<StudyRow, 'run'>[] = []
  const ks = [5, 10, 25, 50]
  const shared = { data: 'people.csv', kind: 'columns', rows: 1000, missing: 0 } as const
  for (const [algorithm, loss, luck] of [
    ['genetic', 0.1, 0.02],
    ['bottom-up', 0.14, 0.004],
  ] as const) {
    for (const k of ks) {
      for (const seed of [1, 2, 3]) {
        const LM = loss + 0.05 * Math.log(k) + luck * (seed - 2) + (algorithm === 'genetic' && k === 50 ? 0.09 : 0)
        rows.push({
          ...shared,
          settings: { algorithm, 'privacy.k': k, seed },
          algorithm,
          k,
          seed,
          outcome: 'found',
          suppressed: seed,
          classes: Math.floor(1000 / k / 2),
          smallestClass: k + seed - 1,
          metrics: { LM, CM: LM / 2, DM: 2000 * k, 'accuracy C4.5': 0.9 - LM / 2 },
          risks: { prosecutor: 1 / (k + seed - 1), marketer: 0.4 / k, uniques: 0 },
        })
      }
    }
  }
  for (const point of [1, 2, 3, 4]) {
    rows.push({
      ...shared,
      settings: { algorithm: 'pareto', 'privacy.k': 5, seed: 1 },
      algorithm: 'pareto',
      point,
      k: 5,
      seed: 1,
      outcome: 'found',
      suppressed: 0,
      classes: 200 - 40 * point,
      smallestClass: 5 * point,
      metrics: { LM: 0.1 + 0.09 * point, CM: 0.1, DM: 10_000 * point, 'accuracy C4.5': 0.85 - 0.01 * point },
      risks: { prosecutor: 1 / (5 * point), marketer: 0.1 / point, uniques: 0 },
    })
  }
  const none = { ...shared, seed: 1, metrics: {}, risks: {} }
  rows.push({
    ...none,
    settings: { algorithm: 'lattice', 'privacy.k': 5, seed: 1 },
    algorithm: 'lattice',
    k: 5,
    outcome: 'none-exists',
    error: 'no grouping of these columns gives classes of 5 rows within the suppression limit',
  })
  rows.push({
    ...none,
    settings: { algorithm: 'lattice', 'privacy.k': 10, seed: 1 },
    algorithm: 'lattice',
    k: 10,
    outcome: 'failed',
    error: 'column "<b>zip</b>" is not in people.csv',
  })
  return rows.map((row, place) => ({
    run: String(Math.min(place + 1, 25) + Math.max(0, place - 27)).padStart(2, '0'),
    ...row,
  }))
})()
