/**
 * What every requirement on classes promises, asked of random files: verification finds exactly the classes that break it, counted one by
 * one here by the definition alone, names them as witnesses, and never lets a class pass because of its size.
 *
 *     requirementPromises(lDiversity, [{ title: 'distinct', options: { column: 's', l: 2 }, holds: (counts) => … }])
 */

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { plainCounter } from '../../src/frequency/kernel/plain-counter.ts'
import { InternalError } from '../../src/ground/errors.ts'
import { finestGrouping } from '../../src/hierarchy/grouping.ts'
import { makeRequirement } from '../../src/requirements/index.ts'
import type { Requirement, RequirementColumn, RequirementRecord } from '../../src/requirements/requirement.ts'
import type { Verification } from '../../src/verification/verification.ts'
import { type VerifyRowsRequest, verifyRows } from '../../src/verification/verify-rows.ts'
import { scratchTables } from '../scratch-tables.ts'
import { tableFromRows } from '../small-tables.ts'
import { someOf } from '../thorough.ts'

export interface RequirementCase {
  readonly title: string
  readonly options: Readonly<Record<string, unknown>>
  readonly columns?: readonly RequirementColumn[]
  /** Values of the column `s`, in the order that `holds` has them. */
  readonly values?: readonly string[]
  /** The definition, on the counts of the values in a class and in all rows. */
  readonly holds: (counts: readonly number[], overall: readonly number[]) => boolean
}

const usualValues = ['flu', 'cold', 'ulcer', 'asthma']

export function requirementPromises(record: RequirementRecord, cases: readonly RequirementCase[]): void {
  const scratch = scratchTables()

  async function verify(rows: readonly Row[], requirement: Requirement, more: Partial<VerifyRowsRequest> = {}) {
    const table = await scratch.open(`a,b,s\n${rows.map((row) => row.join()).join('\n')}\n`)
    return verifyRows(table, {
      quasiIdentifiers: ['a', 'b'],
      requirements: [requirement],
      suppressedGroup: 'exempt',
      ...more,
    })
  }

  describe.each(cases.map((own) => [own.title, own] as const))(`the promise of ${record.name}, %s`, (_, own) => {
    const values = own.values ?? usualValues
    const make = () => makeRequirement(record.name, own.options, own.columns ?? [{ name: 's', role: 'sensitive' }])

    it('verification finds the classes that break it, and only them', () =>
      fc.assert(
        fc.asyncProperty(anyRows(values), fc.boolean(), async (rows, enforce) => {
          const overall = countsOf(rows, values)
          const broken = classesOf(rows, enforce).filter(
            ([, members]) => !own.holds(countsOf(members, values), overall),
          )
          const found = await verify(rows, make(), { suppressedGroup: enforce ? 'enforce' : 'exempt' })
          expectWitnesses(
            found,
            broken.map(([name]) => name),
          )
        }),
        { numRuns: someOf(15) },
      ))

    it('size alone is never enough where the definition asks for more', () =>
      fc.assert(
        fc.asyncProperty(anyRows(values, 1), fc.integer({ min: 20, max: 40 }), async (rows, copies) => {
          const many = rows.flatMap((row) => Array.from({ length: copies }, () => row))
          const overall = countsOf(many, values)
          const broken = classesOf(many, false).filter(([, members]) => !own.holds(countsOf(members, values), overall))
          expectWitnesses(
            await verify(many, make()),
            broken.map(([name]) => name),
          )
        }),
        { numRuns: someOf(6) },
      ))

    it('a search marks the classes that break it, and only them, and clears nothing', () =>
      fc.assert(
        fc.property(anyRows(values), fc.boolean(), (rows, marked) => {
          const names = [...new Set(rows.map((row) => `${row[0]},${row[1]}`))]
          const present = values.filter((value) => rows.some((row) => row[2] === value))
          const frequencies = tableFromRows(
            [{ name: 'a', size: names.length }],
            rows.map((row) => ({
              codes: [names.indexOf(`${row[0]},${row[1]}`)],
              categories: [present.indexOf(row[2])],
            })),
            { categories: [{ name: 's', values: present }], sensitive: ['s'] },
          )
          const classes = plainCounter(frequencies).count([finestGrouping(names.length)])
          const broken = new Uint8Array(classes.count)
          if (marked) broken[0] = 1
          make().mark(classes, frequencies, broken)
          const overall = countsOf(rows, values)
          for (let c = 0; c < classes.count; c++) {
            const name = names[frequencies.columns[0].codes[classes.representatives[c]]]
            const members = rows.filter((row) => `${row[0]},${row[1]}` === name)
            const holds = own.holds(countsOf(members, values), overall)
            expect(broken[c] === 1).toBe(!holds || (marked && c === 0))
            if (members.length < make().minimumSize) expect(holds).toBe(false)
          }
        }),
        { numRuns: someOf(200) },
      ))

    it('a check that cannot be asked is our mistake, never a pass', async () => {
      const { check, ...without } = make()
      const rows: Row[] = [['x', '1', values[0]]]
      await expect(verify(rows, without as Requirement)).rejects.toThrow(InternalError)
      const silent = { ...make(), check: { ...check, figures: () => check.figures(nothing()) } } as Requirement
      await expect(verify(rows, silent)).rejects.toThrow()
    })

    it('declares the facts about merging as they are', () => {
      const { mergedHolds, mergedWithAnyHolds } = make()
      const counts = fc.array(fc.nat(9), { minLength: values.length, maxLength: values.length })
      const nonEmpty = counts.filter((own) => own.some((count) => count > 0))
      let againstB = 0
      fc.assert(
        fc.property(nonEmpty, nonEmpty, counts, (one, other, rest) => {
          const merged = one.map((count, i) => count + other[i])
          const overall = merged.map((count, i) => count + rest[i])
          const [first, second, both] = [one, other, merged].map((own_) => own.holds(own_, overall))
          if (mergedHolds && first && second) expect(both).toBe(true)
          if (mergedWithAnyHolds && (first || second)) expect(both).toBe(true)
          if ((first || second) && !both) againstB++
        }),
        { numRuns: 5000 },
      )
      if (mergedWithAnyHolds) expect(mergedHolds).toBe(true)
      else expect(againstB).toBeGreaterThan(0)
    })
  })
}

