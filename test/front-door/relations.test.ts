/**
 * Roles by relations and shapes: files of shapes that once let identifiers through, made from chance. What each column
 * is follows from how it relates to others or from its values, not from its name alone.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { randomFrom } from '../../src/ground/random.ts'
import { initJob } from '../../src/init/init.ts'
import type { InitResult } from '../../src/init/proposal.ts'
import { inFolder, parseCsv, runJob } from '../end-to-end/workshop.ts'

type Row = Readonly<Record<string, string | number>>

function makeRows<T = Row>(count: number, row: (i: number, below: (limit: number) => number) => T): T[] {
  const random = randomFrom(7)
  return Array.from({ length: count }, (_, i) => row(i, (limit) => random.integer(limit)))
}

async function propose(rows: readonly Row[]): Promise<InitResult & { readonly text: string }> {
  const quoted = (value: string | number) => (/[",]/.test(String(value)) ? `"${value}"` : String(value))
  const lines = [Object.keys(rows[0]), ...rows.map((row) => Object.values(row).map(quoted))]
  return inFolder({ 'data.csv': `${lines.map((line) => line.join(',')).join('\n')}\n` }, async (folder) => {
    const job = join(folder, 'job.yaml')
    const result = await initJob({ source: { source: 'data.csv', base: folder }, job, force: false })
    return { ...result, text: readFileSync(job, 'utf8') }
  })
}

async function rolesIn(rows: readonly Row[]): Promise<Record<string, string>> {
  const { columns } = await propose(rows)
  return Object.fromEntries(columns.map(({ name, role }) => [name, role]))
}

const two = (number: number) => String(number).padStart(2, '0')
const SEXES = ['f', 'm']
const TOWNS = ['Bonn', 'Kiel', 'Köln', 'Trier', 'Ulm', 'Worms', 'Zwickau']

describe('columns that are about the same people as an identifier', () => {
  it('accounts that belong to one customer each are identifiers, ages and towns are not', async () => {
    const people = makeRows(100, (i, below) => ({
      customer_id: 5000 + i * 37,
      konto: `${below(9)}${two(below(99))}X${two(below(99))}-${i}`,
      age: 20 + below(60),
      town: TOWNS[below(7)],
    }))
    const events = makeRows(900, (_, below) => ({ ...people[below(100)], channel: ['web', 'shop', 'app'][below(3)] }))
    expect(await rolesIn(events)).toEqual({
      customer_id: 'identifier',
      konto: 'identifier',
      age: 'quasi-identifier',
      town: 'quasi-identifier',
      channel: expect.stringMatching(/other|target/),
    })
  })

  it('a column whose values are those of an identifier refers to people; small numbers in a range do not', async () => {
    const staff = makeRows(300, (i, below) => ({
      employee: `E${1000 + i * 3}`,
      age: 20 + below(45),
      sex: SEXES[below(2)],
      reports_to: `E${1000 + below(12) * 3}`,
      floor: 1 + below(9),
    }))
    const roles = await rolesIn(staff)
    expect(roles).toMatchObject({ employee: 'identifier', reports_to: 'identifier', age: 'quasi-identifier' })
    expect(roles['floor']).not.toBe('identifier')
  })

  it('consecutive numbers of five digits refer to people too; years among numbers from 1 on do not', async () => {
    const staff = (first: number, other: (below: (limit: number) => number) => number) =>
      makeRows(2400, (i, below) => ({
        number: first + i,
        age: 20 + below(45),
        other: other(below),
        sex: SEXES[below(2)],
      }))
    expect(await rolesIn(staff(10_000, (below) => 10_000 + below(60)))).toMatchObject({ other: 'identifier' })
    expect((await rolesIn(staff(1, (below) => 1940 + below(60))))['other']).not.toBe('identifier')
  })

  it('ages among numbers from 1 on, and sexes among initials, name nobody', async () => {
    const rows = makeRows(900, (i, below) => ({
      id: 1 + (i < 400 ? below(200) : below(4000)),
      last_initial: String.fromCharCode(65 + below(26)),
      age: 20 + below(60),
      sex: 'FM'[below(2)],
      city: TOWNS[below(7)],
    }))
    expect(await rolesIn(rows)).toMatchObject({ id: 'identifier', age: 'quasi-identifier', sex: 'quasi-identifier' })
  })

  it('sparse numbers that refer to each other are identifiers, ratings and ages are not', async () => {
    const ids = makeRows(200, (i, below) => ({ id: 100_000 + i * 911 + below(900) })).map(({ id }) => id)
    const rows = makeRows(200, (i, below) => ({
      member_no: ids[i],
      invited: ids[below(20)],
      // As pandas writes whole numbers with gaps among them.
      infected_by: i % 3 > 0 ? '' : `${ids[below(200)]}.0`,
      rating: 1 + below(5),
      age: 18 + below(60),
      sex: SEXES[below(2)],
    }))
    const roles = await rolesIn(rows)
    expect(roles).toMatchObject({ invited: 'identifier', infected_by: 'identifier', age: 'quasi-identifier' })
    expect(roles['rating']).not.toBe('identifier')
  })
})

describe('numbers of people by what depends on them or what they are called', () => {
  const person = (below: (limit: number) => number) => ({ age: 20 + below(60), sex: SEXES[below(2)] })

  it('codes that are one to one with a customer, though they look like medical codes', async () => {
    const people = makeRows(100, (i, below) => ({ customer_id: 5000 + i * 37, ref: `X${i}`, ...person(below) }))
    expect(await rolesIn(makeRows(900, (_, below) => people[below(100)]))).toMatchObject({ ref: 'identifier' })
  })

  it('managers and mothers among consecutive numbers; counts and codes are none', async () => {
    const rows = makeRows(300, (i, below) => ({
      employee_id: i + 1,
      ...person(below),
      manager_id: 3 + 23 * below(12),
      vorgesetzter: 5 + 29 * below(10),
      mother: i % 3 > 0 ? '' : 1 + below(300),
      mother_education: 1 + below(14),
      department_code: 1 + below(14),
    }))
    const roles = await rolesIn(rows)
    expect(roles).toMatchObject({
      manager_id: 'identifier',
      mother: 'identifier',
      mother_education: 'quasi-identifier',
      vorgesetzter: 'identifier',
    })
    expect(roles['department_code']).not.toBe('identifier')
  })

  it('a few small numbers are no references, though numbers with gaps have them all', async () => {
    const rows = makeRows(300, (i, below) => {
      return { case_no: i < 6 ? i + 1 : i * 7, ...person(below), order: 1 + below(6) }
    })
    expect((await rolesIn(rows))['order']).not.toBe('identifier')
  })

  it('the square of an age says the same as the age and numbers nobody', async () => {
    const rows = makeRows(600, (_, below) => ({ ...person(below), sq: 0 })).map((row) => ({ ...row, sq: row.age ** 2 }))
    const { columns } = await propose(rows)
    expect(columns.find(({ name }) => name === 'sq')?.reason).toContain('"age"')
    expect(columns.find(({ name }) => name === 'sq')?.reason).not.toContain('numbers people')
  })

  it('an age in quarters of years and the contests of men and women number nobody', async () => {
    const rows = makeRows(900, (_, below) => ({ ...person(below), quarters: below(4), contest: '' })).map((row) => ({
      ...row,
      quarters: row.age * 4 + row.quarters,
      contest: `Run of ${row.sex === 'm' ? 'men' : 'women'} ${row.quarters} km`,
    }))
    const { columns } = await propose(rows)
    const reasons = columns.map(({ reason }) => reason).join(' ')
    expect(columns.find(({ name }) => name === 'quarters')?.reason).toContain('rises and falls with "age"')
    expect(reasons).not.toContain('numbers people')
  })

  it('a day on which nearly all are men numbers nobody', async () => {
    const rows = makeRows(2800, (_, below) => {
      const exit = below(5) < 2 ? 11_504 : 9000 + below(2500)
      return { age: 20 + below(60), sex: below(60) === 0 ? 'f' : 'm', exit }
    })
    const { columns } = await propose(rows)
    expect(columns.find(({ name }) => name === 'exit')?.reason).not.toContain('numbers people')
  })

  it('a spouse among numbers with gaps', async () => {
    const rows = makeRows(300, (i, below) => {
      return { person_id: 70_000 + i * 31, ...person(below), spouse: i % 30 > 0 ? '' : 70_000 + below(300) * 31 }
    })
    expect(await rolesIn(rows)).toMatchObject({ spouse: 'identifier' })
  })

  it('under names that say nothing, the column on which the sex depends says whose row it is', async () => {
    const people = makeRows(120, (i, below) => ({ c1: 50_000 + i * 713, c2: 20 + below(50), c3: SEXES[below(2)] }))
    const { text } = await propose(
      makeRows(1200, (i, below) => ({ c0: i + 1, ...people[below(120)], c4: below(1000) })),
    )
    expect(text).toMatch(/^persons: \{ column: c1 \}$/m)
  })
})

describe('columns that undo the recoding', () => {
  it('projected coordinates beside latitude and longitude are left out', async () => {
    const rows = makeRows(400, (_, below) => {
      const [x, y] = [below(100_000), below(100_000)]
      const latitude = (47 + y / 111_000).toFixed(6)
      return {
        sex: SEXES[below(2)],
        latitude,
        longitude: (8 + x / 76_000).toFixed(6),
        p1: 2_600_000 + x,
        p2: 1_200_000 + y,
      }
    })
    expect(await rolesIn(rows)).toMatchObject({
      latitude: 'quasi-identifier',
      longitude: 'quasi-identifier',
      p1: 'identifier',
      p2: 'identifier',
    })
  })

  it('year and month beside a date are left out, whether dates repeat or not', async () => {
    for (const days of [28, 5]) {
      const rows = makeRows(400, (_, below) => {
        const [year, month, day] = [2015 + below(9), 1 + below(12), 1 + below(days)]
        return {
          age: 20 + below(60),
          seen: `${year}-${two(month)}-${two(day)}`,
          p_m: month,
          score: below(400),
          p_y: year,
        }
      })
      const roles = await rolesIn(rows)
      expect(roles).toMatchObject({ seen: 'quasi-identifier', p_y: 'identifier', p_m: 'identifier' })
      expect(roles['score']).not.toBe('identifier')
    }
  })

  it('of a code and its label the label is kept', async () => {
    const names = ['nurse', 'teacher', 'driver', 'clerk', 'engineer', 'farmer', 'cook']
    const rows = makeRows(300, (_, below) => {
      const job = below(7)
      return { age: 20 + below(60), occupation_code: 100 + 7 * job, occupation: names[job], sex: SEXES[below(2)] }
    })
    expect(await rolesIn(rows)).toMatchObject({ occupation: 'quasi-identifier', occupation_code: 'identifier' })
  })

  it('what says the same as a recoded column, and what names people, is not advised to be released', async () => {
    const names = ['nurse', 'teacher', 'driver', 'clerk']
    const rows = makeRows(500, (i, below) => {
      const [job, day] = [below(4), 19_000 + below(365)]
      const seen = new Date(day * 86_400_000).toISOString().slice(0, 10)
      const staff = i % 100 > 0 ? '' : `${LAST[i / 100]}`
      return [20 + below(60), names[job], 100 + 7 * job, seen, day % 7, `10.0.0.${below(4)}`, staff, below(4)].join(',')
    })
    const job = `version: 1
data: { source: data.csv }
columns:
  age: { role: quasi-identifier, type: numeric }
  occupation: { role: quasi-identifier, type: category }
  occupation_code: { role: identifier }
  seen: { role: quasi-identifier, type: date }
  weekday: { role: identifier }
  ip: { role: identifier }
  staff: { role: identifier }
  mood: { role: identifier }
privacy: { k: 10 }
algorithm: { name: boxes }
limits: { work: 1 }
output: { release: out/release.csv }
`
    const header = 'age,occupation,occupation_code,seen,weekday,ip,staff,mood'
    await inFolder({ 'data.csv': `${header}\n${rows.join('\n')}\n`, 'job.yaml': job }, async (folder) => {
      const { judgement } = await runJob(folder)
      expect(judgement?.leftOut?.filter(({ informs }) => informs).map(({ column }) => column)).toEqual(['mood'])
    })
  })

  it('times of day and dates of several forms are no readings of an instrument', async () => {
    const rows = makeRows(300, (i, below) => ({
      age: 20 + below(60),
      sex: SEXES[below(2)],
      arrived: `${two(below(24))}:${two(below(60))}`,
      pressure: `${100 + below(60)}/${60 + below(30)}`,
      entry:
        i % 2
          ? `${1 + below(12)}/${1 + below(28)}/20${two(below(24))}`
          : `${1 + below(12)}/${20 + below(8)}/${two(below(24))}`,
    }))
    const { columns } = await propose(rows)
    const found = Object.fromEntries(columns.map(({ name, role }) => [name, role]))
    expect(found['arrived']).toBe('quasi-identifier')
    expect(columns.find(({ name }) => name === 'pressure')?.reason).not.toMatch(/\b(time|date)/)
    expect(columns.find(({ name }) => name === 'entry')?.reason).not.toContain('instrument')
  })
})

const SURNAMES = ['佐藤', '鈴木', '高橋', '田中', '伊藤', '渡辺', '山本', '中村', '小林']

describe('identifiers by shape', () => {
  const shapes: readonly (readonly [string, string, (i: number, below: (limit: number) => number) => string])[] = [
    ['one e-mail address in every row', 'sent', () => 'anna.schmidt@example.org'],
    ['e-mail addresses in another script', 'v1', (i) => `用户${i % 30}@例子.公司`],
    ['a few network addresses', 'v1', (_, below) => `10.1.${below(3)}.7`],
    ['network addresses of version 6', 'v1', (_, below) => `2001:db8::${below(4000).toString(16)}:${below(60)}`],
    ['Japanese family names', 'v1', (_, below) => SURNAMES[below(9)]],
    ['names in Arabic', 'v1', (_, below) => `${['محمد', 'فاطمة', 'خالد'][below(3)]} ${['الحربي', 'الشمري'][below(2)]}`],
    ['names in Russian', 'v1', (_, below) => `${['Иванов', 'Петров'][below(2)]} ${['Иван', 'Олег', 'Пётр'][below(3)]}`],
    ['names in Greek', 'v1', (_, below) => `${['Γιώργος', 'Νίκος', 'Χρήστος'][below(3)]} Παππάς`],
    ['names in Hindi', 'v1', (_, below) => `${['राम', 'सीमा', 'विजय'][below(3)]} ${['शर्मा', 'वर्मा'][below(2)]}`],
    ['names in Hebrew', 'v1', (_, below) => `${['דוד', 'שרה', 'יעל'][below(3)]} ${['כהן', 'לוי'][below(2)]}`],
    ['network addresses with ports', 'v1', (_, below) => `10.0.0.${below(9)}:${8000 + below(3)}`],
    ['a security code of a card', 'CVV2', (_, below) => String(100 + below(900))],
    ['stage names in German', 'Künstlername', (_, below) => `Stern ${'ABCDEFGHI'[below(9)]}`],
    ['one name in every row', 'interviewer', () => 'Anna Berg'],
    ['two names in 400 rows', 'v1', (i) => (i === 7 ? 'Anna Berg' : i === 300 ? 'Tom Hill' : '')],
    ['one word in 400 rows', 'v1', (i) => (i === 7 ? 'Quibell' : '')],
    ['three passwords in Polish', 'hasło', (_, below) => ['kotek', 'misio', 'zima'][below(3)]],
    ['a password in Polish', 'hasło', (_, below) => `${['kotek', 'misio', 'zima'][below(3)]}${below(9)}`],
    ['identity numbers in Arabic', 'رقم الهوية', (i) => arabic(saudi(i % 90))],
    ['identity numbers in Arabic figures', 'v1', (i) => arabic(saudi(i % 9))],
    ['a column that is nearly empty and otherwise names', 'v1', (i) => (i % 100 === 3 ? `Anna ${LAST[i % 7]}` : '')],
  ]
  it.each(shapes)('%s', async (_, name, value) => {
    const rows = makeRows(400, (i, below) => ({
      age: 20 + below(60),
      sex: SEXES[below(2)],
      [name]: value(i, below),
      town: TOWNS[below(7)],
    }))
    expect((await rolesIn(rows))[name]).toBe('identifier')
  })
})

const LAST = ['Berg', 'Cerny', 'Duval', 'Ek', 'Font', 'Gross', 'Hill']
const arabic = (text: string) => text.replaceAll(/\d/g, (figure) => String.fromCodePoint(0x660 + Number(figure)))

/** Ten figures with the check digit of Luhn. */
function saudi(i: number): string {
  const body = String(100_000_000 + i * 7919)
  const sum = [...body].reduce((total, figure, place) => {
    const doubled = Number(figure) * (place % 2 === 0 ? 2 : 1)
    return total + (doubled > 9 ? doubled - 9 : doubled)
  }, 0)
  return `${body}${(10 - (sum % 10)) % 10}`
}

