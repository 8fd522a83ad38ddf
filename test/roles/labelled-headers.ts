/** The labelled headers as profiles: values of each column are made from its shape, the same on every run. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { ProfiledColumn } from '../../src/hierarchy/propose.ts'

export interface LabelledTable {
  readonly name: string
  readonly columns: readonly { readonly profile: ProfiledColumn; readonly role: string }[]
}

const ROLES: Readonly<Record<string, string>> = {
  i: 'identifier',
  q: 'quasi-identifier',
  s: 'sensitive',
  t: 'target',
  o: 'other',
}
const ROWS = 2000

export function labelledHeaders(file: string): LabelledTable[] {
  const text = readFileSync(fileURLToPath(new URL(file, import.meta.url)), 'utf8')
  const tables: { name: string; columns: { profile: ProfiledColumn; role: string }[] }[] = []
  for (const line of text.split('\n')) {
    if (line.startsWith('== ')) tables.push({ name: line.slice(3), columns: [] })
    else if (line !== '' && !line.startsWith('#')) {
      const match = /^(.+?) ([a-z-]+(?: -?\d+)*) ([iqsto])$/.exec(line)
      if (match === null) throw new Error(`not a column: ${line}`)
      const [, name, shape, role] = match
      tables[tables.length - 1].columns.push({ profile: profileOf(name, shape), role: ROLES[role] })
    }
  }
  return tables
}

const profiles = new Map<string, Omit<ProfiledColumn, 'name'>>()

/** Columns of one shape have the same values, which are made once. */
function profileOf(name: string, shape: string): ProfiledColumn {
  const profile = profiles.get(shape) ?? profileOfShape(shape)
  profiles.set(shape, profile)
  return { name, ...profile }
}

function profileOfShape(shape: string): Omit<ProfiledColumn, 'name'> {
  const counts = new Map<string, number>()
  let missing = 0
  for (let row = 0; row < ROWS; row++) {
    const value = valueOfShape(shape, row)
    if (value === undefined) missing++
    else counts.set(value, (counts.get(value) ?? 0) + 1)
  }
  const values = [...counts.keys()].sort()
  return { rows: ROWS, values, counts: values.map((value) => counts.get(value) as number), missingCount: missing }
}

