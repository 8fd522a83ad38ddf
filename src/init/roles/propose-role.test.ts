import { describe, expect, test } from 'vitest'
import type { ProfiledColumn } from '../../hierarchy/propose.ts'
import { findFacts } from './column-facts.ts'
import { findItems } from './propose-items.ts'
import { proposeRole } from './propose-role.ts'

const ROWS = 900
const STATE_CODES = 'AK AL AR AZ CA CO CT DE FL GA HI IA ID IL IN KS KY LA MA MD ME MI MN MO MS MT NC ND NE NH'.split(
  ' ',
)

describe('proposeRole', () => {
  test.each<[string, ProfiledColumn, string]>([
    ['a number for each row', column('row', range(1, ROWS)), 'identifier'],
    [
      'a number for each row, with gaps',
      column(
        'x',
        each(ROWS, (x) => String(10_000 + 7 * x)),
      ),
      'identifier',
    ],
    ['a number for each row, one of them twice', column('x', range(1, ROWS - 1)), 'identifier'],
    [
      'numbers of which a tenth repeat, with gaps',
      column(
        'x',
        range(1, ROWS - 90).map((x) => String(3 * Number(x))),
      ),
      'other',
    ],
    ['numbers of households, without a gap though few repeat', column('db030', range(1, ROWS / 3)), 'identifier'],
    ['days that are dense because each has many rows', column('x', range(1, ROWS / 9)), 'other'],
    ['years', column('wave', range(1994, 2004)), 'quasi-identifier'],
    ['many years', { ...column('wave', range(1929, 2019)), rows: 180 }, 'quasi-identifier'],
    ['numbers of which some are years', column('x', range(1890, 2004)), 'other'],
    ['months', column('issue_month', ['Mar-2018', 'Feb-2018', 'Jan-2018']), 'quasi-identifier'],
    ['months until something', column('month_to_end_contract', range(1, 12)), 'other'],
    ['a name that is one of the values for origin', column('black', ['0', '1']), 'quasi-identifier'],
    ['a name that is a value for marital status', column('nevermarried', ['0', '1']), 'quasi-identifier'],
    ['shades', column('black', ['0', '1', '2', '3', '4']), 'other'],
    ['what a person does', column('web_developer', ['0', '1']), 'quasi-identifier'],
    ['the rank in a class of hundreds', column('Rank', range(1, 250)), 'other'],
    [
      'numbers that differ because they lie far apart',
      column(
        'x',
        each(ROWS, (x) => String(7 * x * x)),
      ),
      'other',
    ],
    [
      'a text for each row',
      column(
        'ref',
        each(ROWS, (x) => `x${x * 7}`),
      ),
      'identifier',
    ],
    [
      'nearly a name for each row',
      column(
        'wer',
        each(880, (x) => `Person${x}`),
      ),
      'identifier',
    ],
    [
      'mail addresses under any name',
      column(
        'col7',
        each(300, (x) => `p${x}@example.org`),
      ),
      'identifier',
    ],
    [
      'phone numbers under any name',
      column(
        'col8',
        each(300, (x) => `+49 30 123${1000 + x}`),
      ),
      'identifier',
    ],
    [
      'a name in Chinese',
      column(
        '姓名',
        each(300, (x) => `王${String.fromCodePoint(0x5000 + x)}`),
      ),
      'identifier',
    ],
    [
      'long numbers that repeat',
      column(
        'meter',
        each(60, (x) => String(871_600_000 + x * x * 31)),
      ),
      'identifier',
    ],
    [
      'figures too long for a number',
      column(
        'EAN',
        each(ROWS, (x) => `8716${'0'.repeat(11)}${1000 + x}`),
      ),
      'identifier',
    ],
    [
      'short hexadecimal tokens',
      column(
        'device',
        each(90, (x) => `a0${(x * 7_919_777).toString(16).padStart(10, '9')}`),
      ),
      'identifier',
    ],
    [
      'numbers behind letters',
      column(
        'FID',
        each(120, (x) => `FAM${x + 10}`),
      ),
      'identifier',
    ],
    ['a few doctors by their names', column('attending', ['Dr. Grey', 'Dr. House', 'Dr. Wu']), 'identifier'],
    ['last names of a few people', column('Pt Last', ['Smith', 'Lee', "O'Brien"]), 'identifier'],
    ['the day of the last visit', column('last_visit_day', ['Monday', 'Friday', 'Sunday']), 'quasi-identifier'],
    [
      'names of accounts',
      column(
        'who',
        each(300, (x) => `@kit${x}`),
      ),
      'identifier',
    ],
    [
      'number plates, which are no postcodes',
      column(
        'targhe',
        each(ROWS, (x) => `EA${100 + (x % 900)}XY`),
      ),
      'identifier',
    ],
    [
      'sexes under any name',
      column('describe yourself', ['Man', 'Woman', 'Non-binary', 'Prefer not to say']),
      'quasi-identifier',
    ],
    ['marital status under any name', column('x3', ['married', 'single', 'divorced']), 'quasi-identifier'],
    ['countries under any name', column('x4', ['Frankreich', 'Deutschland', 'Italien', 'anderes']), 'quasi-identifier'],
    ['letters that are no sexes', column('x5', ['f', 'm', 'a', 'b', 'c']), 'other'],
    ['a sex in Polish', column('Płeć', ['k', 'm']), 'quasi-identifier'],
    ['an income in Japanese', column('年収', range(1000, 1800)), 'sensitive'],
    ['a diagnosis in Russian', column('Диагноз', ['a', 'b', 'c']), 'sensitive'],
    ['an abbreviation of a survey', column('RIAGENDR', ['1', '2']), 'quasi-identifier'],
    ['a state beside a number of a person', column('license_number_state', ['NY', 'CA', 'TX']), 'quasi-identifier'],
    ['a family that is no name', column('NAME_FAMILY_STATUS', ['single', 'married', 'widow']), 'quasi-identifier'],
    ['figures that are dates', column('birth', ['31121990', '01021991']), 'quasi-identifier'],
    [
      'seconds since 1970',
      column(
        'timestamp',
        each(ROWS, (x) => String(1_500_000_000 + 3 * x)),
      ),
      'quasi-identifier',
    ],
    ['a weight at birth', column('Birth Weight', range(3000, 3400)), 'other'],
    [
      'remarks of a few kinds',
      column(
        'Observaciones',
        each(20, (x) => `text ${x}`),
      ),
      'identifier',
    ],
    [
      'amounts with a currency',
      column(
        'lön per månad',
        each(ROWS, (x) => `${20 + (x % 9)} ${100 + (x % 800)},50 kr`),
      ),
      'other',
    ],
    ['a yes and no about a phone', column('telephone', ['yes', 'none']), 'other'],
    [
      'names of people',
      column(
        'name',
        each(200, (x) => `Person${x}`),
      ),
      'identifier',
    ],
    [
      'first names that are only nine',
      column('wer', ['Anna', 'Peter', 'Maria', 'John', 'Laura', 'Hans', 'Emma', 'Paul', 'Xu']),
      'other',
    ],
    [
      'a few names, some of them common',
      column('name', ['Anna', 'Peter', 'Maria', ...each(11, (x) => `Q${'abcdefghijk'[x]}rvim`)]),
      'identifier',
    ],
    [
      'products with a name',
      column(
        'name',
        each(14, (x) => `Q${'abcdefghijklmn'[x]}rvim`),
      ),
      'other',
    ],
    ['an answer about the job', column('JobSatisfaction', ['Low', 'Medium', 'High', 'Very_High']), 'other'],
    ['a province in Turkish', column('il', ['Ankara', 'Bursa', 'Van']), 'quasi-identifier'],
    ['letters inside a name that mean a province elsewhere', column('open_il_6m', range(0, 30)), 'other'],
    ['weeks of a pregnancy', column('gestation', range(200, 300)), 'sensitive'],
    [
      'students by numbers that repeat',
      column(
        'student',
        each(200, (x) => String(1 + x)),
      ),
      'identifier',
    ],
    ['what a person is', column('student', ['Yes', 'No']), 'quasi-identifier'],
    ['years of experience', column('experience', range(0, 40)), 'quasi-identifier'],
    ['a minority', column('minority', ['yes', 'no']), 'quasi-identifier'],
    ['a customer number', column('customer_id', range(1, 600)), 'identifier'],
    [
      'a patient with several rows',
      column(
        'patient_id',
        each(120, (x) => String(7000 + x * 3)),
      ),
      'identifier',
    ],
    ['an id with few values', column('store_id', range(1, 6)), 'other'],
    ['how many children', column('num_children', range(0, 6)), 'quasi-identifier'],
    [
      'records inside a cell',
      column(
        'home',
        each(80, (x) => `{'city': Rome, 'zip': ${x}}`),
      ),
      'identifier',
    ],
    [
      'free text',
      column(
        'remark',
        each(600, (x) => `${'some longer remark about a person '.repeat(2)}${x}`),
      ),
      'identifier',
    ],
    ['an age', column('age', range(17, 90)), 'quasi-identifier'],
    [
      'a birthday',
      column(
        'dob',
        each(500, (x) => `19${10 + (x % 80)}-01-${10 + (x % 18)}`),
      ),
      'quasi-identifier',
    ],
    ['dates of no known meaning', column('seen', ['1/13/04', '12/1/99']), 'quasi-identifier'],
    ['postcodes by their shape', column('c1', ['SW1A 1AA', 'EC2V 7HN', 'NW1 6XE', 'GL50 1SH']), 'quasi-identifier'],
    [
      'a measurement',
      column(
        'glucose',
        each(400, (x) => `${x}.25`),
      ),
      'other',
    ],
    ['a diagnosis', column('Diagnosis', ['flu', 'cold']), 'sensitive'],
    ['codes of diagnoses', column('c3', ['J45.0', 'E11.9', 'I10', 'F32.1']), 'sensitive'],
    [
      'amounts with a thousands comma',
      column(
        'salary',
        each(300, (x) => `1,${100 + x}.50`),
      ),
      'sensitive',
    ],
    [
      'amounts of money under a name that says nothing',
      column(
        'x7',
        each(600, (x) => `${x}.${100 + (x % 800)},50`),
      ),
      'sensitive',
    ],
    [
      'readings of two numbers',
      column(
        'bp',
        each(600, (x) => `${90 + (x % 90)}/${50 + ((x * 7) % 60)}`),
      ),
      'other',
    ],
    [
      'a number in parts, one of which goes through many values',
      column(
        'file',
        each(800, (x) => `${x % 9}/${1000 + x}`),
      ),
      'identifier',
    ],
    ['an answer yes or no', column('drive_thru_ind', ['0', '1']), 'other'],
    ['a code of the industry', column('ind', range(1, 20)), 'quasi-identifier'],
    ['an opinion on the economy', column('economic.cond.household', range(1, 5)), 'other'],
    ['another one', column('economic.cond.national', range(1, 5)), 'other'],
    ['a weight at birth in one word', column('Birthweight', range(3000, 3400)), 'other'],
    ['a stillbirth', column('any_stillbirth', ['no', 'yes']), 'sensitive'],
    ['how a birth ended', column('Birth.outcome', ['live', 'loss', 'other']), 'other'],
    ['a person who owns something', column('owner', ['yes', 'no']), 'quasi-identifier'],
    [
      'owners of whom nothing is known',
      column(
        'owner',
        each(40, (x) => `B${x % 7}-x${x}`),
      ),
      'other',
    ],
    ['who lives where', column('home', ['owner', 'parents', 'rent']), 'quasi-identifier'],
    [
      'numbers of adverts',
      column(
        'job_ad_id',
        each(240, (x) => String(400 + 7 * x)),
      ),
      'identifier',
    ],
    [
      'numbers of schools',
      column(
        'schoolid',
        each(60, (x) => String(2000 + 9 * x)),
      ),
      'quasi-identifier',
    ],
    [
      'addresses of a place',
      column(
        'local address',
        each(270, (x) => `${x}-1${x} Mill Lane`),
      ),
      'identifier',
    ],
    ['whether there is an address', column('has_email_address', ['0', '1']), 'other'],
    [
      'years at school in parts',
      column(
        'education',
        each(80, (x) => `${5 + x / 8}`),
      ),
      'quasi-identifier',
    ],
    [
      'a share of spending',
      column(
        'education_share',
        each(80, (x) => `${x / 8}`),
      ),
      'other',
    ],
    ['stays in hospital', column('hospital', range(0, 8)), 'other'],
    ['a hospital', column('hospital', range(1, 8)), 'quasi-identifier'],
    ['the age of the mother', column('mage', range(15, 44)), 'quasi-identifier'],
    ['the work of the father', column('focc', ['craft', 'farm', 'sales']), 'quasi-identifier'],
    ['a wage', column('wage', range(15, 44)), 'sensitive'],
    ['children', column('youngkids', range(0, 4)), 'quasi-identifier'],
    ['a part of the country', column('south', ['0', '1']), 'quasi-identifier'],
    ['the size of the town', column('population', range(1, 9)), 'quasi-identifier'],
    ['years at school', column('grade', ['10', '11', '12', '9', 'other']), 'quasi-identifier'],
    ['marks', column('grade', range(1, 6)), 'other'],
    [
      'seasons, which are no diagnoses',
      column(
        'season',
        each(14, (x) => `S${10 + x}`),
      ),
      'quasi-identifier',
    ],
    ['a faith', column('bornagain', ['0', '1']), 'other'],
    [
      'rare names in Chinese under a name that says nothing',
      column('c2', ['欧阳晨', '诸葛明', '鄢丽', '冼星', '邸超', '蔺雨', '谌龙', '闵婕']),
      'identifier',
    ],
    ['a target', column('class', ['yes', 'no']), 'target'],
    ['a class of students', column('class', ['Freshman', 'Junior', 'Senior', 'Sophomore']), 'quasi-identifier'],
    ['schooling inside longer values', column('ed', ['HS graduate only', 'HS, some college', 'x']), 'quasi-identifier'],
    [
      'employment inside longer values',
      column('ft', ['An organization (employed)', 'Myself (self-employed)']),
      'quasi-identifier',
    ],
    ['parts of a country', column('reg', ['East', 'North', 'South', 'West']), 'quasi-identifier'],
    ['grades of a tumour', column('x', ['grade 1', 'grade 2', 'grade 3']), 'other'],
    ['states beside another code', column('abb', [...STATE_CODES, '99']), 'quasi-identifier'],
    ['origin beside another word', column('ind_white_victim', ['0', '1']), 'quasi-identifier'],
    ['the age of a mother, abbreviated', column('mthage', range(16, 40)), 'quasi-identifier'],
    ['the schooling of a husband', column('huseduc', range(5, 17)), 'quasi-identifier'],
    ['what is about medicine', column('med', range(5, 17)), 'other'],
    ['a year under a joined name', column('dxyr', range(66, 79)), 'quasi-identifier'],
    ['a stage', column('stage', range(1, 20)), 'other'],
    ['days since some day', column('dg_date', range(11_000, 11_400)), 'quasi-identifier'],
    ['years of two figures', column('acceptyear', range(67, 74)), 'quasi-identifier'],
    ['years long ago', column('year', range(1840, 1960)), 'quasi-identifier'],
    ['months of a study, from 0 on', column('month', range(0, 4)), 'other'],
    ['the year of a conviction', column('convicted', range(1970, 2012)), 'quasi-identifier'],
    ['judges by their names', column('judge', ['Heald', 'Hugessen', 'Iacobucci', 'Urie']), 'identifier'],
    [
      'numbers of mothers',
      column(
        'mom',
        range(2, 400).filter((x) => Number(x) % 3 > 0),
      ),
      'identifier',
    ],
    ['an opinion of a nation', column('nationalpride', ['0', '1']), 'other'],
    ['one value', column('country', ['NL']), 'other'],
    ['no value', { ...column('country', []), missingCount: ROWS }, 'other'],
  ])('%s', (_, given, role) => {
    const proposal = proposeRole(findFacts(given))
    expect(proposal.role, proposal.reason).toBe(role)
    expect(proposal.reason).toMatch(/^\S.*\.$/)
  })

  test('an identifier that stands in several rows is said to be that of a person', () => {
    const proposal = proposeRole(
      findFacts(
        column(
          'patient_id',
          each(120, (x) => String(7000 + x * 3)),
        ),
      ),
    )
    expect(proposal.repeated).toBe(true)
    expect(proposal.reason).toContain('role: pseudonym')
  })

  test('a profile that shows only some values is judged by the number of all', () => {
    const shown = {
      ...column(
        'ref',
        each(100, (x) => `x${x}`),
      ),
      rows: 100_000,
    }
    expect(proposeRole(findFacts({ ...shown, distinct: 99_000 })).role).toBe('identifier')
    expect(proposeRole(findFacts({ ...shown, distinct: 100 })).role).toBe('other')
  })
})

