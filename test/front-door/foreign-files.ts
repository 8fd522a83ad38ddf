/**
 * Files as people bring them, made from chance: columns and conventions of many places, nobody's data. Each says which of its columns must
 * never reach a release.
 */
import { randomFrom } from '../../src/ground/random.ts'
import type { Files } from '../end-to-end/workshop.ts'

export interface ForeignFile {
  readonly name: string
  readonly file: string
  readonly files: Files
  /** Columns that name or number people. */
  readonly identifiers: readonly string[]
  /** Values of the identifiers that no released file may hold. */
  readonly secrets: readonly string[]
  /** What the file says, by the names that its columns get. */
  readonly rows: readonly Readonly<Record<string, string | number>>[]
}

type Draw = ReturnType<typeof drawing>

/** Draws from chance, in the words that the files below need. */
function drawing(seed: number) {
  const random = randomFrom(seed)
  const below = (limit: number): number => random.integer(limit)
  const pick = <T>(values: readonly T[]): T => values[below(values.length)]
  /** The first values come most often. */
  const skewed = <T>(values: readonly T[]): T => values[Math.min(below(values.length), below(values.length))]
  const between = (low: number, high: number): number => low + below(high - low + 1)
  const digits = (count: number): string => Array.from({ length: count }, () => below(10)).join('')
  return { below, pick, skewed, between, digits, two: (number: number) => String(number).padStart(2, '0') }
}

const FIRST = ['Anna', 'Boris', 'Clara', 'David', 'Elena', 'Farid', 'Greta', 'Hugo', 'Ines', 'Jonas', 'Katja', 'Luca']
const LAST = [
  'Achterberg',
  'Birnbaum',
  'Czerny',
  'Duval',
  'Eichhorn',
  'Fontaine',
  'Grünwald',
  'Hartmann',
  'Ibsen',
  'Jäger',
]
const JOBS = ['nurse', 'teacher', 'driver', 'clerk', 'engineer', 'farmer', 'cook', 'lawyer']