/** A number below `size` that looks drawn, but is the same for the same row and purpose. */
function mixed(row: number, purpose: number, size: number): number {
  let hash = Math.imul(row + 1, 0x9e3779b1) ^ Math.imul(purpose + 1, 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
  hash = Math.imul(hash ^ (hash >>> 12), 0x297a2d39)
  return ((hash ^ (hash >>> 15)) >>> 0) % size
}

const pad = (number: number, length: number) => String(number).padStart(length, '0')
const FIRST =
  'Anna Peter Maria John Laura Pierre Giulia Hans Carmen Paulo Sofia David Emma Luca Chloe Jonas Olga Yuki'.split(' ')
const SYLLABLES = 'ba re mo ti lu ka se no vi da po ru gel stein field wood mann ez ini ova'.split(' ')
const WORDS =
  'alpha bright cedar delta ember forest granite harbor island juniper kettle lantern meadow north orchard prairie quartz river stone timber'.split(
    ' ',
  )

function surname(row: number): string {
  const parts = [1, 2, 3].map((purpose) => SYLLABLES[mixed(row, purpose, SYLLABLES.length)]).join('')
  return parts[0].toUpperCase() + parts.slice(1)
}

function word(index: number): string {
  return index < WORDS.length
    ? WORDS[index]
    : `${WORDS[index % WORDS.length]} ${SYLLABLES[Math.floor(index / WORDS.length) % SYLLABLES.length]}${Math.floor(index / 400)}`
}

function valueOfShape(shape: string, row: number): string | undefined {
  const [kind, ...numbers] = shape.split(' ')
  const [a = 0, b = 0] = numbers.map(Number)
  const day = 1 + mixed(row, 4, 28)
  const month = 1 + mixed(row, 5, 12)
  const year = 1935 + mixed(row, 6, 85)
  switch (kind) {
    case 'int':
      return String(a + mixed(row, a + b, b - a + 1))
    case 'decimal':
      return (a + (mixed(row, a + b, 1_000_000) / 1_000_000) * (b - a)).toFixed(2)
    case 'words':
      return word(mixed(row, a, a))
    case 'bool':
      return mixed(row, 7, 2) === 0 ? 'yes' : 'no'
    case 'seq':
      return String(row + 1)
    case 'unique-int':
      return String(10 ** (a - 1) + row * 3 + mixed(row, 8, 3))
    case 'repeated-int':
      return String(10 ** (a - 1) + mixed(row, 9, 600) * 7)
    case 'codes':
      return `${'ABCDEFGH'[mixed(row, 10, 8)]}${pad(row * 7 + 13, 6)}${'KLMN'[mixed(row, 11, 4)]}`
    case 'names':
      return `${surname(row)}, ${FIRST[mixed(row, 12, FIRST.length)]}`
    case 'names-repeated':
      return `${FIRST[mixed(row % 700, 12, FIRST.length)]} ${surname(row % 700)}`
    case 'firstnames':
      return FIRST[mixed(row, 13, FIRST.length)]
    case 'lastnames':
      return surname(row)
    case 'sparse':
      return mixed(row, 14, 5) === 0 ? `${'ABCDE'[mixed(row, 15, 5)]}${mixed(row, 16, 30)}` : undefined
    case 'uuid':
      return `${pad(row, 8)}-aaaa-4bbb-8ccc-${pad(row * 31, 12)}`
    case 'ssn':
      return `${900 + mixed(row, 17, 99)}-${10 + mixed(row, 18, 89)}-${pad(row, 4)}`
    case 'cpf':
      return cpf(row)
    case 'iban':
      return iban(row)
    case 'email':
      return `${surname(row).toLowerCase()}${row}@example.org`
    case 'phone':
      return `+49 30 ${pad(row * 37, 7)}`
    case 'streets':
      return `${1 + mixed(row, 19, 900)} ${surname(row)} Street`
    case 'streets-de':
      return `${surname(row)}straße ${1 + mixed(row, 19, 90)}`
    case 'zip':
      return pad(1000 + mixed(row, 20, 400) * 13, 5)
    case 'coordinate':
      return (40 + mixed(row, 21, 900_000) / 1_000_000).toFixed(6)
    case 'icd':
      return `${'ABCEFIJKMN'[mixed(row, 22, 10)]}${pad(mixed(row, 23, 90), 2)}.${mixed(row, 24, 10)}`
    case 'date-iso':
      return `${year}-${pad(month, 2)}-${pad(day, 2)}`
    case 'date-us':
      return `${pad(month, 2)}/${pad(day, 2)}/${year}`
    case 'date-fr':
      return `${pad(day, 2)}/${pad(month, 2)}/${year}`
    case 'date-de':
      return `${pad(day, 2)}.${pad(month, 2)}.${year}`
    case 'date-compact':
      return `${pad(day, 2)}${pad(month, 2)}${year}`
    case 'date-mon':
      return `${'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')[month - 1]}-${year}`
    case 'datetime':
      return `${year}-${pad(month, 2)}-${pad(day, 2)} ${pad(mixed(row, 25, 24), 2)}:${pad(mixed(row, 26, 60), 2)}:00`
    case 'datetime-us':
      return `${pad(month, 2)}/${pad(day, 2)}/${year} ${pad(1 + mixed(row, 25, 12), 2)}:${pad(mixed(row, 26, 60), 2)}:00 PM`
    case 'date-nl':
      return `${pad(day, 2)}-${pad(month, 2)}-${year}`
    case 'date-jp':
      return `${year}年${month}月${day}日`
    case 'latlon':
      return `${(40 + mixed(row, 21, 900_000) / 1_000_000).toFixed(6)}, ${(8 + mixed(row, 30, 900_000) / 1_000_000).toFixed(6)}`
    case 'zip-pl':
      return `${pad(mixed(row, 20, 60), 2)}-${pad(mixed(row, 31, 9) * 100, 3)}`
    case 'zip-jp':
      return `${pad(100 + mixed(row, 20, 60), 3)}-${pad(mixed(row, 31, 9) * 11, 4)}`
    case 'postcode-nl':
      return `${1000 + mixed(row, 20, 60) * 17} ${'ABCDEFGH'[mixed(row, 31, 8)]}${'KLMN'[mixed(row, 32, 4)]}`
    case 'phone-cn':
      return `13${pad(mixed(row, 33, 1_000_000_000), 9)}`
    case 'ip':
      return [34, 35, 36, 37].map((purpose) => mixed(row, purpose, 256)).join('.')
    case 'url':
      return `https://example.org/${surname(row).toLowerCase()}-${row}`
    case 'ni':
      return `${'ABCEGHJKLM'[mixed(row, 38, 10)]}${'ABCEGHJKLM'[mixed(row, 39, 10)]}${pad(row * 13, 6)}${'ABCD'[mixed(row, 40, 4)]}`
    case 'pesel':
      return withCheckDigit(
        `${pad(year % 100, 2)}${pad(month, 2)}${pad(day, 2)}${pad(row % 10_000, 4)}`,
        [1, 3, 7, 9, 1, 3, 7, 9, 1, 3],
      )
    case 'bsn':
      return bsn(row)
    case 'cn-id':
      return `${110_101 + mixed(row, 41, 30) * 1000}${year}${pad(month, 2)}${pad(day, 2)}${pad(row % 1000, 3)}${'0123456789X'[mixed(row, 42, 11)]}`
    case 'names-cjk':
      return `${ideograph(mixed(row, 43, 20))}${ideograph(40 + mixed(row, 44, 60))}${ideograph(120 + mixed(row, 45, 60))}`
    case 'names-kana':
      return [46, 47, 48, 49].map((purpose) => String.fromCodePoint(0x30a2 + mixed(row, purpose, 70))).join('')
    case 'words-cjk':
      return `${ideograph(200 + mixed(row, a, a))}${ideograph(500 + mixed(row, a, a))}`
    case 'address-cjk':
      return `${ideograph(mixed(row, 50, 90))}${ideograph(mixed(row, 51, 90))}区${1 + mixed(row, 52, 30)}-${1 + mixed(row, 53, 30)}-${1 + mixed(row, 54, 30)}`
    case 'text':
      return `${word(mixed(row, 27, 400))} seen near the ${word(mixed(row, 28, 400))} with ${word(mixed(row, 29, 400))} and ${word(row % 1900)}`
    default:
      throw new Error(`no such shape: ${shape}`)
  }
}

const ideograph = (index: number) => String.fromCodePoint(0x5000 + index * 7)

function withCheckDigit(digits: string, weights: readonly number[]): string {
  const sum = weights.reduce((total, weight, i) => total + weight * Number(digits[i]), 0)
  return `${digits}${(10 - (sum % 10)) % 10}`
}

/** Nine figures whose weighted sum is a multiple of eleven. */
function bsn(row: number): string {
  for (let body = 10_000_000 + row * 17; ; body++) {
    const rest = [...String(body)].reduce((sum, digit, i) => sum + Number(digit) * (9 - i), 0) % 11
    if (rest < 10) return `${body}${rest}`
  }
}

function cpf(row: number): string {
  let digits = pad(100_000_000 + row * 7919, 9)
  for (const end of [9, 10]) {
    let sum = 0
    for (let i = 0; i < end; i++) sum += Number(digits[i]) * (end + 1 - i)
    digits += ((sum * 10) % 11) % 10
  }
  return digits
}

function iban(row: number): string {
  const account = `3704004405${pad(row, 8)}`
  const rest = Number(BigInt(`${account}131400`) % 97n)
  return `DE${pad(98 - rest, 2)}${account}`
}