describe('findItems', () => {
  test.each([
    ['lists', each(40, (x) => `a${x % 7}|b${x % 5}|c${x % 3}`), '|'],
    ['lists by blanks', each(40, (x) => `${x % 7} ${10 + (x % 5)} ${20 + (x % 3)}`), ' '],
    ['words', each(40, (x) => `light ${'abcdefg'[x % 7]} and ${'abcdefgh'[x % 8]}`), undefined],
    ['readings with blanks', each(40, (x) => `${110 + (x % 40)} / ${60 + (x % 30)}`), undefined],
    ['amounts', each(40, (x) => `1,${100 + x}.50`), undefined],
    ['dates with a time', each(28, (x) => `2004-03-${10 + (x % 18)} 10:15`), undefined],
  ])('%s', (_, values, separator) => {
    expect(findItems(findFacts(column('basket', [...new Set(values)])))?.separator).toBe(separator)
  })
})

function range(from: number, to: number): string[] {
  return Array.from({ length: to - from + 1 }, (_, index) => String(from + index))
}

function each(count: number, make: (number: number) => string): string[] {
  return [...new Set(Array.from({ length: count }, (_, index) => make(index + 1)))]
}

function column(name: string, values: string[]): ProfiledColumn {
  const counts = values.map(() => Math.max(1, Math.floor(ROWS / values.length)))
  return { name, values, counts, missingCount: 0, rows: ROWS }
}
