import { beforeAll, describe, expect, it } from 'vitest'
import { HOSPITAL_HEAD, type HospitalRequest, hospitalTrees, sampleHospital } from './hospital.ts'
import { leafNames } from './taxonomy.ts'

const hospitalColumns = HOSPITAL_HEAD.split(',')
type Row = Readonly<Record<string, string>>

const csv = (request: HospitalRequest) => [...sampleHospital(request)].join('')

function readRows(request: HospitalRequest): Row[] {
  const [head, ...lines] = csv(request).trimEnd().split('\n')
  expect(head).toBe(HOSPITAL_HEAD)
  return lines.map((line) => {
    const cells = line.split(',')
    if (cells.length !== hospitalColumns.length) expect.fail(`${cells.length} cells in ${line}`)
    return Object.fromEntries(hospitalColumns.map((column, i) => [column, cells[i]])) as Row
  })
}

const day = (text: string) => Date.parse(`${text}T00:00:00Z`) / 86_400_000
const stay = (row: Row) => day(row.discharge) - day(row.admission)
const age = (row: Row) => (day(row.admission) - day(row['birth-date'])) / 365.25
const mean = (rows: readonly Row[], value: (row: Row) => number) =>
  rows.reduce((sum, row) => sum + value(row), 0) / rows.length
const share = (rows: readonly Row[], holds: (row: Row) => boolean) => rows.filter(holds).length / rows.length

describe('sampleHospital', () => {
  let rows: Row[] = []
  beforeAll(() => {
    rows = readRows({ patients: 12_000, seed: 3 })
  })
  const select = (holds: (row: Row) => boolean) => rows.filter(holds)
  const patientsWith = (diagnosis: string) => select((row) => row.diagnosis === diagnosis)

  it('gives the same rows for a seed, others for another, and the first rows of a larger sample', () => {
    const whole = csv({ patients: 4000, seed: 1 })
    for (const patients of [1, 700, 3999]) expect(whole.startsWith(csv({ patients, seed: 1 }))).toBe(true)
    expect(csv({ patients: 50, seed: 2 })).not.toBe(csv({ patients: 50, seed: 1 }))
  })

  it('has real dates in order: born, admitted within the year, discharged', () => {
    const isDate = (text: string) => new Date(`${text}T00:00:00Z`).toISOString().slice(0, 10) === text
    const wrong = select(
      (row) =>
        ![row['birth-date'], row.admission, row.discharge].every(isDate) ||
        day(row['birth-date']) >= day(row.admission) ||
        stay(row) < 1 ||
        !row.admission.startsWith('2024-'),
    )
    expect(wrong).toEqual([])
    expect(new Set(rows.map((row) => row.patient)).size).toBe(rows.length)
  })

  it('uses every ward, diagnosis and sex of the trees, and no other', () => {
    for (const column of ['ward', 'diagnosis', 'sex'] as const) {
      const values = new Set(rows.map((row) => row[column]))
      expect([...values].sort()).toEqual(leafNames(hospitalTrees[column]).sort())
    }
  })

  it('has costs in cents that hardly repeat, postcodes of five digits mostly of one region', () => {
    expect(rows.every((row) => /^\d+\.\d\d$/.test(row.costs) && Number(row.costs) > 0)).toBe(true)
    expect(new Set(rows.map((row) => row.costs)).size).toBeGreaterThan(0.95 * rows.length)
    expect(rows.every((row) => /^\d{5}$/.test(row.postcode))).toBe(true)
    expect(share(rows, (row) => row.postcode[0] === '1')).toBeGreaterThan(0.85)
    const far = (ward: string) =>
      share(
        select((row) => row.ward === ward),
        (row) => row.postcode[0] !== '1',
      )
    expect(far('Oncology')).toBeGreaterThan(1.5 * far('Cardiology'))
  })

  it('has columns that depend on each other', () => {
    expect(select((row) => row.ward === 'Obstetrics' && row.sex === 'male')).toEqual([])
    expect(
      mean(
        select((row) => row.ward === 'Paediatrics'),
        age,
      ),
    ).toBeLessThan(12)
    expect(mean(patientsWith('Hip-fracture'), age)).toBeGreaterThan(75)
    expect(share(patientsWith('Hernia'), (row) => row.sex === 'male')).toBeGreaterThan(0.75)
    expect(mean(patientsWith('Leukaemia'), stay)).toBeGreaterThan(3 * mean(patientsWith('Hernia'), stay))
    const old = patientsWith('Pneumonia').filter((row) => age(row) >= 75)
    const young = patientsWith('Pneumonia').filter((row) => age(row) < 50)
    expect(mean(old, stay)).toBeGreaterThan(mean(young, stay) + 1)
    const long = patientsWith('Stroke').filter((row) => stay(row) >= 15)
    const short = patientsWith('Stroke').filter((row) => stay(row) < 7)
    const costs = (row: Row) => Number(row.costs)
    expect(mean(long, costs)).toBeGreaterThan(1.5 * mean(short, costs))
    const cold = (row: Row) => ['01', '02', '12'].includes(row.admission.slice(5, 7))
    expect(share(patientsWith('Pneumonia'), cold)).toBeGreaterThan(1.2 * share(patientsWith('Knee-replacement'), cold))
  })
})
