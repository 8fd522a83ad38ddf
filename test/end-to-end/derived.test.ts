/** Derived columns, counted again here by plain arithmetic over the calendar. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Job } from '../../src/table/job-schema.ts'
import { plainCell, plainCoordinates } from '../plain-cell.ts'
import { type Files, halftone, inFolder, readRelease, runJob } from './workshop.ts'

const DAY = 86_400_000

/** Days since 1970, also of the first centuries. */
function dayNumber(date: string): number {
  const [year, month, day] = date.split('-').map(Number)
  return new Date(0).setUTCFullYear(year, month - 1, day) / DAY
}

const isoDate = (day: number) => new Date(day * DAY).toISOString().slice(0, 10)

/** Counts birthdays one by one. JavaScript, too, moves 29 February to 1 March in other years. */
function birthdays(from: string, to: string): number {
  const [year, month, day] = from.split('-').map(Number)
  let years = 0
  while (new Date(0).setUTCFullYear(year + years + 1, month - 1, day) / DAY <= dayNumber(to)) years++
  return years
}

/** Lehmer's generator: the same tables every time. */
function numbersFrom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state * 48271) % 2147483647
    return state % below
  }
}

const EDGES = [
  '0001-01-01',
  '0004-02-29',
  '1900-02-28',
  '1900-03-01',
  '1999-12-31',
  '2000-02-29',
  '2024-02-29',
  '2023-03-01',
]

function randomPairs(seed: number, rows: number): { birth: string; admission: string }[] {
  const draw = numbersFrom(seed)
  const first = dayNumber('0001-01-01')
  const date = () => (draw(4) === 0 ? EDGES[draw(EDGES.length)] : isoDate(first + draw(2023 * 365)))
  return Array.from({ length: rows }, () => {
    const [birth, admission] = [date(), draw(5) === 0 ? '' : date()].sort((a, b) =>
      a === '' ? 1 : b === '' ? -1 : dayNumber(a) - dayNumber(b),
    )
    return draw(6) === 0 ? { birth: '?', admission } : { birth, admission: draw(9) === 0 ? birth : admission }
  })
}

const written = (date: string, form: string) => {
  const [year, month, day] = date.split('-')
  return date.length < 10
    ? date
    : form
        .replace('Y', year)
        .replace('m', month)
        .replace('d', String(Number(day)))
}

