/**
 * Releases over time by class size and deadline: a population is released every month, and each line is one month of one
 * setting, counted together with all earlier ones by a program that sees only the files.
 *
 *     npx tsx research/bench/history/months.ts --people 20000 --months 24 --class-size 50,60,80 --wait 3,6,12
 *     npx tsx research/bench/history/months.ts --data FOLDER --ends exact    # FOLDER/m01/people.csv, FOLDER/m02/…
 *
 * `draw-months.ts` makes the figure of docs/history.md from these lines.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { anonymize } from '../../../src/anonymize.ts'
import { makePlan } from '../../../src/plan/read-plan.ts'
import { makeKeyFile } from '../../../src/pseudonyms/key-file.ts'
import { monthsOfPeople, peopleText, readShown, recount, type ShownPeople } from '../../../test/months.ts'

const { values } = parseArgs({
  options: {
    data: { type: 'string' },
    people: { type: 'string', default: '20000' },
    months: { type: 'string', default: '24' },
    churn: { type: 'string', default: '0.05' },
    seed: { type: 'string', default: '1' },
    rounds: { type: 'string', default: '20' },
    k: { type: 'string', default: '10' },
    ends: { type: 'string', default: 'public' },
    'class-size': { type: 'string', default: '60' },
    wait: { type: 'string', default: '6' },
  },
})
const list = (key: 'class-size' | 'wait') => values[key].split(',').map(Number)

const months: () => Iterable<string> =
  values.data === undefined
    ? () =>
        monthsOfPeople(Number(values.seed), Number(values.people), Number(values.months), Number(values.churn)).map(
          peopleText,
        )
    : () =>
        readdirSync(values.data as string)
          .sort()
          .map((month) => readFileSync(join(values.data as string, month, 'people.csv'), 'utf8'))

/** The clock of the runs: load of other programs does not count. */
function cpuMilliseconds(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

async function releaseMonths(classSize: number, wait: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'halftone-months-'))
  try {
    makeKeyFile(join(folder, 'halftone.key'))
    const shown: ShownPeople[] = []
    let month = 0
    for (const text of months()) {
      month++
      writeFileSync(join(folder, 'people.csv'), text)
      const job = {
        version: 1 as const,
        data: { source: 'people.csv' },
        columns: {
          pid: { role: 'pseudonym' as const },
          age: { role: 'quasi-identifier' as const, type: 'numeric' as const },
          sex: { role: 'quasi-identifier' as const, order: ['f', 'm'] },
          postcode: { role: 'quasi-identifier' as const, type: 'numeric' as const },
          income: { role: 'other' as const },
        },
        privacy: { k: Number(values.k), ends: values.ends as 'exact' },
        algorithm: { name: 'boxes', rounds: Number(values.rounds) },
        history: { ledger: 'people.ledger', person: 'pid', 'class-size': classSize, 'wait-at-most': wait },
        output: { release: `m${month}.csv` },
      }
      const start = cpuMilliseconds()
      const { history, reason, seconds } = await anonymize(makePlan(job, folder, 'months'), { now: cpuMilliseconds })
      if (history === undefined) throw new Error(reason)
      const whole = (cpuMilliseconds() - start) / 1000
      shown.push(readShown(readFileSync(join(folder, `m${month}.csv`), 'utf8')))
      const { loss, longestWait, rows, left } = history
      const waiting = history.waiting / (rows - left + history.waiting)
      const figures = [loss, waiting, left / rows].map((figure) => figure.toFixed(4))
      const cost = [whole, seconds.verify ?? 0].map((figure) => figure.toFixed(1))
      const { below, steps } = recount(shown.slice(-2), Number(values.k))
      process.stdout.write(
        `${[classSize, wait, values.ends, month, ...figures, longestWait, below, steps, ...cost].join()}\n`,
      )
    }
    const { below, steps } = recount(shown, Number(values.k))
    process.stdout.write(`# all ${month} together: ${below} people below ${values.k}, ${steps} small steps\n`)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

process.stdout.write(
  'class size,wait at most,ends,month,loss,waiting,left,longest wait,below,steps,CPU seconds,of them counting\n',
)
for (const classSize of list('class-size')) for (const wait of list('wait')) await releaseMonths(classSize, wait)
