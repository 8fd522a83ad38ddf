/** Recounts the releases of every column search with every model and limit, row by row from the definitions. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { adult, adultProblem } from '../../test/adult.ts'
import { censusProblem } from '../../test/census.ts'
import {
  type Counts,
  countsRows,
  type Model,
  models,
  optionsOn,
  personsOf,
  type Row,
} from '../../test/models-by-definition.ts'
import { needs } from '../../test/needs.ts'
import { anyProblem, type RandomProblem } from '../../test/random-problems.ts'
import { someOf } from '../../test/thorough.ts'
import { buildFrequencyTable } from '../frequency/build-frequency-table.ts'
import { UserError } from '../ground/errors.ts'
import type { Grouping } from '../hierarchy/grouping.ts'
import { allRequirements, makeRequirement } from '../requirements/index.ts'
import type { Requirement } from '../requirements/requirement.ts'
import { allowedSuppression, createEvaluator } from './evaluation.ts'
import { makeGoal } from './goal.ts'
import { allSearches } from './index.ts'
import type { SearchProblem, SearchRecord } from './search.ts'

interface Asked {
  readonly problem: SearchProblem
  readonly models: readonly Model[]
  readonly rows: readonly Row[]
  /** People by their codes. */
  readonly register: readonly (readonly number[])[]
}

function anyAsked(): fc.Arbitrary<Asked> {
  return fc
    .record({
      drawn: anyProblem({ columns: 2, codes: 4, fewestRows: 4, rows: 26 }),
      chosen: fc.subarray([...models], { minLength: 1, maxLength: 3 }),
      persons: fc.option(fc.array(fc.nat(9), { minLength: 26, maxLength: 26 })),
      people: fc.array(fc.array(fc.nat(11), { minLength: 2, maxLength: 2 }), { minLength: 10, maxLength: 60 }),
      suppressionLimit: fc.constantFrom(0, 0.25, 1),
      suppressedGroup: fc.constantFrom('exempt' as const, 'enforce' as const),
    })
    .map(({ drawn, chosen, persons, people, ...limits }) => {
      const whose = chosen.some(({ name }) => countsRows.includes(name)) ? undefined : (persons ?? undefined)
      // Most people of the register have a row: otherwise nothing would hold.
      const strangers = people.map((codes) => drawn.hierarchies.map(({ values }, c) => codes[c] % values.length))
      const register = [...drawn.rows.map(({ codes }) => codes), ...strangers]
      return ask(drawn, chosen, whose, register, limits)
    })
}

function ask(
  { rows: drawn, hierarchies, frequencies }: RandomProblem,
  chosen: readonly Model[],
  persons: readonly number[] | undefined,
  register: Asked['register'],
  limits: Pick<SearchProblem, 'suppressionLimit' | 'suppressedGroup'>,
): Asked {
  const rows = drawn.map((row, i) => ({
    codes: row.codes,
    illness: (row.categories as readonly number[])[1],
    person: persons?.[i] ?? i,
  }))
  const numbers = [...new Set(rows.map(({ person }) => person))]
  const toColumns = (records: readonly (readonly number[])[]) =>
    frequencies.columns.map(({ name, size }, c) => ({ name, size, codes: records.map((codes) => codes[c]) }))
  const counted = buildFrequencyTable({
    columns: toColumns(rows.map(({ codes }) => codes)),
    counts: rows.map(() => 1),
    targets: [],
    sensitive: [{ name: 'illness', values: ['flu', 'cold', 'ulcer'], codes: rows.map((row) => row.illness) }],
    persons:
      persons === undefined
        ? undefined
        : { count: numbers.length, codes: rows.map(({ person }) => numbers.indexOf(person)) },
  })
  const population = buildFrequencyTable({ columns: toColumns(register), counts: register.map(() => 1), targets: [] })
  const table = { ...counted, population }
  const requirements = chosen.map(
    (model): Requirement =>
      makeRequirement(
        model.name,
        optionsOn(
          model,
          hierarchies.map(({ column }) => column),
        ),
        model.column === undefined ? [] : [model.column],
        persons === undefined ? undefined : 'who',
      ),
  )
  const goal = makeGoal('general', { frequencies: table, hierarchies, weights: hierarchies.map(() => 1), k: 2 })
  return { problem: { frequencies: table, hierarchies, requirements, goal, ...limits }, models: chosen, rows, register }
}

