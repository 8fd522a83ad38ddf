/** Each requirement accepts a release and refuses it with one altered row; by rows and by persons. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type Counts,
  countsRows,
  type Model,
  models,
  optionsOn,
  personsOf,
  type Row,
  share,
} from '../../test/models-by-definition.ts'
import { scratchTables } from '../../test/scratch-tables.ts'
import { someOf } from '../../test/thorough.ts'
import { verifyRows } from '../verification/verify-rows.ts'
import { allRequirements, makeRequirement } from './index.ts'

const illnesses = ['flu', 'cold', 'ulcer']
/** Codes of a and b that a row may show; a suppressed row shows neither. */
const places = [0, 1, 2].flatMap((a) => [0, 1].map((b) => [a, b]))
const suppressed = [-1, -1]
const placeOf = ({ codes }: Pick<Row, 'codes'>): string => codes.map((code) => (code < 0 ? '*' : `v${code}`)).join()

interface Drawn {
  readonly data: readonly Row[]
  readonly people: readonly (readonly number[])[]
}

/** Classes with a few rows of every illness, some far from the others. */
const anyDrawn: fc.Arbitrary<Drawn> = fc
  .record({
    counts: fc.array(fc.array(fc.integer({ min: 0, max: 5 }), { minLength: 3, maxLength: 3 }), {
      minLength: 3,
      maxLength: 5,
    }),
    persons: fc.array(fc.nat(25), { minLength: 80, maxLength: 80 }),
  })
  .map(({ counts, persons }) => {
    const codes = counts.flatMap((count, place) =>
      count.flatMap((rows, illness) => Array.from({ length: rows }, () => ({ place, illness }))),
    )
    const data = codes.map(({ place, illness }, i) => ({ codes: places[place], illness, person: persons[i] }))
    return { data, people: data.flatMap((row) => [row.codes, row.codes]) }
  })

function valuesOf(members: readonly Row[], file: readonly Row[], byPersons: boolean): Counts {
  const counts = new Map<number, number>()
  for (const { illness, person } of members) {
    const weight = byPersons ? 1 / file.filter((row) => row.person === person).length : 1
    counts.set(illness, (counts.get(illness) ?? 0) + weight)
  }
  return counts
}

/** Classes of a file that break the model, by the values of all of the data. */
function brokenClasses(model: Model, file: readonly Row[], all: Counts, { people }: Drawn, byPersons: boolean) {
  const classes = new Map<string, Row[]>()
  for (const row of file)
    if (row.codes !== suppressed) classes.set(placeOf(row), [...(classes.get(placeOf(row)) ?? []), row])
  const alike = people.map((codes) => placeOf({ codes }))
  // People who match no class may be among the suppressed rows.
  const strangers = file.some(({ codes }) => codes === suppressed)
    ? 0
    : alike.filter((person) => !classes.has(person)).length
  const sizeOf = (members: readonly Row[]) => (byPersons ? personsOf(members) : members.length)
  const broken = [...classes].filter(
    ([place, members]) =>
      !model.holds(
        sizeOf(members),
        valuesOf(members, file, byPersons),
        all,
        alike.filter((person) => person === place).length,
        strangers,
      ),
  )
  const groups = [...classes.values()].map((members) =>
    byPersons ? members : members.map((row, i) => ({ ...row, person: Number(`${file.indexOf(row)}${i}`) })),
  )
  const kept = model.keeps?.(groups, ({ codes }) => codes) ?? groups
  // Requirements on the whole release make every class a witness; sets of columns, those in a broken set.
  const dropped = model.name === 'average-risk' && kept.length < groups.length ? [] : kept
  const left = new Set(dropped.map(([first]) => placeOf(first)))
  const places = [...broken.map(([place]) => place), ...[...classes.keys()].filter((place) => !left.has(place))]
  return { names: [...new Set(places)].sort(), classes }
}

const scratch = scratchTables()

const allDrawn = fc.sample(anyDrawn, { numRuns: 300, seed: 11 })