it('names of facts that others know, and of answers and counts beside them', async () => {
  const known = 'living_situation faculty class_year student_status work_status club left_handed refugee'.split(' ')
  const answers = 'importance_of_family family_support_score country_ranking study_time visits_last_year'.split(' ')
  const rows = makeRows(400, (_, below) => ({
    age: 20 + below(60),
    ...Object.fromEntries(known.map((name) => [name, 'abc'[below(3)]])),
    ...Object.fromEntries(answers.map((name) => [name, below(12)])),
    cups_per_day: ['none', 'some', 'many'][below(3)],
    weight: 40 + below(90),
  }))
  const { columns } = await propose(rows)
  const found = columns.filter(({ role }) => role === 'quasi-identifier')
  expect(found.map(({ name }) => name)).toEqual(['age', ...known])
})

describe('headers in further scripts', () => {
  const headers: readonly (readonly [string, readonly string[]])[] = [
    ['Arabic', ['العمر', 'الجنس', 'المدينة', 'المهنة', 'الراتب']],
    ['Hebrew', ['גיל', 'מין', 'עיר', 'מקצוע', 'שכר']],
    ['Hindi', ['आयु', 'लिंग', 'शहर', 'व्यवसाय', 'आय']],
    ['Greek', ['Ηλικία', 'Φύλο', 'Πόλη', 'Επάγγελμα', 'Μισθός']],
    ['Thai', ['อายุ', 'เพศ', 'จังหวัด', 'อาชีพ', 'รายได้']],
    ['Vietnamese', ['Tuổi', 'Giới tính', 'Tỉnh', 'Nghề nghiệp', 'Thu nhập']],
  ]
  it.each(headers)('%s: age, sex, town and job are known to others, income is sensitive', async (_, names) => {
    const rows = makeRows(300, (_, below) => {
      const values = [20 + below(50), 'xy'[below(2)], 'abcd'[below(4)], 'efgh'[below(4)], 100 * below(900)]
      return Object.fromEntries(names.map((name, i) => [name, values[i]]))
    })
    const known = 'quasi-identifier'
    expect(Object.values(await rolesIn(rows))).toEqual([known, known, known, known, 'sensitive'])
  })
})