/** Rows of the classes that break a model, and whether they hold together as one class. */
function countBroken({ rows, models: asked, register }: Asked, groupings: readonly Grouping[]) {
  const weight = (row: Row) => 1 / rows.filter(({ person }) => person === row.person).length
  const countValues = (members: readonly Row[]): Counts => {
    const counts = new Map<number, number>()
    for (const row of members) counts.set(row.illness, (counts.get(row.illness) ?? 0) + weight(row))
    return counts
  }
  const all = countValues(rows)
  const shown = ({ codes }: Pick<Row, 'codes'>) => codes.map((code, c) => groupings[c].codeGroups[code])
  const classes = new Map<string, Row[]>()
  for (const row of rows) {
    const name = shown(row).join()
    classes.set(name, [...(classes.get(name) ?? []), row])
  }
  const people = register.map((codes) => shown({ codes }).join())
  const strangers = people.filter((name) => !classes.has(name)).length
  const holds = (members: readonly Row[], alike: number, unlike: number) =>
    asked.every((model) => model.holds(personsOf(members), countValues(members), all, alike, unlike))
  let held = [...classes]
    .filter(([name, members]) => holds(members, people.filter((one) => one === name).length, strangers))
    .map(([, members]) => members)
  for (let before = -1; before !== held.length; ) {
    before = held.length
    for (const { keeps } of asked) held = keeps?.(held, shown) ?? held
  }
  const broken = [...classes.values()].filter((members) => !held.includes(members)).flat()
  return { broken: broken.length, standAlone: broken.length === 0 || holds(broken, people.length, 0) }
}

const searches = allSearches.filter((search): search is SearchRecord => search.kind === 'columns')
const limits = { suppressionLimit: 1, suppressedGroup: 'exempt' } as const
const refusal: string = expect.stringMatching(/^algorithm [\w-]+ .*: (choose|take|set) .*(lattice|genetic)/)

function forSearch(name: string, problem: SearchProblem): SearchProblem {
  const goal = name === 'k-optimize' ? { metric: 'DM' } : name.startsWith('ka') ? 'classification' : 'general'
  const { frequencies, hierarchies } = problem
  return { ...problem, goal: makeGoal(goal, { frequencies, hierarchies, weights: hierarchies.map(() => 1), k: 2 }) }
}

const run = { seed: 1, threads: 1, now: () => 0 }
const small: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  genetic: { population: 10, iterations: 20, improve: 'none' },
  pareto: { population: 8, evaluations: 40 },
}

describe('every model with every search', () => {
  it.each(searches.map((search) => [search.name, search] as const))(
    '%s releases no class that breaks one, and not more suppressed rows than allowed',
    (name, search) =>
      fc.assert(
        fc.asyncProperty(anyAsked(), async (asked) => {
          const problem = forSearch(name, asked.problem)
          const result = await search.search(problem, small[name] ?? {}, run)
          const found = result.outcome === 'found' ? result : 'best' in result ? result.best : undefined
          if (found === undefined) return
          const { partition, acceptable } = createEvaluator(problem).evaluate(found.groupings)
          const { broken, standAlone } = countBroken(asked, found.groupings)
          expect(acceptable).toBe(true)
          expect(partition.suppressedRows).toBeLessThanOrEqual(allowedSuppression(problem))
          if (problem.suppressedGroup === 'exempt' || standAlone) expect(partition.suppressedRows).toBe(broken)
          else expect(partition.suppressedRows).toBeGreaterThanOrEqual(broken)
        }),
        { numRuns: someOf(name === 'genetic' || name === 'pareto' ? 8 : 25) },
      ),
  )

  it.each(allSearches.map((search) => [search.name, search] as const))(
    '%s honours each model or refuses it, with the reason and the search to take',
    async (name, search) => {
      // All rows together meet every model, so the problem is feasible.
      const [drawn] = fc.sample(anyProblem({ columns: 2, codes: 4, fewestRows: 24, rows: 26, kinds: ['tree'] }), {
        numRuns: 1,
        seed: 3,
      })
      expect(new Set(models.map((model) => model.name))).toEqual(new Set(allRequirements.map((record) => record.name)))
      for (const model of models) {
        const register = drawn.rows.flatMap(({ codes }) => [codes, codes])
        const { problem } = ask(drawn, [model], undefined, register, limits)
        const withTarget = { ...problem.frequencies, targets: drawn.frequencies.targets }
        const asked = forSearch(name, { ...problem, frequencies: withTarget })
        const result = await Promise.resolve(search.search(asked, small[name] ?? {}, run)).catch(
          (error: Error) => error,
        )
        if (result instanceof UserError) expect([model.name, result.message]).toEqual([model.name, refusal])
        else expect([model.name, (result as { outcome: string }).outcome]).toEqual([model.name, 'found'])
      }
    },
  )

  it('lattice finds the best of all levels, and says "none exists" exactly when there is none', () =>
    fc.assert(
      fc.asyncProperty(anyAsked(), async (asked) => {
        const { problem } = asked
        const lattice = searches.find(({ name }) => name === 'lattice') as SearchRecord
        const result = await lattice.search(problem, {}, run)
        const evaluator = createEvaluator(problem)
        let best = Number.POSITIVE_INFINITY
        for (const groupings of everyNode(problem)) {
          const { acceptable, value } = evaluator.evaluate(groupings)
          if (acceptable) best = Math.min(best, value)
        }
        if (result.outcome === 'found') expect(result.value).toBeCloseTo(best, 9)
        else expect([result.outcome, best]).toEqual(['none-exists', Number.POSITIVE_INFINITY])
      }),
      { numRuns: someOf(60) },
    ))
})

