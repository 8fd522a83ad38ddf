/** Files of different shapes, made from chance: what strangers bring, small. */
import { type Random, randomFrom } from '../../src/ground/random.ts'

export interface Shape {
  readonly name: string
  readonly file: string
  readonly text: string | Uint8Array
  /** Columns whose values must not be released. */
  readonly identifiers: readonly string[]
}

type Row = Readonly<Record<string, string | number>>

const two = (number: number) => String(number).padStart(2, '0')
const day = (random: Random, from: number, years: number) =>
  `${from + random.integer(years)}-${two(1 + random.integer(12))}-${two(1 + random.integer(28))}`
const pick = <T>(random: Random, values: readonly T[]): T => values[random.integer(values.length)]
/** The first values are the most frequent. */
const skewed = <T>(random: Random, values: readonly T[]): T => values[Math.floor(values.length * random.uniform() ** 2)]
const normal = (random: Random) => Array.from({ length: 6 }, () => random.uniform()).reduce((a, b) => a + b, -3)

const TOWNS = ['Bonn', 'Kiel', 'Köln', 'Trier', 'Ulm', 'Worms', 'Zwickau']
const SURNAMES = ['佐藤', '鈴木', '高橋', '田中', '伊藤', '渡辺', '山本', '中村', '小林', '加藤', '吉田', '山田']
const GIVEN = ['太郎', '花子', '一郎', '美咲', '健太', '陽菜', '翔', '愛']
const TAGS = ['CDC', 'CIU', 'CSH', 'CV', 'FED', 'H', 'JI', 'NC', 'P', 'SBS']
const FIRST = ['Anna', 'Jörg', 'Clara', 'Günther', 'Elena', 'Jürgen', 'Greta', 'Hugo']

function shape(
  name: string,
  identifiers: readonly string[],
  rows: number,
  row: (random: Random, i: number) => Row,
  { delimiter = ',', end = '\n', latin = false } = {},
): Shape {
  const random = randomFrom(rows + name.length)
  const records = Array.from({ length: rows }, (_, i) => row(random, i))
  const lines = [Object.keys(records[0]), ...records.map((one) => Object.values(one))]
  const text = lines.map((fields) => fields.join(delimiter) + end).join('')
  return { name, file: 'data.csv', text: latin ? Buffer.from(text, 'latin1') : text, identifiers }
}

const likert = (random: Random, count: number, mood = normal(random)) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, i) => [
      `q${i + 1}`,
      Math.max(1, Math.min(5, Math.round(3 + 0.6 * mood + normal(random)))),
    ]),
  )