it('on a scale that many questions share, country is music and rank an opinion', async () => {
  const genres = ['Dance', 'Folk', 'Country', 'Pop', 'Rock', 'Jazz', 'Rank', 'Opera']
  const rows = makeRows(500, (_, below) => ({
    Age: 15 + below(20),
    Gender: ['female', 'male'][below(2)],
    ...Object.fromEntries(genres.map((genre) => [genre, 1 + below(5)])),
  }))
  const { columns } = await propose(rows)
  const known = columns.filter(({ role }) => role === 'quasi-identifier')
  expect(known.map(({ name }) => name)).toEqual(['Age', 'Gender'])
})

it('a statement and one of several choices are answers, whatever word they have', async () => {
  const statements = ['I like my job', 'My rank is fair', 'We love country music', 'My team is good']
  const choices = ['tv', 'radio', 'press', 'web', 'school'].map((choice) => `source_${choice}`)
  const races = ['black', 'white', 'asian', 'other'].map((race) => `race_${race}`)
  const rows = makeRows(400, (_, below) => ({
    Age: 15 + below(20),
    ...Object.fromEntries(statements.map((name) => [name, ['agree', 'disagree', 'neither'][below(3)]])),
    ...Object.fromEntries([...choices, ...races].map((name) => [name, below(2)])),
    score: below(100),
  }))
  const { columns } = await propose(rows)
  const known = columns.filter(({ role }) => role === 'quasi-identifier')
  expect(known.map(({ name }) => name)).toEqual(['Age', ...races])
})