type Row = readonly [a: string, b: string, s: string]

function anyRows(values: readonly string[], minLength = 1): fc.Arbitrary<Row[]> {
  // Suppressed rows are suppressed in all quasi-identifiers.
  const key = fc.constantFrom<readonly [string, string]>(['x', '1'], ['x', '2'], ['y', '1'], ['*', '*'])
  return fc.array(
    fc.tuple(key, fc.constantFrom(...values)).map(([[a, b], s]): Row => [a, b, s]),
    { minLength, maxLength: 40 },
  )
}

function classesOf(rows: readonly Row[], withSuppressed: boolean): [string, Row[]][] {
  const classes = new Map<string, Row[]>()
  for (const row of rows) {
    const key = `${row[0]},${row[1]}`
    if (key === '*,*' && !withSuppressed) continue
    classes.set(key, [...(classes.get(key) ?? []), row])
  }
  return [...classes]
}

function countsOf(rows: readonly Row[], values: readonly string[]): number[] {
  return values.map((value) => rows.filter((row) => row[2] === value).length)
}

function expectWitnesses({ verdict, checks }: Verification, broken: readonly string[]): void {
  expect(verdict).toBe(broken.length === 0 ? 'holds' : 'broken')
  const names = checks[0].witnesses.map(({ values }) => `${values['a']},${values['b']}`)
  expect(names.sort()).toEqual([...broken].sort())
}

/** A file of which nothing was counted. */
function nothing(): Parameters<Requirement['check']['figures']>[0] {
  const empty = '(SELECT 0 AS class, 0 AS size, NULL AS value, 0 AS amount, 0e0 AS share WHERE 1 = 0)'
  return {
    dialect: undefined,
    classes: empty,
    values: () => empty,
    domain: () => empty,
  } as unknown as Parameters<Requirement['check']['figures']>[0]
}