describe.each([
  ['Adult', needs(adult), adultProblem],
  ['the sample census', needs(), censusProblem],
] as const)('lattice on 300 rows of %s', (_, has, read) => {
  it(
    'is the best of all nodes for every model and for some of them together, by rows and by persons, with ' +
      'limits of 0, 0.05 and 0.3',
    has,
    async () => {
      const all = read()
      const columns = ['sex', 'race', 'marital-status', 'education']
      const places = columns.map((name) => all.hierarchies.findIndex(({ column }) => column === name))
      const hierarchies = places.map((place) => all.hierarchies[place])
      const codes = hierarchies.map(({ values }) => new Map(values.map((value, code) => [value, code])))
      const work = all.hierarchies.findIndex(({ column }) => column === 'occupation')
      const rows = all.rows.slice(0, 300).map((row) => ({
        codes: places.map((place, c) => codes[c].get(row[place]) as number),
        categories: [0, all.hierarchies[work].values.indexOf(row[work]) % 3],
      }))
      const drawn = {
        rows,
        hierarchies,
        frequencies: { columns: hierarchies.map(({ column, values }) => ({ name: column, size: values.length })) },
      } as unknown as RandomProblem
      const register = rows.flatMap((row, i) => (i % 3 === 0 ? [row.codes] : [row.codes, row.codes]))
      const lattice = searches.find(({ name }) => name === 'lattice') as SearchRecord
      const together = fc.sample(fc.subarray([...models], { minLength: 2, maxLength: 3 }), {
        numRuns: someOf(60),
        seed: 5,
      })
      let found = 0
      for (const [i, chosen] of [...models.map((model) => [model]), ...together].entries()) {
        const byPersons = i % 2 === 1 && chosen.every(({ name }) => !countsRows.includes(name))
        const persons = byPersons ? rows.map((_row, at) => (at * 7) % 250) : undefined
        const limit = { suppressionLimit: [0.05, 0, 0.05, 0.3][i % 4], suppressedGroup: 'exempt' } as const
        const asked = ask(drawn, chosen, persons, register, limit)
        const result = await lattice.search(asked.problem, {}, run)
        const evaluator = createEvaluator(asked.problem)
        let best = Number.POSITIVE_INFINITY
        for (const groupings of everyNode(asked.problem)) {
          const { acceptable, value } = evaluator.evaluate(groupings)
          if (acceptable) best = Math.min(best, value)
        }
        if (result.outcome !== 'found') {
          expect([result.outcome, best]).toEqual(['none-exists', Number.POSITIVE_INFINITY])
          continue
        }
        found++
        expect(result.value).toBeCloseTo(best, 9)
        const { broken } = countBroken(asked, result.groupings)
        expect(broken).toBe(evaluator.evaluate(result.groupings).partition.suppressedRows)
      }
      expect(found).toBeGreaterThan(models.length / 2)
    },
  )
})

function everyNode({ hierarchies }: SearchProblem): Grouping[][] {
  return hierarchies.reduce<Grouping[][]>(
    (nodes, { levels }) => nodes.flatMap((node) => levels.map(({ grouping }) => [...node, grouping])),
    [[]],
  )
}
