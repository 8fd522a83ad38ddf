import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { someOf } from '../../test/thorough.ts'
import { CENSUS_HEAD, CENSUS_YEAR, type CensusRequest, censusTrees, sampleCensus } from './census.ts'
import { leafBranches, leafNames } from './taxonomy.ts'

const censusColumns = CENSUS_HEAD.split(',')
type Row = Readonly<Record<string, string>>

function readBytes(request: CensusRequest): Buffer {
  return Buffer.from([...sampleCensus(request)].join(''))
}

function readRows(request: CensusRequest): Row[] {
  const [, ...lines] = readBytes(request).toString('utf8').trimEnd().split('\n')
  return lines.map((line) => {
    const cells = line.split(',')
    // `expect` per line would be too slow.
    if (cells.length !== censusColumns.length) expect.fail(`${cells.length} cells in ${line}`)
    return Object.fromEntries(censusColumns.map((column, i) => [column, cells[i]])) as Row
  })
}

describe('sampleCensus: bytes', () => {
  it('sampleCensus({ rows: 10000, seed: 1 }) is these bytes for ever', () => {
    const hash = createHash('sha256').update(readBytes({ rows: 10_000, seed: 1 }))
    expect(hash.digest('hex')).toBe('91e037df8b615a5eba98adb6ccaafb5e5bf68a8f5fe9724570dbf8c74a212cef')
  })

  it('sampleCensus gives other rows for another seed', () => {
    const one = readRows({ rows: 200, seed: 1 })
    const two = readRows({ rows: 200, seed: 2 })
    const numbers = new Set(one.map((row) => row.number))
    expect(two.filter((row) => numbers.has(row.number)).length).toBe(0)
    expect(two.map((row) => row.age)).not.toEqual(one.map((row) => row.age))
  })

  it('the first n rows of a larger sample are the sample of n rows, wherever chunks end', () => {
    const whole = readBytes({ rows: 12_000, seed: 5, missing: 0.1 })
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 12_000 }), (rows) => {
        const part = readBytes({ rows, seed: 5, missing: 0.1 })
        expect(part.equals(whole.subarray(0, part.length))).toBe(true)
        expect(part.toString().split('\n').length - 2).toBe(rows)
      }),
      { numRuns: someOf(25) },
    )
  })

  it('every chunk ends with a whole line, and progress counts the rows of the chunks so far', () => {
    let told = 0
    let counted = -1
    let chunks = 0
    const progress = (rows: number) => {
      told = rows
    }
    for (const chunk of sampleCensus({ rows: 9000, seed: 1, progress })) {
      expect(chunk.endsWith('\n')).toBe(true)
      counted += chunk.split('\n').length - 1
      expect(told).toBe(counted)
      chunks++
    }
    expect(told).toBe(9000)
    expect(chunks).toBeGreaterThan(2)
  })
})