async function derived(columns: Job['columns'], files: Files, more: object = {}) {
  const job = {
    version: 1,
    data: { source: 'people.csv', unlisted: 'fail' },
    columns: { id: { role: 'other' }, sex: { role: 'quasi-identifier', type: 'prefix' }, ...columns },
    privacy: { k: 2, 'suppression-limit': 1 },
    algorithm: 'lattice',
    output: { release: 'release.csv' },
    ...more,
  }
  return inFolder({ ...files, 'job.yaml': JSON.stringify(job) }, async (folder) => {
    const { warnings } = await runJob(folder)
    const [names, ...lines] = readFileSync(join(folder, 'release.csv'), 'utf8').trimEnd().split('\n')
    const rows = lines.map(
      (line) => line.match(/("[^"]*"|[^,]*)(?:,|$)/g)?.map((cell) => cell.replace(/,$/, '').replaceAll('"', '')) ?? [],
    )
    const place = names.split(',').indexOf('id')
    rows.sort((a, b) => Number(a[place]) - Number(b[place]))
    return {
      names: names.split(','),
      column: (name: string) => rows.map((row) => row[names.split(',').indexOf(name)]),
      warnings,
    }
  })
}

const table = (header: string, rows: readonly (readonly (string | number)[])[]) =>
  `id,sex,${header}\n${rows.map((row, i) => [i, 'f', ...row].join(',')).join('\n')}\n`

describe('dates', () => {
  it.each([
    ['Y-m-d', undefined],
    ['d/m/Y', '%d/%m/%Y'],
    ['Y-m-d 08:15:00', undefined],
    ['d.m.Y', undefined],
  ])('written as %s give years, days and parts', async (form, format) => {
    const pairs = randomPairs(form.length + 1, 400)
    const files = {
      'people.csv': table(
        'birth,admission',
        pairs.map((pair) => Object.values(pair).map((date) => written(date, form))),
      ),
    }
    const release = await derived(
      {
        age: { role: 'other', derive: { years: ['birth', 'admission'], format } },
        stay: { role: 'other', derive: { days: ['birth', 'admission'], format } },
        year: { role: 'other', derive: { part: ['birth', 'year'], format } },
        quarter: { role: 'other', derive: { part: ['birth', 'quarter'], format } },
        month: { role: 'other', derive: { part: ['birth', 'month'], format } },
        weekday: { role: 'other', derive: { part: ['birth', 'weekday'], format } },
      },
      files,
    )
    expect(release.names).toEqual(['id', 'sex', 'age', 'stay', 'year', 'quarter', 'month', 'weekday'])
    const both = (count: (birth: string, admission: string) => number) =>
      pairs.map(({ birth, admission }) =>
        birth.length < 10 || admission === '' ? '' : String(count(birth, admission)),
      )
    const born = (count: (birth: string) => number) =>
      pairs.map(({ birth }) => (birth.length < 10 ? '' : String(count(birth))))
    expect(release.column('age')).toEqual(both(birthdays))
    expect(release.column('stay')).toEqual(both((birth, admission) => dayNumber(admission) - dayNumber(birth)))
    expect(release.column('year')).toEqual(born((date) => Number(date.slice(0, 4))))
    expect(release.column('quarter')).toEqual(born((date) => Math.ceil(Number(date.slice(5, 7)) / 3)))
    expect(release.column('month')).toEqual(born((date) => Number(date.slice(5, 7))))
    expect(release.column('weekday')).toEqual(born((date) => new Date(dayNumber(date) * DAY).getUTCDay() || 7))
  })

  it('reach a birthday on 29 February on 1 March', async () => {
    const rows = [
      ['2000-02-29', '2023-02-28'],
      ['2000-02-29', '2023-03-01'],
      ['2000-02-29', '2024-02-29'],
      ['2000-02-29', '2024-02-28'],
    ]
    const release = await derived(
      { age: { role: 'other', derive: { years: ['birth', 'now'] } } },
      { 'people.csv': table('birth,now', rows) },
    )
    expect(release.column('age')).toEqual(['22', '23', '24', '23'])
  })

  it('give the hour of times and timestamps; 12-hour clocks are refused', async () => {
    const times = ['8:05', '23:59:59', '2024-02-29T00:10:00.5Z', '17.3.2004 12:30', '', '2024-01-01 07:00:00+02']
    const hours = ['8', '23', '0', '12', '', '7']
    const columns: Job['columns'] = { hour: { role: 'other', derive: { part: ['came', 'hour'] } } }
    const asked = (rows: readonly string[]) =>
      derived(columns, {
        'people.csv': table(
          'came',
          rows.map((time) => [time]),
        ),
      })
    expect((await asked(times)).column('hour')).toEqual(hours)
    for (const wrong of ['8:05 PM', '2024-01-01', '24:00'])
      await expect(asked(['8:05', wrong])).rejects.toThrow('has no hour of came in 1 row: a time such as 08:15')
  })

  it('with times are ordered by the day, and no label gives day or time', async () => {
    const draw = numbersFrom(3)
    const stamps = Array.from(
      { length: 200 },
      () => `${isoDate(19_000 + draw(1500))} ${String(draw(24)).padStart(2, '0')}:15:00`,
    )
    const release = await derived(
      {
        came: { role: 'quasi-identifier', type: 'date' },
        hour: { role: 'quasi-identifier', derive: { part: ['came', 'hour'] } },
      },
      {
        'people.csv': table(
          'came',
          stamps.map((stamp) => [stamp]),
        ),
      },
      { privacy: { k: 5 }, algorithm: { name: 'boxes', rounds: 20 } },
    )
    for (const [i, label] of release.column('came').entries()) {
      expect(label).toMatch(/^([≤≥] )?\d{4}-\d\d(…\d{4}-\d\d)?$|^\*$/)
      const [first, last = first] = label.replace(/[≤≥*] ?/, '').split('…')
      const month = stamps[i].slice(0, 7)
      expect(label === '*' || label.startsWith('≤') || first <= month).toBe(true)
      expect(label === '*' || label.startsWith('≥') || month <= last).toBe(true)
    }
    expect(new Set(release.column('hour')).size).toBeGreaterThan(1)
  })

  it.each([
    ['2001-01-01', '2000-01-01'],
    ['2001-02-29', '2004-01-01'],
    ['soon', '2004-01-01'],
  ])('%s to %s is refused, or missing on request', async (birth, now) => {
    const files = {
      'people.csv': table('birth,now', [
        ['1990-05-05', '2000-05-05'],
        [birth, now],
      ]),
    }
    await expect(derived({ age: { role: 'other', derive: { years: ['birth', 'now'] } } }, files)).rejects.toThrow(
      /column "age" has no years from birth to now in 1 row: .*otherwise: missing/,
    )
    const release = await derived(
      { age: { role: 'other', derive: { years: ['birth', 'now'], otherwise: 'missing' } } },
      files,
    )
    expect(release.column('age')).toEqual(['10', ''])
    expect(release.warnings).toContainEqual(expect.stringMatching(/^column "age" has no years/))
  })
})

describe('map and bin', () => {
  const wards = ['Cardiology', "Women's, 2nd floor", 'Surgery', '日本']
  const map = `ward,department\nCardiology,inner\n"Women's, 2nd floor",W\nSurgery,outer\n日本,"a ""b"""\n`
  const rows = Array.from({ length: 60 }, (_, i) => [i % 7 === 0 ? '' : `"${wards[i % 4]}"`, (i * 7919) % 500])

  it('replace values and name ranges', async () => {
    const release = await derived(
      {
        ward: { role: 'identifier' },
        department: { role: 'other', derive: { map: ['ward', 'map.csv'] } },
        range: { role: 'quasi-identifier', derive: { bin: ['costs', 100, 250.5, 400] } },
        costs: { role: 'other' },
      },
      { 'people.csv': table('ward,costs', rows), 'map.csv': map },
      { privacy: { k: 2 } },
    )
    const department = { [wards[0]]: 'inner', [wards[1]]: 'W', [wards[2]]: 'outer', [wards[3]]: 'a b' }
    expect(release.column('department')).toEqual(rows.map((_, i) => (i % 7 === 0 ? '' : department[wards[i % 4]])))
    expect(release.names).toEqual(['id', 'sex', 'costs', 'department', 'range'])
    const range = (costs: number) =>
      costs < 100 ? '< 100' : costs < 250.5 ? '[100,250.5)' : costs < 400 ? '[250.5,400)' : '≥ 400'
    expect(release.column('range')).toEqual(rows.map(([, costs]) => range(costs as number)))
  })

  it('a value that the map lacks is refused, or missing on request', async () => {
    const files = { 'people.csv': table('ward', [['A'], ['B'], ['A']]), 'map.csv': 'A,a\n' }
    const department = { role: 'other', derive: { map: ['ward', 'map.csv'] } } satisfies Job['columns'][string]
    const columns = { department: department as Job['columns'][string] }
    await expect(derived(columns, files)).rejects.toThrow('column "department" has no ward by a map in 1 row')
    const lenient = {
      department: { ...columns.department, derive: { ...columns.department.derive, otherwise: 'missing' as const } },
    }
    expect((await derived(lenient, files)).column('department')).toEqual(['a', '', 'a'])
  })

  it('a place is a cell of a public grid', async () => {
    const coordinates = plainCoordinates(300, 11)
    const release = await derived(
      {
        cell: { role: 'other', derive: { place: ['lat', 'lon'] } },
        large: { role: 'sensitive', derive: { place: ['lat', 'lon'] }, levels: ['5km', '100km'] },
      },
      { 'people.csv': table('lat,lon', [...coordinates, ['', 3]]) },
    )
    expect(release.column('cell')).toEqual([...coordinates.map(([lat, lon]) => plainCell(lat, lon)), ''])
    expect(release.column('large')).toEqual([...coordinates.map(([lat, lon]) => plainCell(lat, lon, '5km')), ''])
    const outside = { 'people.csv': table('lat,lon', [[91, 0]]) }
    await expect(derived({ cell: { role: 'other', derive: { place: ['lat', 'lon'] } } }, outside)).rejects.toThrow(
      'column "cell" has no cell of lat and lon in 1 row: latitudes are numbers from -90 to 90',
    )
  })

  it.each<[string, object, RegExp]>([
    ['a wrong level', { levels: ['2km'] }, /levels of column "cell" must be among 100m, 500m, .*100km; got "2km"/],
    ['another type', { type: 'prefix', levels: [3] }, /is derived as a place, whose type is place; got type: prefix/],
  ])('a place with %s is refused', async (_, settings, message) => {
    const cell = { role: 'quasi-identifier', derive: { place: ['lat', 'lon'] }, ...settings } as Job['columns'][string]
    const files = { 'people.csv': table('lat,lon', [[1, 2]]) }
    await expect(derived({ cell }, files)).rejects.toThrow(message)
  })

  it('cells of another release are generalized further; what is no cell, or too fine, is refused', async () => {
    const coordinates = Array.from({ length: 40 }, (_, i) => [52 + (i % 4) / 100, 13 + (i % 5) / 50] as const)
    const asked = (level: string, more: readonly string[] = []) => {
      const cells = [...coordinates.map(([lat, lon]) => plainCell(lat, lon, level)), ...more].map((cell) => [cell])
      const home = { role: 'quasi-identifier', type: 'place', levels: ['1km', '10km'] }
      return derived({ home } as Job['columns'], { 'people.csv': table('home', cells) }, { privacy: { k: 9 } })
    }
    const release = await asked('1km')
    const ids = release.column('id').map(Number)
    for (const [row, label] of release.column('home').entries())
      expect(plainCell(...coordinates[ids[row]], '1km')).toMatch(new RegExp(`^${label.replaceAll('*', '.')}$`))
    expect(new Set(release.column('home')).size).toBeGreaterThan(1)
    await expect(asked('500m')).rejects.toThrow(
      /column "home" must hold cells of the public grid, of 1km or larger, only; got .*, name finer levels/,
    )
    await expect(asked('1km', ['jmhhbbb*'])).rejects.toThrow('got a value of another kind')
  })

  it('a place as quasi-identifier: every cell covers its people, the centre is in the tidy table, a map in the report', async () => {
    const draw = numbersFrom(12)
    const rows = Array.from({ length: 300 }, () => [47 + draw(1000) / 1000, 8 + draw(300) / 200])
    const job = {
      version: 1,
      data: { source: 'people.csv' },
      columns: {
        id: { role: 'other' },
        sex: { role: 'other' },
        home: { role: 'quasi-identifier', derive: { place: ['lat', 'lon'] }, levels: ['500m', '5km', '10km', '50km'] },
      },
      privacy: { k: 5 },
      exposure: { accept: ['id'], reason: 'a test' },
      algorithm: { name: 'boxes', rounds: 5 },
      output: { release: 'release.csv', tidy: 'tidy.csv', report: 'report.html' },
    }
    const files = { 'people.csv': table('lat,lon', rows), 'job.yaml': JSON.stringify(job) }
    await inFolder(files, async (folder) => {
      expect((await runJob(folder)).verification?.verdict).toBe('holds')
      const [release, tidy] = ['release.csv', 'tidy.csv'].map((file) => readRelease(join(folder, file)))
      const sizes = new Map<string, number>()
      for (const [i, { id, home }] of release.entries()) {
        const [lat, lon] = rows[Number(id)]
        const cell = home.replace(/\*+$/, '')
        sizes.set(home, (sizes.get(home) ?? 0) + 1)
        if (home === 'ANY') continue
        expect(plainCell(lat, lon, '500m').startsWith(cell)).toBe(true)
        expect(home).toHaveLength(9)
        const { home_cell, home_latitude, home_longitude, home_size } = tidy[i]
        expect(home_cell).toBe(cell)
        expect(plainCell(Number(home_latitude), Number(home_longitude)).startsWith(cell)).toBe(true)
        expect(home_size).toBe({ 9: '500', 7: '5000', 6: '10000', 5: '50000' }[cell.length])
      }
      expect(Math.min(...sizes.values())).toBeGreaterThanOrEqual(5)
      expect(sizes.size).toBeGreaterThan(5)
      expect(readFileSync(join(folder, 'report.html'), 'utf8')).toContain('boxes by longitude and latitude')
    })
  })

  it.each<[string, object, RegExp]>([
    ['two rules', { days: ['a', 'b'], years: ['a', 'b'] }, /derived by one of years, days.*got years and days/],
    ['no rule', { otherwise: 'missing' }, /got none/],
    ['edges that fall', { bin: ['a', 5, 1] }, /ascending edges/],
    ['a column that is not there', { days: ['a', 'nobody'] }, /"nobody" that/],
    ['a part that is none', { part: ['ward', 'day'] }, /derive/],
    ['names of months', { days: ['ward', 'ward'], format: '%d %b %Y' }, /as numbers/],
    ['a map with three columns', { map: ['ward', 'three.csv'] }, /line 1: a map has two columns/],
    ['a map that contradicts itself', { map: ['ward', 'twice.csv'] }, /two replacements/],
  ])('%s: refused', async (_, derive, message) => {
    const files = { 'people.csv': table('ward,a', [['x', 1]]), 'three.csv': 'a,b,c\n', 'twice.csv': 'a,b\na,c\n' }
    await expect(derived({ made: { role: 'other', derive } } as Job['columns'], files)).rejects.toThrow(message)
  })

  it('a name that the data has is refused', async () => {
    const columns: Job['columns'] = { ward: { role: 'other', derive: { part: ['when', 'year'] } } }
    const files = { 'people.csv': table('ward,when', [['x', '2001-01-01']]) }
    await expect(derived(columns, files)).rejects.toThrow('has it already')
  })
})

describe.each(['lattice', 'boxes'])('a quasi-identifier with %s', (algorithm) => {
  const people = randomPairs(5, 300).filter(({ birth, admission }) => birth.length === 10 && admission !== '')
  const job = {
    version: 1,
    data: { source: 'people.csv' },
    columns: {
      id: { role: 'identifier' },
      sex: { role: 'other' },
      age: { role: 'quasi-identifier', derive: { years: ['birth', 'admission'] } },
      weekday: { role: 'sensitive', derive: { part: ['admission', 'weekday'] } },
    },
    privacy: { k: 5 },
    algorithm,
    output: { release: 'release.csv', report: 'report.html' },
  }
  const files = {
    'people.csv': table(
      'birth,admission',
      people.map(({ birth, admission }) => [birth, admission]),
    ),
    'job.yaml': JSON.stringify(job),
  }
  const cells = (folder: string, file: string) =>
    readFileSync(join(folder, file), 'utf8').trimEnd().split('\n').slice(1)

  it('is numeric; its sources reach no public file; apply and verify derive it again', async () => {
    await inFolder(files, async (folder) => {
      const { verification } = await runJob(folder)
      expect(verification?.verdict).toBe('holds')
      const exact = new Set(people.flatMap(({ birth, admission }) => [birth, admission]))
      for (const file of ['release.csv', 'report.html', 'release.manifest.json']) {
        const text = readFileSync(join(folder, file), 'utf8')
        expect([...exact].filter((date) => text.includes(date))).toEqual([])
      }
      const recoding = 'private/release.recoding.json'
      const again = await halftone(folder, ['apply', recoding, 'people.csv', '--output', 'new.csv'])
      expect([again.code, again.stderr]).toEqual([0, expect.not.stringContaining('error')])
      // Boxes may take rows of others again.
      if (algorithm === 'lattice') expect(cells(folder, 'new.csv')).toEqual(cells(folder, 'release.csv'))
      else expect(cells(folder, 'new.csv')).toHaveLength(people.length)
      expect((await halftone(folder, ['verify', 'release.csv', '--job', 'job.yaml'])).code).toBe(0)
      expect((await halftone(folder, ['risk', 'people.csv', '--job', 'job.yaml'])).stdout).toContain('age')
    })
  })
})
