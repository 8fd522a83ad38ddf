import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { itemsetAt } from '../../../src/baskets/itemset-list.ts'
import type { TaxonomyNode } from '../../../src/hierarchy/taxonomy/taxonomy.ts'
import { constraintsFromVisits } from '../../../src/requirements/items/privacy-constraints.ts'
import { codeList, codeTree } from '../../../src/sample/diagnosis-codes.ts'
import { leafNames } from '../../../src/sample/taxonomy.ts'
import { parseBaskets } from '../../../test/baskets/parse-baskets.ts'
import { someOf } from '../../../test/thorough.ts'
import {
  MOST_CODES_OF_A_VISIT,
  samplePatients,
  sampleVisitSets,
  sampleVisits,
  type VisitsRequest,
  writeVisits,
} from './visits.ts'

const readBytes = (chunks: Iterable<string>) => Buffer.from([...chunks].join(''))
const readLines = (chunks: Iterable<string>) => readBytes(chunks).toString().trimEnd().split('\n')
const hash = (chunks: Iterable<string>) => createHash('sha256').update(readBytes(chunks)).digest('hex')

interface Row {
  readonly person: string
  readonly visit: string
  readonly code: string
}

function readRows(request: VisitsRequest): Row[] {
  const [head, ...lines] = readLines(sampleVisits(request))
  expect(head).toBe('person,visit,code')
  return lines.map((line) => {
    const [person, visit, code] = line.split(',')
    return { person, visit, code }
  })
}

function groupVisits(rows: readonly Row[]): Map<string, string[]> {
  const visits = new Map<string, string[]>()
  for (const { person, visit, code } of rows) {
    const key = `${person} ${visit}`
    const codes = visits.get(key)
    if (codes === undefined) visits.set(key, [code])
    else codes.push(code)
  }
  return visits
}

describe('sampleVisits, samplePatients, sampleVisitSets', () => {
  it('are these bytes for ever', () => {
    const request = { patients: 5000, codes: 600, seed: 1 }
    expect(hash(samplePatients(request))).toBe('c8dbcfbeba438eace718b1bd258502615fc787e499b28b3fb371b71b2715ac5f')
    expect(hash(sampleVisits(request))).toBe('256d0fee299744dc4b9a1a5e0286946f4702a0cd308b5988a1b110bbfcb9aea0')
    expect(hash(sampleVisitSets(request))).toBe('657d849ab69bfa584a8e8b68e0a169ff39fe445e935482942d42ae7c9110ca3b')
  })

  it('the first n people of a larger sample are the sample of n', () => {
    const request = { codes: 500, seed: 3 }
    const patients = readBytes(samplePatients({ ...request, patients: 20_000 }))
    const visits = readBytes(sampleVisits({ ...request, patients: 20_000 }))
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 20_000 }), (n) => {
        const part = readBytes(samplePatients({ ...request, patients: n }))
        expect(part.equals(patients.subarray(0, part.length))).toBe(true)
        expect(part.toString().split('\n').length - 1).toBe(n)
        const rows = readBytes(sampleVisits({ ...request, patients: n }))
        expect(rows.equals(visits.subarray(0, rows.length))).toBe(true)
      }),
      { numRuns: someOf(10) },
    )
  })

  it(
    'tell the same people: a line of patients is the union of the visits, a line of sets is the codes of a ' + 'visit',
    () => {
      fc.assert(
        fc.property(
          fc.record({
            patients: fc.integer({ min: 1, max: 120 }),
            codes: fc.integer({ min: 24, max: 400 }),
            seed: fc.nat(),
            visits: fc.double({ min: 1, max: 6, noNaN: true }),
            skew: fc.double({ min: 0, max: 3, noNaN: true }),
          }),
          (request) => {
            const place = new Map(codeList(request.codes).names.map((name, i) => [name, i]))
            const rows = readRows(request)
            const patients = readLines(samplePatients(request)).map((line) => line.split(' '))
            expect(patients.length).toBe(request.patients)
            const unions = patients.map(() => new Set<string>())
            for (const { person, code } of rows) unions[Number(person) - 1].add(code)
            patients.forEach((codes, i) => {
              const places = codes.map((code) => place.get(code) ?? Number.NaN)
              expect(places.every((at, j) => j === 0 || at > places[j - 1])).toBe(true)
              expect(new Set(codes)).toEqual(unions[i])
            })
            const visits = [...groupVisits(rows).values()]
            expect(Math.max(...visits.map((codes) => codes.length))).toBeLessThanOrEqual(MOST_CODES_OF_A_VISIT)
            const policy = readLines(sampleVisitSets(request)).slice(1)
            expect(policy).toEqual([...new Set(visits.map((codes) => codes.join(' ')))])
            const baskets = parseBaskets(readBytes(samplePatients(request)).toString())
            const table = readBytes(sampleVisits(request)).toString()
            const made = constraintsFromVisits(table, baskets, table.split('\n')[0].split(','))
            const spelled = Array.from({ length: made.count }, (_, i) =>
              Array.from(itemsetAt(made, i), (code) => baskets.items[code]).join(' '),
            )
            expect(spelled.sort()).toEqual([...policy].sort())
          },
        ),
        { numRuns: someOf(30) },
      )
    },
  )

  it('popularity is skewed, about a third is chronically ill, comes more often, and brings the same code again', () => {
    const request = { patients: 20_000, codes: 600, seed: 2 }
    const rows = readRows(request)
    const counts = new Map<string, number>()
    const times = new Map<string, number>()
    const visitNumber = new Map<string, number>()
    for (const { person, visit, code } of rows) {
      counts.set(code, (counts.get(code) ?? 0) + 1)
      times.set(`${person} ${code}`, (times.get(`${person} ${code}`) ?? 0) + 1)
      visitNumber.set(person, Number(visit))
    }
    const sorted = [...counts.values()].sort((a, b) => b - a)
    const popular = sorted.slice(0, 60).reduce((sum, count) => sum + count, 0)
    expect(popular / rows.length).toBeGreaterThan(0.35)
    expect(counts.size).toBeGreaterThan(590)

    const visits = [...visitNumber.values()].reduce((sum, number) => sum + number, 0)
    expect(Math.abs(visits / request.patients - 2)).toBeLessThan(0.1)
    const recurring = new Map<string, number>()
    for (const [key, count] of times) {
      const person = key.slice(0, key.indexOf(' '))
      if (count > 1) recurring.set(person, Math.max(recurring.get(person) ?? 0, count))
    }
    expect(recurring.size / request.patients).toBeGreaterThan(0.15)
    const meanVisits = (people: readonly string[]) =>
      people.reduce((sum, person) => sum + visitNumber.get(person)!, 0) / people.length
    const all = [...visitNumber.keys()].filter((person) => visitNumber.get(person)! > 1)
    expect(meanVisits(all.filter((person) => recurring.has(person)))).toBeGreaterThan(
      1.15 * meanVisits(all.filter((person) => !recurring.has(person))),
    )
  })

  it('illnesses come along with each other: a few pairs of kinds are far more common than by chance', () => {
    const patients = readLines(samplePatients({ patients: 20_000, codes: 600, seed: 2 }))
    const single = new Map<string, number>()
    const pairs = new Map<string, number>()
    for (const line of patients) {
      const kinds = [...new Set(line.split(' ').map((code) => code.slice(0, 3)))]
      kinds.forEach((kind, i) => {
        single.set(kind, (single.get(kind) ?? 0) + 1)
        for (const other of kinds.slice(0, i)) {
          pairs.set(`${other} ${kind}`, (pairs.get(`${other} ${kind}`) ?? 0) + 1)
        }
      })
    }
    const lifted = [...pairs].filter(([key, count]) => {
      const [a, b] = key.split(' ').map((kind) => single.get(kind)!)
      return count >= 30 && count > (3 * a * b) / patients.length
    })
    expect(lifted.length).toBeGreaterThan(60)
  })
})