it('a header line of numbers is a header, and names that say nothing are told', async () => {
  const rows = makeRows(300, (_, below) => ({
    0: 20 + below(60),
    1: 100 + below(90),
    2: below(5),
    3: below(40),
    4: below(2),
  }))
  const { rows: count, columns, warnings } = await propose(rows)
  expect(count).toBe(300)
  expect(columns.map(({ name }) => name)).toEqual(['0', '1', '2', '3', '4'])
  expect(warnings.join()).toContain('names of most columns')
})

it('rows with missing values are dropped up to the suppression limit, and beyond it missing is a value', async () => {
  for (const [every, missing] of [
    [10, 'category'],
    [40, 'drop'],
  ] as const) {
    const { text } = await propose(makeRows(200, (i, below) => ({ age: i % every ? 20 + below(9) : '', sex: 'f' })))
    expect(text).toContain(`\n  missing: ${missing} `)
  }
})

it('a lower k for a small file is said at once', async () => {
  const small = await propose(makeRows(14, (_, below) => ({ age: 20 + below(6), sex: SEXES[below(2)] })))
  expect(small.warnings).toContain('k is 3, lower than the usual 10: the file has 14 rows')
  const usual = await propose(makeRows(60, (_, below) => ({ age: 20 + below(6), sex: SEXES[below(2)] })))
  expect(usual.warnings).toEqual([])
})