describe.each(
  models.flatMap((model) =>
    (countsRows.includes(model.name) ? [false] : [false, true]).map(
      (byPersons) => [`${model.name} ${JSON.stringify(model.options)}`, byPersons, model] as const,
    ),
  ),
)('%s, by persons %s', (_, byPersons, model) => {
  const who = byPersons ? 'who' : undefined
  const requirement = makeRequirement(
    model.name,
    optionsOn(model, ['a', 'b']),
    model.column === undefined ? [] : [model.column],
    who,
  )

  async function verify(file: readonly Row[], all: Counts, { data, people }: Drawn) {
    const lines = file.map((row) => `${placeOf(row)},${illnesses[row.illness]},p${row.person}`)
    const table = await scratch.open(`a,b,illness,who\n${lines.join('\n')}\n`)
    const register = people.map((codes) => placeOf({ codes })).join('\n')
    writeFileSync(join(scratch.folder, 'register.csv'), `a,b\n${register}\n`)
    const { verdict, checks } = await verifyRows(table, {
      quasiIdentifiers: ['a', 'b'],
      requirements: [requirement],
      suppressedGroup: 'exempt',
      overall: new Map([['illness', new Map([...all].map(([illness, amount]) => [illnesses[illness], amount]))]]),
      dataRows: byPersons ? personsOf(data) : data.length,
      persons: who === undefined ? undefined : { column: who },
      register: { source: { source: 'register.csv', base: scratch.folder } },
    })
    return { verdict, witnesses: checks[0].witnesses }
  }

  it(
    'altered by one row so that it breaks, is broken with the classes that break it as witnesses; before it ' + 'holds',
    async () => {
      let tried = 0
      for (const drawn of allDrawn) {
        const all = valuesOf(drawn.data, drawn.data, byPersons)
        // Suppressed rows take their persons' weights along, which may break others: repeat until stable.
        let file = drawn.data
        for (let names = ['']; names.length > 0; ) {
          names = brokenClasses(model, file, all, drawn, byPersons).names
          const breaking = names
          file = file.map((row) => (breaking.includes(placeOf(row)) ? { ...row, codes: suppressed } : row))
        }
        const released = file.flatMap((row, i) => (row.codes === suppressed ? [] : [i]))
        if (new Set(released.map((i) => placeOf(file[i]))).size < 2) continue
        const altered = released.flatMap((i) => [
          file.toSpliced(i, 1),
          ...[0, 1, 2].map((illness) => file.with(i, { ...file[i], illness })),
          ...places.map((codes) => file.with(i, { ...file[i], codes })),
          ...(byPersons ? [file.with(i, { ...file[i], person: file[released[0]].person })] : []),
        ])
        // Any broken row, not always the first.
        const middle = Math.floor(altered.length * 0.7)
        const chosen = [...altered.slice(middle), ...altered.slice(0, middle)].find(
          (one) => brokenClasses(model, one, all, drawn, byPersons).names.length > 0,
        )
        if (chosen === undefined) continue
        expect(await verify(file, all, drawn)).toEqual({ verdict: 'holds', witnesses: [] })
        const { names, classes } = brokenClasses(model, chosen, all, drawn, byPersons)
        const { verdict, witnesses } = await verify(chosen, all, drawn)
        expect(verdict).toBe('broken')
        expect(witnesses.map(({ values }) => `${values['a']},${values['b']}`).sort()).toEqual(names)
        for (const { values, size, blamed } of witnesses) {
          const members = classes.get(`${values['a']},${values['b']}`) as Row[]
          expect(size).toBe(byPersons ? personsOf(members) : members.length)
          if (blamed === undefined) continue
          const illness = illnesses.indexOf(blamed.value)
          expect(blamed.share).toBeCloseTo(share(valuesOf(members, chosen, byPersons), illness), 9)
          expect(blamed.overall).toBeCloseTo(share(all, illness), 9)
        }
        if (++tried === someOf(3)) break
      }
      expect(tried).toBe(someOf(3))
    },
  )
})

describe('the models that are tried', () => {
  it('are all that there are', () => {
    expect(new Set(models.map(({ name }) => name))).toEqual(new Set(allRequirements.map(({ name }) => name)))
  })
})
