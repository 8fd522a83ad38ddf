/** Readings of ambiguous passages: both ways are tried. */
import { join } from 'node:path'
import { type Experiment, readSetting } from '../paper.ts'
import { runPaperStudy } from '../run-study.ts'
import { adultNine } from './adult-nine.ts'
import { findBest, groupsByColumn, inWords, KS, LOSS, PAPER, study, valuesIn } from './shared.ts'

export const readings: readonly Experiment[] = [
  {
    id: 'reading-1',
    needs: ['adult'],
    async run(work) {
      const { rows } = await study(work, 'heavier')
      const weights = valuesIn(rows, 'columns.native-country.weight').map(Number)
      const best = weights.map((weight) =>
        findBest(
          rows.filter((row) => Number(row.settings['columns.native-country.weight']) === weight),
          1,
        ),
      )
      return {
        series: [
          { name: 'NWP by the weight of the country', points: best.map((row, i) => [weights[i], row.metrics['NWP']]) },
        ],
        facts: Object.fromEntries(
          best.map((row, i) => [`weight ${weights[i]}: NWP / NECD / effective k`, inWords(row)]),
        ),
        seeds: [1],
      }
    },
    compare(found) {
      const loss = found.series[0].points
      const first = loss.find(([, value]) => value <= LOSS)
      const [taken, heaviest] = [loss[0], loss[loss.length - 1]]
      const beyond = (value: number) => Math.max(0, value - LOSS)
      return {
        distances: { taken: beyond(taken[1]), other: beyond(heaviest[1]), unit: 'of NWP beyond 0.2' },
        because: `NWP goes from ${taken[1].toFixed(3)} with weight ${taken[0]} to ${heaviest[1].toFixed(3)} with ${heaviest[0]}${first === undefined ? '; it does not come under 0.2' : ` and is under 0.2 from ${first[0]} on`}. The weights decide whether the accepted loss can be had.`,
      }
    },
  },
  {
    id: 'reading-2',
    needs: ['adult'],
    async run(work) {
      const { rows } = await study(work, 'efficiency')
      const ways = { paper: 'the paper’s search', other: 'our default options' }
      const facts: Record<string, string> = {}
      for (const k of KS) {
        for (const [way, name] of Object.entries(ways)) {
          const chosen = rows.filter(
            (row) =>
              row.k === k && row.point === undefined && (readSetting(row, 'algorithm') === PAPER) === (way === 'paper'),
          )
          facts[`k = ${k}, ${name}: NWP / effective k by seed`] = chosen
            .map(({ metrics, smallestClass }) => `${metrics['NWP'].toFixed(4)} / ${smallestClass}`)
            .join(', ')
        }
      }
      return { series: [], facts, seeds: [1, 2, 3] }
    },
    compare({ facts }) {
      const differing = (name: string) =>
        KS.filter((k) => new Set(String(facts[`k = ${k}, ${name}: NWP / effective k by seed`]).split(', ')).size > 1)
      const [taken, other] = ['the paper’s search', 'our default options'].map(differing)
      const runs = String(facts['k = 25, the paper’s search: NWP / effective k by seed'])
        .split(', ')
        .map((words) => words.split(' / ').map(Number))
      const lossAt = (above: boolean) => runs.filter(([, k]) => k > 25 === above).map(([loss]) => loss)
      const stopped = Math.min(...lossAt(true)) > Math.max(...lossAt(false))
      return {
        distances: { taken: taken.length, other: other.length, unit: 'k at which the seeds differ' },
        because: `Seeds differ at k = ${taken.join(', ') || 'none'} with 50,000 chromosomes and nothing beyond, at ${other.join(', ') || 'none'} with our default options. At k = 25 the paper's search ends at an effective k of ${runs.map(([, k]) => k).join(', ')} with NWP ${runs.map(([loss]) => loss).join(', ')}: ${stopped ? 'what is above 25 loses more than what is at 25, so an effective k above what was asked for is where a run stopped, not what is best' : 'the effective k does not go with the loss'}.`,
      }
    },
  },
  {
    id: 'reading-3',
    needs: ['adult'],
    async run(work) {
      const values = adultNine()
        .hierarchies.find(({ column }) => column === 'native-country')!
        .values.toSorted()
      const others = values.filter((value) => value !== 'United-States')
      const ordered = (order: readonly string[]) => ({
        'columns.native-country.taxonomy': null,
        'columns.native-country.order': [...order],
      })
      const grid = {
        order: {
          alphabetical: ordered(values),
          'United States in the middle': ordered(others.toSpliced(others.length / 2, 0, 'United-States')),
        },
      }
      const room = join(work.room, 'orders')
      const { rows, runFolder } = await runPaperStudy({ ...work, room }, 'dewri-2009', 'weights.study.yaml', grid)
      const facts: Record<string, string> = {}
      for (const order of valuesIn(rows, 'order')) {
        for (const vector of valuesIn(rows, 'weights')) {
          const chosen = rows.filter(
            (row) => readSetting(row, 'order') === order && readSetting(row, 'weights') === vector,
          )
          const countries = chosen
            .toSorted((a, b) => a.seed - b.seed)
            .map((row) => new Map(groupsByColumn(runFolder(row))).get('native-country'))
          facts[`${order}, ${vector.split(':')[0]}: groups of the country by seed`] = countries.join(' ')
        }
      }
      return { series: [], facts, seeds: [1, 2, 3] }
    },
    compare({ facts }, results) {
      const vectors = ['wv1', 'wv2', 'wv3', 'wv4', 'wv5']
      // Fully merged with wv1, wv3 and wv4 in the paper.
      const wrong = (merged: readonly boolean[]) =>
        merged.filter((isMerged, i) => isMerged !== [0, 2, 3].includes(i)).length
      const taken = vectors.map((name) => {
        const [, words] = Object.entries(results['figure-3'].facts).find(
          ([key]) => key.startsWith(name) && key.endsWith('groups'),
        )!
        return / native-country 1,/.test(String(words))
      })
      const groups = (order: string, name: string) => String(facts[`${order}, ${name}: groups of the country by seed`])
      const orders = ['alphabetical', 'United States in the middle']
      const ways = orders.map((order) =>
        wrong(vectors.map((name) => groups(order, name).replaceAll(/[^1]/g, '').length > 1)),
      )
      const words = orders.map(
        (order) => `${order}: ${vectors.map((name) => `${name} ${groups(order, name)}`).join(', ')}`,
      )
      return {
        distances: { taken: wrong(taken), other: Math.min(...ways), unit: 'vectors of five with another country' },
        because: `The United States are nine rows of ten: where they stand at or near an end of the order, one cut frees them at hardly any loss. Groups of the country by seed, ${words.join('; ')}.`,
      }
    },
  },
]