describe('codeList', () => {
  it('has exactly the codes asked for, on three levels, each kind two to ten', () => {
    const sizes = fc.oneof(fc.integer({ min: 24, max: 200 }), fc.integer({ min: 24, max: 15_600 }))
    fc.assert(
      fc.property(sizes, (codes) => {
        const list = codeList(codes)
        expect(list.names.length).toBe(codes)
        expect(list.names.every((name) => /^[A-Z]\d\d\.\d$/.test(name))).toBe(true)
        expect(list.names.every((name, i) => i === 0 || name > list.names[i - 1])).toBe(true)
        for (const { name, from, to } of list.kinds) {
          expect(to - from).toBeGreaterThan(1)
          expect(list.names.slice(from, to).every((code) => code.startsWith(`${name}.`))).toBe(true)
        }
        const tree = codeTree(list)
        expect(leafNames(tree)).toEqual(list.names)
        for (const chapter of tree.children as TaxonomyNode[]) {
          expect(chapter.children!.length).toBeGreaterThan(1)
          for (const kind of chapter.children!) expect(kind.name.startsWith(chapter.name)).toBe(true)
        }
      }),
      { numRuns: someOf(60) },
    )
    expect(codeList(15_600).kinds.length).toBe(2600)
  })
})

describe('writeVisits', () => {
  let room = ''
  beforeAll(async () => {
    room = await mkdtemp(join(tmpdir(), 'halftone-visits-'))
  })
  afterAll(async () => {
    await rm(room, { recursive: true })
  })

  it('groups.txt has every code that occurs once, by its three characters, and no other', async () => {
    await writeVisits(room, { patients: 300, codes: 1000, seed: 5 })
    const occurring = new Set((await readFile(join(room, 'patients.txt'), 'utf8')).trim().split(/\s/))
    const lines = (await readFile(join(room, 'groups.txt'), 'utf8')).trim().split('\n').slice(1)
    const codes = lines.flatMap((line) => line.split(' '))
    expect(codes.length).toBe(occurring.size)
    expect(new Set(codes)).toEqual(occurring)
    for (const line of lines) expect(new Set(line.split(' ').map((code) => code.slice(0, 3))).size).toBe(1)
    expect(new Set(lines.map((line) => line.slice(0, 3))).size).toBe(lines.length)
  })
})
