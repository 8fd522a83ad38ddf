/** Every figure of a run over baskets in result, manifest, report and terminal beside the same figure counted by `recount-baskets.ts`. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { summarize } from '../../cli/print/summary.ts'
import { randomFrom } from '../../src/ground/random.ts'
import { assessRisk } from '../../src/tasks/verify.ts'
import { inFolder, runJob } from '../end-to-end/workshop.ts'
import { expectPrinted } from './expect-printed.ts'
import { linesOf, recountAttacker, recountBaskets } from './recount-baskets.ts'

const ITEMS = ['a', 'b', 'c', 'd', 'e', 'f', 'g']
const QUERIES = 'a b\na d\nc e\nb\na c d\n'

function baskets(): string {
  const random = randomFrom(3)
  const lines = Array.from({ length: 60 }, (_, i) => {
    const own = ITEMS.filter((_, place) => random.integer(10) < 7 - place)
    // One item is so rare that it must go, since its group has no other.
    return [...own, ...(i % 30 === 0 ? ['z'] : []), ...(own.length === 0 ? ['a'] : [])].join(' ')
  })
  return `${lines.join('\n')}\n`
}

const job = (algorithm: string) =>
  JSON.stringify({
    version: 1,
    data: { source: 'b.txt', format: 'transactions' },
    columns: { items: { role: 'items', taxonomy: 'tree.csv' } },
    privacy: { km: { k: 4, m: 2 }, 'suppression-limit': 0.5 },
    algorithm: { name: algorithm },
    utility: algorithm === 'apriori' ? { workload: 'q.txt' } : { constraints: 'groups.txt', workload: 'q.txt' },
    output: { release: 'out/r.txt', order: 'source', report: 'out/report.html' },
  })
const files = {
  'b.txt': baskets(),
  'q.txt': QUERIES,
  'groups.txt': 'a b c\nd e\nf g\nz\n',
  'tree.csv': ['a;abc', 'b;abc', 'c;abc', 'd;de', 'e;de', 'f;fgz', 'g;fgz', 'z;fgz']
    .map((line) => `${line};all\n`)
    .join(''),
}

it.each(['coat', 'pcta', 'apriori'])(
  '%s: every figure is what a plain count of source and release gives',
  (algorithm) =>
    inFolder({ ...files, 'job.yaml': job(algorithm) }, async (folder) => {
      const result = await runJob(folder)
      const released = readFileSync(join(folder, 'out/r.txt'), 'utf8')
      const { rows, metrics, risk } = recountBaskets(linesOf(files['b.txt']), linesOf(released), {
        knows: 2,
        queries: linesOf(QUERIES),
        nodes: { abc: 'abc', de: 'de', fgz: 'fgz', all: 'abcdefgz' },
      })
      if (algorithm === 'coat') expect(rows['suppressedItems']).toBe(1)
      const read = (file: string) => JSON.parse(readFileSync(join(folder, file), 'utf8'))
      const [full, open] = [read('out/private/r.manifest.json'), read('out/r.manifest.json')]
      expect(full.rows).toMatchObject(rows)
      expect(open.rows).toMatchObject({ read: rows['read'], released: rows['released'], tokens: rows['tokens'] })
      // Where items are suppressed, what only they hold is not in the public manifest.
      for (const said of [result, full, ...(rows['suppressedItems'] === 0 ? [open] : [])]) {
        for (const [name, value] of Object.entries(metrics))
          expect([name, said.metrics[name]]).toEqual([name, expect.closeTo(value, 9)])
        for (const when of ['before', 'after'] as const)
          expect(said.risk[when]['smallest-support']).toBeCloseTo(risk[when]['smallest-support'], 9)
      }
      const terminal = await summarize(result)
      const line = (name: string) => new RegExp(`^ {2}${name} +(.*)$`, 'm').exec(terminal)?.[1] ?? ''
      for (const [name, value] of Object.entries(metrics))
        expectPrinted(new RegExp(`(?:^|· )${name} (\\S+)`).exec(line('utility'))?.[1], value)
      const [items, tokens, suppressed] = line('items').match(/\d+(?= published| ·| items? suppressed)/g) ?? []
      expect([items, tokens, suppressed].map(Number)).toEqual([rows['items'], rows['tokens'], rows['suppressedItems']])
      const [before, after] = /smallest-support (\S+) → (\S+)/.exec(line('risk'))?.slice(1) ?? []
      expectPrinted(before, risk.before['smallest-support'])
      expectPrinted(after, risk.after['smallest-support'])
      if (rows['suppressedItems'] > 0) return
      const page = readFileSync(join(folder, 'out/report.html'), 'utf8')
      for (const [name, value] of Object.entries(metrics))
        expectPrinted(
          new RegExp(`<th scope="row">${name} .*?data-label="Value"><b>([^<]*)<`, 's').exec(page)?.[1],
          value,
        )
    }),
)

it('the simulated attacker of risk: what he finds is what all he can know gives, but for chance', () =>
  inFolder(files, async (folder) => {
    const source = { source: 'b.txt', format: 'transactions', base: folder } as const
    const trials = 20_000
    const { attacker } = await assessRisk({ source, attacker: { m: 2, seed: 1, trials } })
    const counted = recountAttacker(linesOf(files['b.txt']), 2)
    expect(attacker).toMatchObject({ trials, fewestCandidates: counted.fewest, worst: 1 / counted.fewest })
    // Five standard errors of a share.
    const chance = 5 * Math.sqrt(0.25 / trials)
    expect(Math.abs(attacker.success - counted.success)).toBeLessThan(chance)
    expect(Math.abs(attacker.unique - counted.unique)).toBeLessThan(chance)
    attacker.quartiles.forEach((candidates, i) => {
      expect(counted.below(candidates)).toBeLessThan((i + 1) / 4 + chance)
      expect(counted.below(candidates + 1)).toBeGreaterThan((i + 1) / 4 - chance)
    })
  }))