/** A delimited file with a row for each of `rows`. A record's keys are the header line. */
function table(rows: readonly Readonly<Record<string, string | number>>[], delimiter = ',', end = '\n'): string {
  const names = Object.keys(rows[0])
  const field = (value: string | number): string => {
    const text = String(value)
    return text.includes(delimiter) || /["\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
  }
  const lines = [names, ...rows.map((row) => Object.values(row))].map((fields) => fields.map(field).join(delimiter))
  return lines.map((line) => line + end).join('')
}

function many<T>(count: number, seed: number, row: (draw: Draw, index: number) => T): T[] {
  const draw = drawing(seed)
  return Array.from({ length: count }, (_, index) => row(draw, index))
}

function foreign(
  name: string,
  file: string,
  rows: readonly Readonly<Record<string, string | number>>[],
  identifiers: readonly string[],
  content: string | Uint8Array,
): ForeignFile {
  const secrets = rows.slice(0, 50).flatMap((row) => identifiers.map((column) => String(row[column])))
  const long = secrets.filter((text) => text.length > 4)
  return { name, file, files: { [file]: content }, identifiers, secrets: long, rows }
}

/** Semicolons, decimal commas, points of thousands, dd.mm.yyyy, umlauts in Latin-1, CRLF. */
export function germanPatients(rows = 400): ForeignFile {
  const people = many(rows, 1, (draw, index) => ({
    Patientennummer: `P-${100_000 + index * 7}`,
    Vorname: draw.pick(FIRST),
    Nachname: `${draw.pick(LAST)}-${draw.pick(LAST)}`,
    Geburtsdatum: `${draw.two(draw.between(1, 28))}.${draw.two(draw.between(1, 12))}.${draw.between(1940, 2003)}`,
    Geschlecht: draw.pick(['männlich', 'weiblich']),
    PLZ: `${draw.pick(['01', '04', '80'])}${draw.pick(['069', '103', '277', '331'])}`,
    Größe: `${draw.between(150, 198)},${draw.below(10)}`,
    Einkommen: `${draw.between(1, 6)}.${draw.digits(3)},${draw.digits(2)}`,
    Diagnose: draw.skewed(['J45', 'E11', 'I10', 'C50', 'F32']),
  }))
  const text = table(people, ';', '\r\n')
  return foreign(
    'German patients',
    'patienten.csv',
    people,
    ['Patientennummer', 'Vorname', 'Nachname'],
    Buffer.from(text, 'latin1'),
  )
}

/** m/d/yy with a time, commas of thousands, SSN, phone, ZIP, e-mail. */
export function americanCustomers(rows = 400): ForeignFile {
  const people = many(rows, 2, (draw, index) => {
    const name = `${draw.pick(FIRST)} ${draw.pick(LAST)}`
    return {
      customer_id: 74_500_021 + 13 * index,
      full_name: name,
      email: `${name.toLowerCase().replaceAll(/[^a-z]/g, '.')}${index}@example.com`,
      phone: `(${draw.between(200, 989)}) 555-${draw.digits(4)}`,
      ssn: `${draw.between(100, 665)}-${draw.two(draw.between(1, 99))}-${draw.digits(4)}`,
      dob: `${draw.between(1, 12)}/${draw.between(1, 28)}/${draw.two(draw.between(40, 99))}`,
      zip: draw.pick(['02139', '02140', '10001', '10002', '94103', '94110', '60601']),
      signup: `${draw.between(1, 12)}/${draw.between(1, 28)}/${draw.between(19, 23)} ${draw.between(0, 23)}:${draw.two(draw.below(60))}`,
      occupation: draw.skewed(JOBS),
      balance: `${draw.between(1, 9)},${draw.digits(3)}.${draw.digits(2)}`,
      churned: draw.pick(['yes', 'no']),
    }
  })
  return foreign(
    'American customers',
    'customers.csv',
    people,
    ['customer_id', 'full_name', 'email', 'phone', 'ssn'],
    table(people),
  )
}

/** Fifty-three columns: a person, her place and job, and measurements. */
export function wideSurvey(rows = 300): ForeignFile {
  const people = many(rows, 3, (draw, index) => ({
    respondent_id: `R${String(index * 13).padStart(6, '0')}`,
    age: draw.between(18, 90),
    sex: draw.pick(['F', 'M']),
    marital_status: draw.skewed(['married', 'single', 'divorced', 'widowed']),
    education: draw.skewed(['Bachelors', 'HS-grad', 'Masters', 'Doctorate', '11th']),
    occupation: draw.skewed(JOBS),
    city: draw.skewed(['Springfield', 'Shelbyville', 'Ogdenville', 'North Haverbrook']),
    income: draw.between(12, 180) * 500,
    ...Object.fromEntries(
      Array.from({ length: 45 }, (_, i) => [`q${i + 1}`, i % 9 === 8 ? draw.below(1000) / 10 : draw.between(1, 5)]),
    ),
  }))
  return foreign('a survey of 53 columns', 'survey.csv', people, ['respondent_id'], table(people))
}

/** A row per visit: people come again, and their number with them. */
export function repeatedVisits(rows = 600): ForeignFile {
  const people = many(rows / 4, 4, (draw, index) => ({
    patient_id: `MRN${String(40_000 + index * 31)}`,
    birth_date: `${draw.between(1935, 2004)}-${draw.two(draw.between(1, 12))}-${draw.two(draw.between(1, 28))}`,
    gender: draw.pick(['female', 'male']),
    postcode: draw.pick(['SW1A 1AA', 'SW1A 2AA', 'M1 1AE', 'M1 2AE', 'B33 8TH', 'B33 9TH']),
  }))
  const visits = many(rows, 5, (draw) => ({
    ...draw.pick(people),
    visit_date: `2021-${draw.two(draw.between(1, 12))}-${draw.two(draw.between(1, 28))}`,
    ward: draw.skewed(['cardiology', 'surgery', 'geriatrics', 'paediatrics']),
    diagnosis: draw.skewed(['I10', 'E11.9', 'J45.0', 'C50.1', 'F32.0']),
    length_of_stay: draw.between(1, 21),
  }))
  return foreign('visits with repeated ids', 'visits.csv', visits, ['patient_id'], table(visits))
}

/** No header line, blanks after commas, `?` for missing. */
export function headerlessCensus(rows = 500): ForeignFile {
  const people = many(rows, 6, (draw) => ({
    age: draw.between(17, 90),
    work: draw.skewed(['Private', 'Self-emp', 'State-gov', '?']),
    weight: draw.between(10_000, 900_000),
    school: draw.skewed(['HS-grad', 'Some-college', 'Bachelors', 'Masters', '9th']),
    married: draw.skewed(['Married-civ-spouse', 'Never-married', 'Divorced']),
    sex: draw.pick(['Male', 'Female']),
    hours: draw.skewed([40, 38, 20, 50, 60]),
    income: draw.skewed(['<=50K', '>50K']),
  }))
  const text = table(people).split('\n').slice(1).join('\n').replaceAll(',', ', ')
  const numbered = people.map((row) =>
    Object.fromEntries(Object.values(row).map((value, i) => [`column${i + 1}`, value])),
  )
  return foreign('a census without a header line', 'census.data', numbered, [], text)
}

/** Names that stand twice, are words of JavaScript, or have blanks and marks in them; quotes and line breaks in values. */
export function oddNames(rows = 300): ForeignFile {
  const header = ['name', 'name', '__proto__', 'constructor', 'Date of  Birth', 'größe (cm)', 'notes', 'town/city']
  const people = many(rows, 7, (draw, index) => [
    `${draw.pick(FIRST)}${index}`,
    `${draw.pick(LAST)}${index}`,
    draw.pick(['a', 'b', 'c']),
    draw.between(1, 6),
    `${draw.between(1940, 2005)}/${draw.two(draw.between(1, 12))}/${draw.two(draw.between(1, 28))}`,
    draw.between(150, 199),
    `said "${draw.pick(FIRST)}, no",\nthen left at ${draw.between(1, 23)}:${draw.two(draw.below(60))}`,
    draw.skewed(['Aarhus', "L'Aquila", 'Saint-Étienne', 'Foo; Bar']),
  ])
  const cells = (fields: readonly (string | number)[]) =>
    fields.map((field) => `"${String(field).replaceAll('"', '""')}"`).join(',')
  const text = [header, ...people].map((fields) => `${cells(fields)}\n`).join('')
  const names = header.with(1, 'name_2')
  const records = people.map((fields) => Object.fromEntries(fields.map((field, i) => [names[i], field])))
  return foreign('odd names and quotes', 'odd names.csv', records, ['name', 'name_2'], text)
}

/** Towns in provinces of the same name, French words, a social security number with its check digits. */
export function frenchTowns(rows = 400): ForeignFile {
  const towns = {
    Parme: ['Parme', 'Fidenza'],
    Modène: ['Modène', 'Carpi'],
    Nice: ['Nice', 'Antibes'],
    Lyon: ['Lyon', 'Bron'],
  }
  const people = many(rows, 8, (draw) => {
    const province = draw.skewed(Object.keys(towns) as (keyof typeof towns)[])
    const year = draw.between(40, 99)
    const month = draw.between(1, 12)
    const body = `${draw.pick(['1', '2'])}${year}${draw.two(month)}${draw.pick(['06', '69', '75'])}${draw.digits(3)}${draw.digits(3)}`
    return {
      numéro_sécu: `${body}${draw.two(97 - Number(BigInt(body) % 97n))}`,
      prénom: draw.pick(FIRST),
      nom: `${draw.pick(LAST)} ${draw.pick(LAST)}`,
      'date de naissance': `${draw.two(draw.between(1, 28))}/${draw.two(month)}/19${year}`,
      sexe: draw.pick(['H', 'F']),
      province,
      ville: draw.pick(towns[province]),
      profession: draw.skewed(['infirmier', 'enseignant', 'chauffeur', 'cuisinier']),
      salaire: draw.between(1200, 6400),
    }
  })
  return foreign('French towns', 'personnes.tsv', people, ['numéro_sécu', 'prénom', 'nom'], table(people, '\t'))
}

/** So many categories that others can know, and a name. */
export function manyQuasiIdentifiers(columns: number, rows = 400): ForeignFile {
  const words = [
    'region',
    'education',
    'occupation',
    'marital_status',
    'nationality',
    'housing',
    'language',
    'religion',
  ]
  const people = many(rows, columns, (draw, index) => {
    // People of one kind agree in most of their answers.
    const kind = draw.below(6)
    const answers = Array.from({ length: columns }, (_, i) => {
      const value = draw.below(8) === 0 ? draw.below(5) : (kind * (i + 3)) % 5
      return [`${words[i % words.length]}_${i}`, `${words[i % words.length].slice(0, 3)}${value}`]
    })
    return { full_name: `${draw.pick(FIRST)} ${draw.pick(LAST)} ${index}`, ...Object.fromEntries(answers) }
  })
  return foreign(`${columns} quasi-identifiers`, `wide-${columns}.csv`, people, ['full_name'], table(people))
}

/** What a workbook is made from. */
export function staffRows(rows = 300): readonly Readonly<Record<string, string | number>>[] {
  return many(rows, 9, (draw, index) => ({
    'Employee ID': `E${1000 + index}`,
    'Last name': `${draw.pick(LAST)}${index}`,
    'Date of birth': `${draw.between(1955, 2002)}-${draw.two(draw.between(1, 12))}-${draw.two(draw.between(1, 28))}`,
    Gender: draw.pick(['F', 'M', 'X']),
    Department: draw.skewed(['Sales', 'Research', 'Legal', 'Kitchen']),
    Salary: draw.between(20, 90) * 1000,
    Rating: draw.between(1, 5),
  }))
}

export const staffCsv = (rows = 300): string => table(staffRows(rows))

/** The same as a workbook. */
export function staffWorkbook(content: Uint8Array, rows = 300): ForeignFile {
  return foreign('a workbook of staff', 'staff.xlsx', staffRows(rows), ['Employee ID', 'Last name'], content)
}

export const foreignFiles = (): readonly ForeignFile[] => [
  germanPatients(),
  americanCustomers(),
  wideSurvey(),
  repeatedVisits(),
  headerlessCensus(),
  oddNames(),
  frenchTowns(),
  manyQuasiIdentifiers(15, 200),
  manyQuasiIdentifiers(24, 150),
  manyQuasiIdentifiers(43, 150),
]