describe('sampleCensus: people', () => {
  let rows: Row[] = []
  beforeAll(() => {
    rows = readRows({ rows: 40_000, seed: 11 })
  })

  const share = (list: readonly Row[], holds: (row: Row) => boolean) => list.filter(holds).length / list.length
  const mean = (list: readonly Row[], column: 'age' | 'hours') =>
    list.reduce((sum, row) => sum + Number(row[column]), 0) / list.length

  it('numbers are unique; names reach beyond ASCII and need no quotes', () => {
    expect(new Set(rows.map((row) => row.number)).size).toBe(rows.length)
    expect(share(rows, (row) => /[^\x20-\x7e]/.test(row.name))).toBeGreaterThan(0.1)
    expect(rows.every((row) => /^[^\s,"';]+ [^\s,"';]+$/u.test(row.name))).toBe(true)
    expect(new Set(rows.map((row) => row.name)).size).toBeGreaterThan(10_000)
  })

  it('every value has its place in the taxonomy of its column, and every leaf is used', () => {
    const many = readRows({ rows: 60_000, seed: 4 })
    for (const column of Object.keys(censusTrees)) {
      const found = new Set(many.map((row) => row[column]))
      expect([...found].sort()).toEqual(leafNames(censusTrees[column]).sort())
    }
  })

  it('birth-date is a real day and gives the age on the last day of the census year', () => {
    const wrong = rows.filter((row) => {
      const date = new Date(`${row['birth-date']}T00:00:00Z`)
      const isDay = date.toISOString().slice(0, 10) === row['birth-date']
      return !isDay || CENSUS_YEAR - date.getUTCFullYear() !== Number(row.age)
    })
    expect(wrong).toEqual([])
    expect(rows.some((row) => row['birth-date'].endsWith('-02-29'))).toBe(true)
    expect(rows.some((row) => row['birth-date'].endsWith('-12-31'))).toBe(true)
  })

  it('the columns have the shares they should have, one by one', () => {
    const bands: readonly (readonly [string, number, number, number])[] = [
      ['mean age', mean(rows, 'age'), 40, 44],
      ['women', share(rows, (row) => row.sex === 'Female'), 0.49, 0.52],
      ['born at home', share(rows, (row) => row.country === 'United-States'), 0.84, 0.89],
      ['largest race', share(rows, (row) => row.race === 'White'), 0.68, 0.78],
      ['married', share(rows, (row) => row['marital-status'] === 'Married'), 0.46, 0.57],
      ['bachelor', share(rows, (row) => row.education === 'Bachelor'), 0.12, 0.18],
      ['private company', share(rows, (row) => row.workclass === 'Private-company'), 0.55, 0.65],
      ['forty hours', share(rows, (row) => row.hours === '40'), 0.35, 0.48],
      ['above 50K', share(rows, (row) => row.income === '>50K'), 0.22, 0.28],
    ]
    for (const [name, value, low, high] of bands) {
      expect(value, name).toBeGreaterThan(low)
      expect(value, name).toBeLessThan(high)
    }
    expect(rows.every((row) => Number(row.age) >= 17 && Number(row.age) <= 90)).toBe(true)
    expect(rows.every((row) => Number(row.hours) >= 0 && Number(row.hours) <= 99)).toBe(true)
  })

  it('the columns hang together', () => {
    const tiers = new Map(
      leafBranches(censusTrees.education).map((tier, i) => [leafNames(censusTrees.education)[i], tier]),
    )
    const of = (holds: (row: Row) => boolean) => rows.filter(holds)
    const young = of((row) => Number(row.age) < 22)
    const grown = of((row) => Number(row.age) >= 35 && Number(row.age) < 50)
    const old = of((row) => Number(row.age) >= 75)
    const higher = (row: Row) => tiers.get(row.education) === 2
    const professional = (row: Row) =>
      ['Manager', 'Business-specialist', 'Engineer-scientist', 'Health-professional', 'Teacher'].includes(
        row.occupation,
      )
    const workers = of((row) => row.occupation !== 'No-occupation')
    const nobodyWorks = (row: Row) => ['Student', 'Unemployed', 'Retired'].includes(row.workclass)

    expect(share(young, higher)).toBeLessThan(0.02)
    expect(share(grown, higher)).toBeGreaterThan(0.25)
    expect(share(young, (row) => row['marital-status'] === 'Never-married')).toBeGreaterThan(0.75)
    expect(share(grown, (row) => row['marital-status'] === 'Never-married')).toBeLessThan(0.3)
    const widowed = (sex: string) =>
      share(
        old.filter((row) => row.sex === sex),
        (row) => row['marital-status'] === 'Widowed',
      )
    expect(widowed('Female')).toBeGreaterThan(1.5 * widowed('Male'))
    expect(share(old, (row) => row.workclass === 'Retired')).toBeGreaterThan(0.8)
    expect(share(workers.filter(higher), professional)).toBeGreaterThan(0.65)
    expect(
      share(
        workers.filter((row) => tiers.get(row.education) === 0),
        professional,
      ),
    ).toBeLessThan(0.15)
    expect(
      share(
        of((row) => row.occupation === 'Construction'),
        (row) => row.sex === 'Male',
      ),
    ).toBeGreaterThan(0.85)
    expect(
      rows.every(
        (row) => nobodyWorks(row) === (row.occupation === 'No-occupation') && nobodyWorks(row) === (row.hours === '0'),
      ),
    ).toBe(true)
    const ownHours = mean(
      workers.filter((row) => row.workclass === 'Own-company'),
      'hours',
    )
    const stateHours = mean(
      workers.filter((row) => row.workclass === 'Local-government'),
      'hours',
    )
    expect(ownHours).toBeGreaterThan(stateHours + 2)
    expect(
      share(
        of((row) => row.country === 'India'),
        (row) => row.race === 'Asian',
      ),
    ).toBeGreaterThan(0.75)
  })

  it('postcodes have five digits, are skewed over regions, and depend on where somebody comes from', () => {
    expect(rows.every((row) => /^\d{5}$/.test(row.postcode))).toBe(true)
    const regions = Array.from({ length: 10 }, (_, region) => share(rows, (row) => row.postcode[0] === String(region)))
    expect(Math.max(...regions)).toBeGreaterThan(4 * Math.min(...regions))
    const abroad = rows.filter((row) => row.country !== 'United-States')
    const home = rows.filter((row) => row.country === 'United-States')
    const capital = (row: Row) => row.postcode.slice(1, 3) === '11'
    expect(share(abroad, capital)).toBeGreaterThan(1.3 * share(home, capital))
  })

  it(
    'income can be learned: a table of three columns from one half beats the majority on the other by 5 ' + 'points',
    () => {
      const half = rows.length / 2
      const tiers = new Map(
        leafBranches(censusTrees.education).map((tier, i) => [leafNames(censusTrees.education)[i], tier]),
      )
      const key = (row: Row) => {
        const couple = /^(Married|Registered)/.test(row['marital-status'])
        return `${tiers.get(row.education)} ${couple} ${row.occupation}`
      }
      const votes = new Map<string, number>()
      for (const row of rows.slice(0, half)) {
        votes.set(key(row), (votes.get(key(row)) ?? 0) + (row.income === '>50K' ? 1 : -1))
      }
      const test = rows.slice(half)
      const rule = share(test, (row) => (votes.get(key(row)) ?? -1) > 0 === (row.income === '>50K'))
      const majority = share(test, (row) => row.income === '<=50K')
      expect(rule).toBeGreaterThan(majority + 0.05)
      expect(rule).toBeLessThan(0.95)
    },
  )
})

describe('sampleCensus: missing values', () => {
  it('missing: 0.2 puts ? into a fifth of three columns and leaves every other cell as it was', () => {
    const whole = readRows({ rows: 10_000, seed: 8 })
    const holed = readRows({ rows: 10_000, seed: 8, missing: 0.2 })
    const gaps: Record<string, number> = {}
    const others: string[] = []
    holed.forEach((row, i) => {
      for (const column of censusColumns) {
        if (row[column] === '?') gaps[column] = (gaps[column] ?? 0) + 1
        else if (row[column] !== whole[i][column]) others.push(row[column])
      }
    })
    expect(others).toEqual([])
    expect(Object.keys(gaps).sort()).toEqual(['country', 'occupation', 'workclass'])
    for (const count of Object.values(gaps)) {
      expect(count).toBeGreaterThan(1800)
      expect(count).toBeLessThan(2200)
    }
  })
})
