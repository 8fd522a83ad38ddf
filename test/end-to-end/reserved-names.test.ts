/** Columns may have any name that an engine has for something else: a job gives the rows that it gives under plain names. */
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { halftone, inFolder, readRelease, runJob } from './workshop.ts'

/** Pseudo-columns of DuckDB, PostgreSQL and Spark, keywords, and names that our statements give. */
const names = [
  ...['rowid', 'ctid', 'xmin', 'oid', 'tableoid', 'cmin', '_metadata', 'filename'],
  ...['select', 'order', 'group', 'user', 'null', 'table', 'rows', 'all'],
  ...['value', 'n', 'size', 'class', 'person', 'kind', 'figure', 'distance'],
]
const roles = ['age', 'sex', 'town', 'target', 'illness', 'kept', 'identifier', 'other'] as const
const plainNames = roles.map((role) => `plain ${role}`)

const rows = Array.from({ length: 60 }, (_, i) => [
  String(20 + ((i * 7) % 23)),
  i % 3 === 0 ? 'M' : 'F',
  ['u', 'v', 'w'][(i * 5) % 3],
  i % 7 < 3 ? 'yes' : 'no',
  ['flu', 'cold', 'none', 'gout'][i % 4],
  String((i * 13) % 5),
  `P${i}`,
  `x${i % 6}`,
])

function files(own: readonly string[], algorithm: string, goal: string, more: object = {}) {
  const [age, sex, town, target, illness, kept, identifier, other] = own
  const job = {
    version: 1,
    data: { source: 'people.csv' },
    columns: {
      [age]: { role: 'quasi-identifier', type: 'numeric' },
      [sex]: { role: 'quasi-identifier', order: ['F', 'M'] },
      [town]: { role: 'quasi-identifier', order: ['u', 'v', 'w'] },
      [target]: { role: 'target' },
      [illness]: { role: 'sensitive' },
      [kept]: { role: 'other' },
      [identifier]: { role: 'identifier' },
      [other]: { role: 'other' },
    },
    privacy: { k: 3, ends: 'exact', 'suppression-limit': 0.3 },
    algorithm,
    goal,
    output: { release: 'out/release.csv', report: 'out/report.html' },
    ...more,
  }
  const text = [own, ...rows].map((row) => row.join(',')).join('\n')
  return { 'people.csv': `${text}\n`, 'job.yaml': JSON.stringify(job) }
}

/** The released rows without names, and the figures. */
async function released(own: readonly string[], ...[algorithm, goal, more]: [string, string, object?]) {
  return inFolder(files(own, algorithm, goal, more), async (folder) => {
    const { outcome, verification, metrics, attributes } = await runJob(folder)
    const cells = readRelease(join(folder, 'out/release.csv')).map((row) => own.map((name) => row[name]))
    const figures = attributes?.map(({ column: _, ...rest }) => rest)
    return { outcome, verdict: verification?.verdict, metrics, figures, cells }
  })
}

/** The names in groups, moved on so that another search has another name in each role. */
const groups = (turn: number) =>
  Array.from({ length: names.length / roles.length }, (_, g) =>
    roles.map((_, i) => names[g * roles.length + ((i + turn) % roles.length)]),
  )

const searches = [
  ...['boxes', 'kactus', 'kactus-2', 'kadet', 'lattice', 'genetic', 'bottom-up', 'top-down'].map(
    (name) => [name, 'classification'] as const,
  ),
  ['mondrian', 'general'] as const,
]

describe('columns with reserved names', () => {
  it.each(searches.map((search, i) => [...search, i] as const))(
    '%s (%s) gives the rows that it gives under plain names',
    async (algorithm, goal, turn) => {
      const expected = await released(plainNames, algorithm, goal)
      expect(expected.verdict).toBe('holds')
      for (const group of groups(turn)) expect(await released(group, algorithm, goal), group.join()).toEqual(expected)
    },
  )

  it('kactus takes a column rowid in every role', async () => {
    const expected = await released(plainNames, 'kactus', 'classification')
    for (const [i, role] of roles.entries()) {
      expect(await released(plainNames.with(i, 'rowid'), 'kactus', 'classification'), role).toEqual(expected)
    }
  })

  it('counts persons beside a quasi-identifier person', async () => {
    const persons = (own: readonly string[]) => ({ persons: { column: own[7] } })
    const named = plainNames.with(1, 'person')
    expect(await released(named, 'lattice', 'general', persons(named))).toEqual(
      await released(plainNames, 'lattice', 'general', persons(plainNames)),
    )
  })

  it('shows broken classes of columns class and figure', async () => {
    const own = plainNames.with(1, 'class').with(2, 'figure')
    await inFolder(files(own, 'lattice', 'general'), async (folder) => {
      const { code, stdout } = await halftone(folder, [
        ...['verify', 'people.csv', '--qi', 'plain age,class,figure', '--k', '9', '--json'],
      ])
      expect([code, stdout.match(/"class":"[FM]","figure":"[uvw]"/) !== null]).toEqual([1, true])
    })
  })

  it('joins a register by columns kind, people and class', async () => {
    const more = {
      population: { source: 'register.csv' },
      privacy: { k: 3, ends: 'exact', 'suppression-limit': 0.5, 'k-map': { k: 4 } },
    }
    const seen: unknown[] = []
    for (const own of [plainNames, plainNames.with(0, 'class').with(1, 'kind').with(2, 'people')]) {
      const people = [own, ...rows, ...rows].map((row) => row.slice(0, 3).join(',')).join('\n')
      seen.push(
        await inFolder({ ...files(own, 'lattice', 'general', more), 'register.csv': `${people}\n` }, async (folder) => {
          const { verification } = await runJob(folder)
          return verification?.checks.map(({ holds, found }) => [holds, found])
        }),
      )
    }
    expect(seen[1]).toEqual(seen[0])
  })

  it.each(['halftone row', 'halftone_text', 'Halftone class'])('refuses %s, which statements use', async (name) => {
    await inFolder(files(plainNames.with(7, name), 'lattice', 'general'), async (folder) => {
      await expect(runJob(folder)).rejects.toMatchObject({
        name: 'UserError',
        message: expect.stringContaining(`"${name}"`),
      })
    })
  })
})
