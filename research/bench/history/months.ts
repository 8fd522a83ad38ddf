/**
 * Releases over time by class size and deadline: a generated population is released every month, and each line is the last month
 * of one setting, with the worst of all months.
 *
 *     npx tsx research/bench/history/months.ts --people 20000 --months 24 --class-size 50,60,80 --wait 3,6,12
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { anonymize } from '../../../src/anonymize.ts'
import { makePlan } from '../../../src/plan/read-plan.ts'
import { makeKeyFile } from '../../../src/pseudonyms/key-file.ts'
import type { HistoryFigures } from '../../../src/report/report.ts'
import { monthsOfPeople, peopleText } from '../../../test/months.ts'

const { values } = parseArgs({
  options: {
    people: { type: 'string', default: '20000' },
    months: { type: 'string', default: '24' },
    churn: { type: 'string', default: '0.05' },
    seed: { type: 'string', default: '1' },
    rounds: { type: 'string', default: '40' },
    k: { type: 'string', default: '10' },
    'class-size': { type: 'string', default: '50,60,80' },
    wait: { type: 'string', default: '3,6,12' },
  },
})
const number = (key: keyof typeof values) => Number(values[key])
const list = (key: keyof typeof values) => values[key].split(',').map(Number)

async function releaseMonths(classSize: number, wait: number): Promise<HistoryFigures[]> {
  const folder = mkdtempSync(join(tmpdir(), 'halftone-months-'))
  try {
    makeKeyFile(join(folder, 'halftone.key'))
    const figures: HistoryFigures[] = []
    const months = monthsOfPeople(number('seed'), number('people'), number('months'), number('churn'))
    for (const [month, people] of months.entries()) {
      writeFileSync(join(folder, 'people.csv'), peopleText(people))
      const job = {
        version: 1 as const,
        data: { source: 'people.csv' },
        columns: {
          pid: { role: 'identifier' as const },
          age: { role: 'quasi-identifier' as const, type: 'numeric' as const },
          sex: { role: 'quasi-identifier' as const, order: ['f', 'm'] },
          postcode: { role: 'quasi-identifier' as const, type: 'numeric' as const },
          income: { role: 'other' as const },
        },
        privacy: { k: number('k') },
        algorithm: { name: 'boxes', rounds: number('rounds') },
        history: { ledger: 'people.ledger', person: 'pid', 'class-size': classSize, 'wait-at-most': wait },
        output: { release: `m${month + 1}.csv` },
      }
      const { history, reason } = await anonymize(makePlan(job, folder, 'months'))
      if (history === undefined) throw new Error(reason)
      figures.push(history)
    }
    return figures
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const share = (part: number, whole: number) => (part / whole).toFixed(3)
process.stdout.write('class size,wait at most,loss,most waiting,most left,longest wait\n')
for (const classSize of list('class-size'))
  for (const wait of list('wait')) {
    const figures = await releaseMonths(classSize, wait)
    const most = (pick: (month: HistoryFigures) => number) => Math.max(...figures.map(pick))
    const waiting = share(
      most((month) => month.waiting),
      number('people'),
    )
    const left = most((month) => month.left / month.rows).toFixed(3)
    const loss = figures[figures.length - 1].loss.toFixed(4)
    process.stdout.write(`${[classSize, wait, loss, waiting, left, most((month) => month.longestWait)].join()}\n`)
  }
