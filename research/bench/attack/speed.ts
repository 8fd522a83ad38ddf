/**
 * CPU seconds of an attack: 1,000 targets against a released table of any size, in which rows stay in the engine.
 *
 *     npx tsx research/bench/attack/speed.ts --rows 30000,1000000
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { attackRelease } from '../../../src/attack/index.ts'
import { randomFrom } from '../../../src/ground/random.ts'

const { values } = parseArgs({ options: { rows: { type: 'string', default: '30000,1000000' } } })
const folder = mkdtempSync(join(tmpdir(), 'halftone-speed-'))
try {
  process.stdout.write('released rows,classes at most,CPU seconds,seconds,peak MB\n')
  for (const rows of values.rows.split(',').map(Number)) {
    const random = randomFrom(1)
    const person = () => [
      18 + random.integer(70),
      10_000 + random.integer(300),
      'fm'[random.integer(2)],
      random.integer(40),
    ]
    const secret = () => ['none', 'flu', 'heart', 'lung'][random.integer(4)]
    const span = (value: number, width: number) => {
      const low = Math.floor(value / width) * width
      return `"[${low},${low + width - 1}]"`
    }
    const make = (count: number) => Array.from({ length: count }, () => [person(), secret()] as const)
    const people = make(rows)
    const header = 'age,postcode,sex,job,illness\n'
    const write = (name: string, lines: readonly string[]) => {
      writeFileSync(join(folder, name), `${header}${lines.join('\n')}\n`)
      return { source: join(folder, name), base: folder }
    }
    const raw = (some: ReturnType<typeof make>) => some.map(([cells, ill]) => [...cells, ill].join())
    const coarse = people.map(([[age, postcode, sex, job], ill]) =>
      [span(age as number, 5), span(postcode as number, 30), sex, span(job as number, 10), ill].join(),
    )
    const request = {
      original: write('original.csv', raw(people)),
      control: write('control.csv', raw(make(Math.floor(rows / 10)))),
      release: write('release.csv', coarse.sort()),
      secret: ['illness'],
      targets: 1000,
      seed: 1,
      k: 2,
    }
    const [start, clock] = [process.cpuUsage(), performance.now()]
    await attackRelease(request)
    const { user, system } = process.cpuUsage(start)
    const seconds = ((performance.now() - clock) / 1000).toFixed(1)
    const peak = Math.round(process.resourceUsage().maxRSS / 1024)
    process.stdout.write(`${[rows, 14 * 10 * 2 * 4, ((user + system) / 1e6).toFixed(1), seconds, peak].join()}\n`)
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
