import { beforeAll, describe, expect, it } from 'vitest'
import { CLINIC_HEAD, type ClinicRequest, clinicTrees, sampleClinic } from './clinic.ts'
import { leafNames } from './taxonomy.ts'

interface Row {
  readonly age: number
  readonly sex: string
  readonly postcode: string
  readonly region: string
  readonly insurance: string
  readonly codes: readonly string[]
}

const csv = (request: ClinicRequest) => [...sampleClinic(request)].join('')

function readRows(request: ClinicRequest): Row[] {
  const [head, ...lines] = csv(request).trimEnd().split('\n')
  expect(head).toBe(CLINIC_HEAD)
  return lines.map((line, i) => {
    const [patient, age, sex, postcode, region, insurance, codes] = line.split(',')
    if (Number(patient) !== i + 1) expect.fail(`patient ${patient} in line ${i + 1}`)
    return { age: Number(age), sex, postcode, region, insurance, codes: codes.split(' ') }
  })
}

const mean = (rows: readonly Row[], value: (row: Row) => number) =>
  rows.reduce((sum, row) => sum + value(row), 0) / rows.length
const share = (rows: readonly Row[], holds: (row: Row) => boolean) => rows.filter(holds).length / rows.length

describe('sampleClinic', () => {
  let rows: Row[] = []
  beforeAll(() => {
    rows = readRows({ patients: 20_000, seed: 1 })
  })

  it('gives the same rows for a seed, others for another, and the first rows of a larger sample', () => {
    const whole = csv({ patients: 4000, seed: 1 })
    for (const patients of [1, 700, 3999]) expect(whole.startsWith(csv({ patients, seed: 1 }))).toBe(true)
    expect(csv({ patients: 50, seed: 2 })).not.toBe(csv({ patients: 50, seed: 1 }))
  })

  it('has codes of the tree, 1 to 12, ascending and different, about four for each patient', () => {
    const place = new Map(leafNames(clinicTrees.codes).map((code, i) => [code, i]))
    const wrong = rows.filter(({ codes }) => {
      const places = codes.map((code) => place.get(code) ?? Number.NaN)
      return codes.length > 12 || !places.every((at, i) => (i === 0 ? at >= 0 : at > places[i - 1]))
    })
    expect(wrong).toEqual([])
    expect(Math.max(...rows.map(({ codes }) => codes.length))).toBe(12)
    expect(mean(rows, ({ codes }) => codes.length)).toBeGreaterThan(3.4)
    expect(mean(rows, ({ codes }) => codes.length)).toBeLessThan(4.2)
    const counts = new Map<string, number>()
    for (const { codes } of rows) for (const code of codes) counts.set(code, (counts.get(code) ?? 0) + 1)
    expect(counts.size).toBeGreaterThan(290)
    const sorted = [...counts.values()].sort((a, b) => b - a)
    expect(sorted[0]).toBeGreaterThan(20 * sorted[270])
  })

  it('uses every value of the trees; postcodes say the region', () => {
    for (const column of ['sex', 'region', 'insurance'] as const) {
      expect([...new Set(rows.map((row) => row[column]))].sort()).toEqual(leafNames(clinicTrees[column]).sort())
    }
    const regions = leafNames(clinicTrees.region)
    expect(rows.every(({ postcode, region }) => regions[Number(postcode[0])] === region)).toBe(true)
    const postcodes = new Set(rows.map(({ postcode }) => postcode))
    expect(postcodes.size).toBeGreaterThan(450)
  })

  it('has codes that depend on age, and insurance too', () => {
    const old = rows.filter(({ age }) => age >= 70)
    const young = rows.filter(({ age }) => age < 20)
    expect(mean(old, ({ codes }) => codes.length)).toBeGreaterThan(1.6 * mean(young, ({ codes }) => codes.length))
    const chapters = ['A', 'B', 'C', 'D', 'E', 'F', 'G']
    const ratios = chapters.map((chapter) => {
      const has = ({ codes }: Row) => codes[0].startsWith(chapter)
      return share(old, has) / share(young, has)
    })
    expect(Math.max(...ratios)).toBeGreaterThan(2 * Math.min(...ratios))
    const isPrivate = ({ insurance }: Row) => insurance.startsWith('Private')
    expect(share(old, isPrivate)).toBeGreaterThan(1.3 * share(young, isPrivate))
    expect(share(young, ({ insurance }) => insurance === 'Army')).toBe(0)
  })

  it('has codes that come together: many pairs of kinds are far more common than by chance', () => {
    const single = new Map<string, number>()
    const pairs = new Map<string, number>()
    for (const { codes } of rows) {
      const kinds = [...new Set(codes.map((code) => code.slice(0, 3)))]
      kinds.forEach((kind, i) => {
        single.set(kind, (single.get(kind) ?? 0) + 1)
        for (const other of kinds.slice(0, i)) pairs.set(`${other} ${kind}`, (pairs.get(`${other} ${kind}`) ?? 0) + 1)
      })
    }
    const lifted = [...pairs].filter(([key, count]) => {
      const [a, b] = key.split(' ').map((kind) => single.get(kind)!)
      return count > (2 * a * b) / rows.length
    })
    expect(lifted.length).toBeGreaterThan(40)
  })
})