describe('persons where ids repeat', () => {
  const customers = makeRows(150, (i, below) => ({
    customer_id: 7000 + i * 13,
    sex: SEXES[below(2)],
    age: 20 + below(60),
    town: TOWNS[below(7)],
  }))

  it('the customer, not the order that follows from it, and the run counts customers', async () => {
    const orders = makeRows(300, (i, below) => ({ order_id: `O${10_000 + i * 3}`, ...customers[below(150)] }))
    const lines = makeRows(900, (_, below) => ({ ...orders[below(300)], quantity: 1 + below(9) }))
    const { text, warnings } = await propose(lines)
    expect(text).toMatch(/^persons: \{ column: customer_id \}$/m)
    expect(warnings.join()).toContain('k counts the persons of "customer_id"')
  })

  it('a column without a word for people, if what is known of people depends on it', async () => {
    const coded = customers.map(({ customer_id, ...rest }) => ({ nr: `K${customer_id}`, ...rest }))
    const households = coded.map((row, i) => ({ hh: `H${1000 + Math.floor(i / 3)}`, ...row }))
    const rows = makeRows(900, (_, below) => ({ ...households[below(150)], score: below(300) }))
    expect((await propose(rows)).text).toMatch(/^persons: \{ column: nr \}$/m)
  })

  it('lists of items are left out where a user has several rows, since k would count the rows of one', async () => {
    const rows = makeRows(600, (_, below) => ({
      userId: 100 + below(60),
      age: 20 + below(50),
      genres: ['Drama', 'Crime', 'War', 'Comedy', 'Romance', 'Opera', 'Dance', 'Folk']
        .filter(() => below(3) === 0)
        .join('|'),
      rating: 1 + below(5),
    }))
    const { columns, text } = await propose(rows)
    expect(columns.find(({ name }) => name === 'genres')).toMatchObject({
      role: 'identifier',
      reason: expect.stringContaining('where a person has several rows, so it is left out'),
    })
    expect(text).toMatch(/^persons: \{ column: userId \}$/m)
  })

  it('a user of events, and an account of codes on which age and sex depend', async () => {
    const events = makeRows(500, (_, below) => ({
      user_id: `u${below(60)}`,
      ip: `10.0.${below(9)}.${below(250)}`,
      ts: `2024-0${1 + below(9)}-1${below(9)} 1${below(9)}:0${below(9)}`,
      event: ['buy', 'click', 'view'][below(3)],
    }))
    expect((await propose(events)).text).toMatch(/^persons: \{ column: user_id \}$/m)
    const bookings = makeRows(600, (i, below) => {
      const { customer_id, sex, age } = customers[below(80)]
      return { booking: 9000 + i, account: `A${customer_id}`, age, sex, amount: below(90_000) / 100 }
    })
    const { text } = await propose(bookings)
    expect(text).toMatch(/^ *account: *\{ role: identifier \}$/m)
    expect(text).toMatch(/^persons: \{ column: account \}$/m)
  })

  it('is asked where nothing shows it, and not at all where each row numbers a person', async () => {
    const ratings = makeRows(900, (_, below) => ({
      a_id: 10_000 + below(120) * 7,
      b_id: 50_000 + below(90) * 11,
      stars: 1 + below(5),
      day: `2024-0${1 + below(9)}-1${below(9)}`,
    }))
    const asked = await propose(ratings)
    expect(asked.text).not.toMatch(/^persons:/m)
    expect(asked.warnings.join()).toContain('"a_id"')
    const passengers = makeRows(400, (i, below) => ({
      passenger_id: 1 + i,
      ticket: `T${1000 + below(250)}`,
      age: 20 + below(60),
      sex: SEXES[below(2)],
    }))
    expect((await propose(passengers)).text).not.toContain('persons:')
    const staff = makeRows(400, (i, below) => ({
      Personalnr: 10_000 + i,
      age: 20 + below(45),
      Vorgesetzter: 10_000 + below(60),
    }))
    expect((await propose(staff)).text).not.toContain('persons:')
  })
})