export const shapes = (): readonly Shape[] => [
  shape('events with ids', ['event_id', 'user_id'], 400, (random, i) => ({
    event_id: 900_000 + i * 7,
    user_id: `u${10_000 + random.integer(90) * 17}`,
    at: `${day(random, 2024, 1)} ${two(random.integer(24))}:${two(random.integer(60))}:00`,
    page: skewed(random, ['home', 'search', 'cart', 'help', 'pay']),
    device: skewed(random, ['phone', 'laptop', 'tablet']),
  })),
  shape('a survey with 60 answers', ['respondent'], 200, (random, i) => ({
    respondent: `R${10_000 + i * 13}`,
    age: 18 + random.integer(70),
    gender: pick(random, ['female', 'male']),
    ...likert(random, 60),
  })),
  shape('salaries', ['employee_id', 'name'], 240, (random, i) => ({
    employee_id: 70_000 + i * 3,
    name: `${pick(random, FIRST)} ${pick(random, TOWNS)}mann ${i}`,
    department: skewed(random, ['sales', 'research', 'legal', 'kitchen']),
    birth_year: 1956 + random.integer(48),
    salary: (38_000 * Math.exp(0.4 * normal(random))).toFixed(2),
  })),
  shape('coordinates', ['case_no'], 240, (random, i) => ({
    case_no: `C-${4000 + i}`,
    latitude: (47.3 + 0.05 * normal(random)).toFixed(6),
    longitude: (8.5 + 0.05 * normal(random)).toFixed(6),
    age: 1 + random.integer(90),
    illness: skewed(random, ['influenza', 'measles', 'mumps', 'cholera']),
  })),
  shape('Japanese names', ['氏名', '電話番号'], 200, (random) => ({
    氏名: `${pick(random, SURNAMES)}${pick(random, GIVEN)}`,
    電話番号: `090-${1000 + random.integer(9000)}-${1000 + random.integer(9000)}`,
    年齢: 18 + random.integer(70),
    性別: pick(random, ['男', '女']),
    都道府県: skewed(random, ['東京都', '大阪府', '北海道', '福岡県']),
    血液型: skewed(random, ['A', 'O', 'B', 'AB']),
  })),
  shape('Polish headers', ['PESEL', 'imię', 'nazwisko'], 200, (random, i) => ({
    PESEL: `${two(random.integer(99))}${two(1 + random.integer(12))}${two(1 + random.integer(28))}${10_000 + i * 31}`,
    imię: pick(random, ['Anna', 'Paweł', 'Łukasz', 'Zofia', 'Jan']),
    nazwisko: `${pick(random, ['Kowal', 'Nowak', 'Wójcik', 'Mazur'])}-${i}`,
    płeć: pick(random, ['K', 'M']),
    wiek: 18 + random.integer(70),
    województwo: skewed(random, ['mazowieckie', 'śląskie', 'łódzkie', 'pomorskie']),
    wzrost: Math.round(172 + 9 * normal(random)),
  })),
  shape('dates', ['patient_id'], 240, (random, i) => ({
    patient_id: `MRN${20_000 + i * 31}`,
    birth_date: day(random, 1935, 70),
    admitted: day(random, 2022, 2),
    diagnosis: skewed(random, ['I10', 'E11', 'J45', 'C50', 'F32']),
  })),
  shape('sparse columns', ['email'], 200, (random, i) => ({
    email: `p${i}@example.org`,
    age: 18 + random.integer(70),
    city: skewed(random, TOWNS),
    remark: random.integer(20) > 0 ? '' : `asked for ${pick(random, FIRST)} ${i}`,
    discount: random.integer(10) > 0 ? '' : 5 * (1 + random.integer(4)),
    allergy: random.integer(12) > 0 ? '' : skewed(random, ['nuts', 'milk', 'pollen']),
  })),
  shape('baskets', ['card'], 300, (random, i) => ({
    card: 5_500_000 + i * 17,
    purchases: Array.from({ length: 1 + random.integer(4) }, () =>
      skewed(random, ['bread', 'milk', 'beer', 'eggs', 'tea', 'salt', 'figs', 'rice']),
    )
      .filter((item, place, all) => all.indexOf(item) === place)
      .join(' '),
  })),
  shape('labels parted by commas', ['case_no'], 400, (random, i) => ({
    case_no: 70_000 + i * 31,
    age: 20 + random.integer(60),
    state: skewed(random, TOWNS),
    tags: `"${[...new Set(Array.from({ length: 1 + random.integer(4) }, () => skewed(random, TAGS)))].sort().join(', ')}"`,
  })),
  shape('wide measurements', ['sample'], 150, (random, i) => ({
    sample: `S${1000 + i}`,
    age: 18 + random.integer(70),
    sex: pick(random, ['f', 'm']),
    ...Object.fromEntries(Array.from({ length: 40 }, (_, c) => [`m${c + 1}`, (10 + c + normal(random)).toFixed(2)])),
  })),
  shape('row names without a header, times of day', ['column1', 'badge'], 300, (random, i) => ({
    '': i + 1,
    badge: `B-${2000 + i * 3}`,
    age: 18 + random.integer(50),
    arrived: `${two(6 + random.integer(12))}:${two(random.integer(60))}`,
    gate: skewed(random, ['north', 'south', 'east']),
  })),
  shape('a tiny club', ['member'], 14, (random, i) => ({
    member: `${pick(random, FIRST)} ${pick(random, TOWNS)} ${i}`,
    age: 20 + random.integer(50),
    sex: pick(random, ['f', 'm']),
    belt: skewed(random, ['white', 'green', 'black']),
  })),
  shape(
    'a German semicolon file',
    ['Kundennummer', 'Vorname'],
    240,
    (random, i) => ({
      Kundennummer: `K${30_000 + i * 7}`,
      Vorname: pick(random, FIRST),
      Geburtsdatum: day(random, 1940, 64).split('-').reverse().join('.'),
      Geschlecht: pick(random, ['männlich', 'weiblich']),
      PLZ: `${pick(random, ['01', '04', '80'])}${pick(random, ['069', '103', '277', '331'])}`,
      Größe: `${150 + random.integer(49)},${random.integer(10)}`,
      Umsatz: `${1 + random.integer(6)}.${100 + random.integer(900)},${10 + random.integer(90)}`,
    }),
    { delimiter: ';', end: '\r\n', latin: true },
  ),
]
