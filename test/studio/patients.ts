/**
 * A file as a German hospital writes it: semicolons, Latin-1, CRLF, dd.mm.yyyy, 1.234,56, "k.A." for missing costs, and postcodes that begin
 * with 0.
 */
import { randomFrom } from '../../src/ground/random.ts'

const FAMILY = ['Müller', 'Schmidt', 'Schneider', 'Fischer', 'Weiß', 'Köhler', 'Groß', 'Jäger', 'Lange', 'Böhm', 'Kaya']
const GIVEN = ['Jürgen', 'Anna', 'Björn', 'Käthe', 'Peter', 'Ayşe'.replace('ş', 's'), 'Sören', 'Zoë', 'Maria', 'Götz']
const DIAGNOSES = [
  'I10',
  'E11.9',
  'J45.0',
  'M54.5',
  'F32.1',
  'K21.0',
  'N39.0',
  'C50.9',
  'S72.0',
  'G40.9',
  'B18.2',
  'O80',
]
const FUNDS = ['AOK', 'Barmer', 'TK', 'DAK', 'privat']

export function patientsFile(rows = 600, seed = 7): Buffer {
  const random = randomFrom(seed)
  const pick = (from: readonly string[]) => from[Math.floor(random.uniform() ** 1.6 * from.length)]
  const two = (number: number) => String(number).padStart(2, '0')
  const date = (from: number, years: number) =>
    `${two(1 + random.integer(28))}.${two(1 + random.integer(12))}.${from + random.integer(years)}`
  const lines = Array.from({ length: rows }, () => {
    const whole = 200 + random.integer(9000)
    const thousands = whole >= 1000 ? `${Math.floor(whole / 1000)}.${String(whole % 1000).padStart(3, '0')}` : whole
    const costs = random.integer(40) === 0 ? 'k.A.' : `${thousands},${two(random.integer(100))}`
    return [
      pick(FAMILY),
      pick(GIVEN),
      date(1930, 80),
      pick(['m', 'w', 'd']),
      `${pick(['01', '04', '10', '50', '80'])}${two(random.integer(6))}${random.integer(3)}`,
      date(2022, 2),
      pick(DIAGNOSES),
      costs,
      pick(FUNDS),
    ].join(';')
  })
  const head = 'Nachname;Vorname;Geburtsdatum;Geschlecht;PLZ;Aufnahmedatum;Hauptdiagnose;Kosten (EUR);Kasse'
  return Buffer.from([head, ...lines, ''].join('\r\n'), 'latin1')
}