describe('dates that give numbers', () => {
  const date = (day: number) => new Date(day * 86_400_000).toISOString().slice(0, 10)
  const stays = makeRows(200, (_, below) => {
    const [admission, stay] = [19_000 + below(365), below(20)]
    return { birth_date: date(below(15_000)), admission: date(admission), discharge: date(admission + stay), stay }
  })
  const without = (...names: readonly string[]) =>
    stays.map((row) => Object.fromEntries(Object.entries(row).filter(([name]) => !names.includes(name)))) as Row[]

  it('an age and a number of days are proposed in place of dates, and a run accepts them', async () => {
    const { text } = await propose(without('stay'))
    expect(text).toContain('\n  # age: { role: quasi-identifier, derive: { years: [birth_date, admission] } }')
    expect(text).toContain('\n  # days: { role: quasi-identifier, derive: { days: [admission, discharge] } }')
    const taken = text.replaceAll(/ {2}# (age|days): (.*)\n.*/g, '  $1: $2')
    const csv = without('stay').map((row) => Object.values(row).join(','))
    const files = { 'data.csv': `birth_date,admission,discharge\n${csv.join('\n')}\n`, 'job.yaml': taken }
    await inFolder(files, async (folder) => {
      expect((await runJob(folder)).verification?.verdict).toBe('holds')
      expect(readFileSync(join(folder, 'out/data-release.csv'), 'utf8').split('\n')[0]).toBe('admission,age,days')
    })
  })

  it('nothing is proposed where a row would have no result', async () => {
    const odd = { ...stays[0], birth_date: '2030-01-01', discharge: '2000-01-01' }
    const { text } = await propose([...without('stay'), Object.fromEntries(Object.entries(odd).slice(0, 3)) as Row])
    expect(text).not.toContain('derive:')
  })

  it('a discharge beside admission and length of stay is left out, and the stay is a quasi-identifier', async () => {
    const roles = await rolesIn(stays)
    expect(roles).toMatchObject({ admission: 'quasi-identifier', discharge: 'identifier', stay: 'quasi-identifier' })
  })
})

describe('measurements that would single people out beside the quasi-identifiers', () => {
  const measured = makeRows(600, (_, below) => ({
    age: 20 + below(60),
    sex: SEXES[below(2)],
    town: TOWNS[below(7)],
    steps: below(40),
    reaction: below(30),
    grip: below(50),
  }))

  it('keep their role and are generalized with them, in classes of at least k', async () => {
    const { columns, text } = await propose(measured)
    const generalized = columns.filter((column) => column.generalized)
    expect(generalized.map(({ role }) => role)).toEqual(generalized.map(() => 'other'))
    expect(generalized.map(({ name }) => name)).toEqual(['steps', 'reaction', 'grip'])
    expect(columns.filter(({ role }) => role === 'quasi-identifier').map(({ name }) => name)).toEqual([
      ...['age', 'sex', 'town'],
    ])
    expect(text).toMatch(/steps: +\{ role: other, generalize: true, type: numeric \}/)
    const lines = [Object.keys(measured[0]), ...measured.map((row) => Object.values(row))]
    const files = { 'data.csv': `${lines.map((line) => line.join(',')).join('\n')}\n` }
    await inFolder(files, async (folder) => {
      await initJob({ source: { source: 'data.csv', base: folder }, job: join(folder, 'job.yaml'), force: false })
      const { release, smallestClass } = await runJob(folder, {}, { timeLimit: '0.5s' })
      const rows = parseCsv(readFileSync(release as string, 'utf8'))
      const sizes = new Map<string, number>()
      for (const row of rows) {
        const label = JSON.stringify(Object.values(row))
        sizes.set(label, (sizes.get(label) ?? 0) + 1)
      }
      expect(Math.min(...sizes.values())).toBe(smallestClass)
      expect(smallestClass).toBeGreaterThanOrEqual(10)
    })
  })

  it('a nearly empty column whose few values are of one person each is not released as it is', async () => {
    for (const name of ['relapse_at', 'dead_at']) {
      const rows = measured.slice(0, 200).map((row, i) => ({ ...row, [name]: i % 13 === 4 ? 31 * i : '' }))
      const { columns } = await propose(rows)
      const found = columns.find((column) => column.name === name)
      expect(found?.role === 'identifier' || found?.generalized === true, found?.reason).toBe(true)
    }
  })

  it('generalize is refused for a sensitive column', async () => {
    const job = {
      version: 1,
      data: { source: 'data.csv' },
      columns: { age: { role: 'quasi-identifier', type: 'numeric' }, steps: { role: 'sensitive', generalize: true } },
      privacy: { k: 2 },
      output: { release: 'out.csv' },
    }
    await inFolder({ 'data.csv': 'age,steps\n1,2\n1,2\n', 'job.yaml': JSON.stringify(job) }, async (folder) => {
      await expect(runJob(folder)).rejects.toThrow('generalize, which only a quasi-identifier has')
    })
  })
})
