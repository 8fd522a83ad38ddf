import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { partitionOf } from '../../../test/partitions.ts'
import { anyGroupedProblem, type RandomProblem } from '../../../test/random-problems.ts'
import { numberHierarchy, treeHierarchy } from '../../../test/small-tables.ts'
import { t12 } from '../../../test/t12.ts'
import type { ColumnsPartition } from '../../frequency/classes.ts'
import { forEachGroup, type Grouping } from '../../hierarchy/grouping.ts'
import { groupLabel, type Hierarchy } from '../../hierarchy/hierarchy.ts'
import { errorSpread, workloadAnswers } from './answers.ts'
import { createQueryCounter, saidAsItIs, type TableQuery } from './table-counts.ts'
import { generateTableWorkload } from './table-generate.ts'
import { parseQueries, queryText } from './table-query-text.ts'
import { answerTableWorkload, type ReleasedGroups, releasedGroups } from './table-release.ts'
import {
  codeRuns,
  type QueryColumns,
  queryColumns,
  queryInWords,
  saveTableWorkload,
  type TableWorkload,
  workloadFromQueries,
} from './table-workload.ts'

const labelsOf = (hierarchies: readonly Hierarchy[], groupings: readonly Grouping[]): string[][] =>
  hierarchies.map((hierarchy, i) => {
    const labels: string[] = []
    forEachGroup(groupings[i], (_, from, to) => labels.push(groupLabel(hierarchy, from, to)))
    return labels
  })

const estimates = (workload: TableWorkload, columns: QueryColumns, release: ReleasedGroups) =>
  answerTableWorkload(workload, releasedGroups(release, columns.quasiIdentifiers))

describe('ARE of T12', async () => {
  const { frequencies, hierarchies, groupings, k } = t12
  const columns = queryColumns(hierarchies, frequencies.targets)
  const read = (text: string) => workloadFromQueries('', parseQueries(text), columns, frequencies)
  const partition = partitionOf(frequencies, groupings, (size) => size < k)
  const release = { partition, frequencies, labels: labelsOf(hierarchies, groupings), suppressedRows: 'mask' } as const
  const workload = await read(`# three questions
work = State-gov
education 1..3, class = Y

work in [Government, Private], education 8..9
`)

  it('answers exactly: 1, 3 and 3 rows', () => {
    expect([...workload.answers]).toEqual([1, 3, 3])
  })

  it('spreads a class over the leaves of its node and a suppressed row over everything', async () => {
    const { estimated, relativeError, average } = await estimates(workload, columns, release)
    // Government: 4 rows over 3 leaves; row 12: over 8.
    expect(estimated[0]).toBeCloseTo(4 / 3 + 1 / 8, 14)
    // All four rows of [1,3] match, three of them Y; row 12 is N.
    expect(estimated[1]).toBe(3)
    // Private [8,16]: 4 rows, 2 of 9 values; row 12: 4 of 8 leaves, 2 of 16 values.
    expect(estimated[2]).toBeCloseTo(8 / 9 + 1 / 16, 14)
    expect(relativeError[0]).toBeCloseTo(11 / 24, 14)
    expect(relativeError[1]).toBe(0)
    expect(relativeError[2]).toBeCloseTo(295 / 432, 14)
    expect(average).toBeCloseTo((11 / 24 + 295 / 432) / 3, 14)
    expect(errorSpread({ ...workloadAnswers(workload.answers, estimated) }).median).toBeCloseTo(11 / 24, 14)
    expect(errorSpread({ ...workloadAnswers(workload.answers, estimated) }).within).toBeCloseTo(1 / 3, 14)
  })

  it('counts nothing for rows that are not released', async () => {
    const { estimated } = await estimates(workload, columns, { ...release, suppressedRows: 'drop' })
    expect(estimated[0]).toBeCloseTo(4 / 3, 14)
    expect(estimated[2]).toBeCloseTo(8 / 9, 14)
  })

  it('believes the label: [8,10] is three values, though its group holds nine', async () => {
    const labels = [release.labels[0], ['[1,3]', '[4,6]', '[8,10]']]
    const { estimated } = await estimates(workload, columns, { ...release, labels, suppressedRows: 'drop' })
    expect(estimated[2]).toBeCloseTo((4 * 2) / 3, 14)
  })

  it('asks a numeric target by a range, and by a value', async () => {
    expect([...(await read('v 5..9, work = Private\nv in [10, 20], work = Government\nv = 16')).answers]).toEqual([
      4, 2, 1,
    ])
  })

  it.each([
    [
      'age 1..2',
      /line 1 of the workload names a column "age" that queries cannot ask for; .* work, education, class, v/,
    ],
    ['\n\nwork = Privat', /line 3 of the workload: column "work" has no value "Privat"; did you mean "Private"\?/],
    ['class = Neither', /column "class" has no value "Neither"; it has Y, N/],
    ['education 3..1', /the range 3\.\.1 of column "education" is empty; the smaller end comes first/],
    ['education 17..20', /no value of column "education" lies in 17\.\.20; they go from 1 to 16/],
    [
      'work 1..2',
      /column "work" is no column of numbers, so that 1\.\.2 says nothing of it; write work = Self-emp-inc/,
    ],
    ['education 1..2, education 5..6', /two conditions on column "education"/],
    ['class = Y, v 1..2', /"class" and "v"; only one of its columns may be a target or sensitive/],
    ['education 12..14', /line 1 of the workload asks for rows that the data does not have/],
    ['education 1-3', /"education 1-3" is not a condition; write age 30\.\.39/],
    ['work in [Private', /is not a condition/],
    ['{"work": }', /begins with \{ but is not a JSON object/],
    ['{"work": {"from": 1}}', /column "work" must have a text, a list of texts, or/],
    ['{}', /line 1 of the workload has no condition/],
    ['# nothing\n', /the workload has no query/],
  ])('refuses %j', async (text, message) => {
    await expect(async () => read(text)).rejects.toThrow(message)
  })

  it('reads JSON lines and tells them apart by nothing but their form', async () => {
    const words = await read('education 1..3, work in [Government, Private]\nclass = N')
    const json = await read('{"work": ["Government", "Private"], "education": {"from": 1, "to": 3}}\n{"class": "N"}')
    expect(json.queries).toEqual(words.queries)
  })
})

describe('bins and trees of numbers', () => {
  const age = numberHierarchy('age', [20, 25, 30], { high: [24, 29, 34], missing: true })
  const year = treeHierarchy('year', { name: 'any', children: [{ name: '1990s', children: ['1998', '1999'] }, '2003'] })
  const columns = queryColumns([age, year], [])
  const table = {
    columns: [
      { name: 'age', size: 4, codes: Uint8Array.of(0, 1, 2, 3) },
      { name: 'year', size: 3, codes: Uint8Array.of(0, 1, 2, 2) },
    ],
    combinations: 4,
    rows: 10,
    counts: Int32Array.of(1, 2, 3, 4),
    targets: [],
  }
  const read = (text: string) => workloadFromQueries('', parseQueries(text), columns, table)

  it(
    'takes ranges that hold whole bins, the missing value by its name, and ranges over leaves that are ' + 'numbers',
    async () => {
      const text = 'age 25..40\nage = "(missing)"\nyear 1999..2010\nyear = 1990s\nage in ["[20,24]", "(missing)"]'
      expect([...(await read(text)).answers]).toEqual([5, 4, 9, 3, 5])
    },
  )

  it('refuses a range that cuts a bin', async () => {
    await expect(async () => read('age 22..29')).rejects.toThrow(
      'line 1 of the workload: 22..29 of column "age" cuts the interval 20..24, in which the job counts its ' +
        'values; let the range hold all of it or nothing',
    )
  })

  it('reads labels of a release, also those of intervals that suppression made narrower', () => {
    const [ages, years] = columns.quasiIdentifiers
    expect(ages.spanOfLabel('[22,28]')).toEqual([0, 1])
    expect(ages.spanOfLabel('[26,34] or missing')).toEqual([1, 3])
    expect(ages.spanOfLabel('27')).toEqual([1, 1])
    expect(ages.spanOfLabel('(missing)')).toEqual([3, 3])
    expect(ages.spanOfLabel('*')).toEqual([0, 3])
    expect(ages.spanOfLabel('young')).toBeUndefined()
    expect(years.spanOfLabel('1990s')).toEqual([0, 1])
    expect(years.spanOfLabel('{1999,2003}')).toEqual([1, 2])
  })
})

interface Asked {
  readonly problem: RandomProblem
  readonly groupings: readonly Grouping[]
  readonly partition: ColumnsPartition
  readonly queries: readonly TableQuery[]
}

const anyAsked: fc.Arbitrary<Asked> = fc
  .record({
    problem: anyGroupedProblem({ columns: 3, codes: 5, rows: 20 }),
    least: fc.integer({ min: 1, max: 4 }),
    bits: fc.array(fc.array(fc.array(fc.boolean(), { minLength: 13, maxLength: 13 }), { minLength: 4, maxLength: 4 }), {
      minLength: 1,
      maxLength: 6,
    }),
    targets: fc.array(fc.integer({ min: -1, max: 2 }), { minLength: 6, maxLength: 6 }),
  })
  .map(({ problem, least, bits, targets }) => {
    const { frequencies, hierarchies, groupings } = problem
    const some = (marks: readonly boolean[], size: number): Int32Array => {
      const marked = Uint8Array.from({ length: size }, (_, code) => (marks[code % marks.length] ? 1 : 0))
      return codeRuns(marked.includes(1) ? marked : marked.fill(1))
    }
    return {
      problem,
      groupings,
      partition: partitionOf(frequencies, groupings, (size) => size < least),
      queries: bits.map((marks, q) => ({
        conditions: hierarchies.flatMap(({ values }, column) =>
          marks[column][12] ? [{ column, runs: some(marks[column], values.length) }] : [],
        ),
        target:
          targets[q] < 0
            ? undefined
            : {
                column: targets[q],
                runs: some(marks[3], frequencies.targets[targets[q]].values.length),
              },
      })),
    }
  })

const has = (runs: Int32Array, code: number): boolean =>
  Array.from(runs).some((from, i) => i % 2 === 0 && from <= code && code <= runs[i + 1])

describe('counting, against rows', () => {
  const wanted = ({ problem }: Asked, { target }: TableQuery, row: RandomProblem['rows'][number]): boolean => {
    if (target === undefined) return true
    const values = problem.frequencies.targets[target.column]
    const code = values.kind === 'categories' ? row.categories![target.column] : values.values.indexOf(row.numbers![0])
    return has(target.runs, code)
  }

  it('answers are the rows that meet every condition', () => {
    fc.assert(
      fc.property(anyAsked, (asked) => {
        const count = createQueryCounter(saidAsItIs(asked.problem.frequencies))
        for (const query of asked.queries) {
          const rows = asked.problem.rows.filter(
            (row) =>
              wanted(asked, query, row) && query.conditions.every(({ column, runs }) => has(runs, row.codes[column])),
          )
          expect(count(query)).toBe(rows.length)
        }
      }),
      { numRuns: 200 },
    )
  })

  it('estimates are the expectation over all the values that a row may have', async () => {
    await fc.assert(
      fc.asyncProperty(anyAsked, fc.constantFrom('mask' as const, 'drop' as const), async (asked, suppressedRows) => {
        const { problem, groupings, partition, queries } = asked
        const { frequencies, hierarchies, rows } = problem
        const workload = { description: '', queries, answers: new Int32Array(queries.length).fill(1) }
        const columns = queryColumns(hierarchies, frequencies.targets)
        const release = { partition, frequencies, labels: labelsOf(hierarchies, groupings), suppressedRows }
        const { estimated } = await estimates(workload, columns, release)
        queries.forEach((query, q) => {
          let expected = 0
          for (const row of rows) {
            if (!wanted(asked, query, row)) continue
            const masked = isSuppressed(asked, row.codes)
            if (masked && suppressedRows === 'drop') continue
            let tuples = 0
            let fitting = 0
            const visit = (column: number, fits: boolean): void => {
              if (column === hierarchies.length) {
                tuples++
                if (fits) fitting++
                return
              }
              const condition = query.conditions.find((candidate) => candidate.column === column)
              hierarchies[column].values.forEach((_, code) => {
                const { codeGroups } = groupings[column]
                if (!masked && codeGroups[code] !== codeGroups[row.codes[column]]) return
                visit(column + 1, fits && (condition === undefined || has(condition.runs, code)))
              })
            }
            visit(0, true)
            expected += fitting / tuples
          }
          expect(estimated[q]).toBeCloseTo(expected, 10)
        })
      }),
      { numRuns: 100 },
    )
  })

  it('ARE is exactly 0 when nothing is generalized or suppressed', async () => {
    await fc.assert(
      fc.asyncProperty(anyAsked, async ({ problem, queries }) => {
        const { frequencies, hierarchies } = problem
        const count = createQueryCounter(saidAsItIs(frequencies))
        const answered = queries.filter((query) => count(query) > 0)
        const workload = { description: '', queries: answered, answers: Int32Array.from(answered, count) }
        const groupings = frequencies.columns.map(({ size }) => ({
          codeGroups: Int32Array.from({ length: size }, (_, code) => code),
          groups: size,
        }))
        const release = {
          partition: partitionOf(frequencies, groupings),
          frequencies,
          labels: labelsOf(hierarchies, groupings),
          suppressedRows: 'mask',
        } as const
        const { average } = await estimates(workload, queryColumns(hierarchies, frequencies.targets), release)
        expect(average).toBe(0)
      }),
    )
  })

  function isSuppressed({ partition, problem }: Asked, codes: readonly number[]): boolean {
    const { columns, combinations } = problem.frequencies
    for (let combination = 0; combination < combinations; combination++) {
      if (columns.every((column, i) => column.codes[combination] === codes[i]))
        return partition.suppressed[partition.classes.classIds[combination]] === 1
    }
    throw new Error('a row that the table does not have')
  }
})

describe('the saved form', () => {
  it('reads back to the same queries', async () => {
    await fc.assert(
      fc.asyncProperty(anyAsked, async ({ problem, queries }) => {
        const { frequencies, hierarchies } = problem
        const columns = queryColumns(hierarchies, frequencies.targets)
        const count = createQueryCounter(saidAsItIs(frequencies))
        const matching = queries.filter(
          (query) => count(query) > 0 && (query.conditions.length > 0 || query.target !== undefined),
        )
        fc.pre(matching.length > 0)
        const workload = { description: 'some', queries: matching, answers: Int32Array.from(matching, count) }
        const text = saveTableWorkload(workload, columns)
        expect(await workloadFromQueries('some', parseQueries(text), columns, frequencies)).toEqual(workload)
      }),
      { numRuns: 200 },
    )
  })

  it('holds any names and values, also those with commas, quotes, brackets and ends of lines', () => {
    const text = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 8 }),
      fc.constantFrom(
        'a, b',
        '"x"',
        '[1,2]',
        '3..5',
        'in [',
        ' in',
        '# no',
        '{',
        '<=50K',
        'x = y',
        'a\nb',
        '',
        ' ',
        '\u2028',
      ),
    )
    const condition = fc.oneof(
      fc.record({ column: text, values: fc.array(text, { minLength: 1, maxLength: 3 }) }),
      fc
        .record({ column: text, from: fc.double({ noNaN: true, noDefaultInfinity: true }), width: fc.nat(1000) })
        .map(({ column, from, width }) => ({ column, from: from + 0, to: from + width })),
    )
    fc.assert(
      fc.property(
        fc.uniqueArray(condition, { minLength: 1, maxLength: 3, selector: ({ column }) => column }),
        (conditions) => {
          const [query, ...others] = parseQueries(`\n${queryText(conditions)}\n`)
          const byName = (list: readonly { readonly column: string }[]) =>
            [...list].sort((a, b) => (a.column < b.column ? -1 : 1))
          expect(others).toEqual([])
          expect(query.place).toBe('line 2 of the workload')
          expect(byName(query.conditions)).toEqual(byName(conditions))
        },
      ),
      { numRuns: 500 },
    )
  })
})

describe('generateTableWorkload', () => {
  const options = { count: 200, columns: 2, share: 0.25, target: false, seed: 3 }
  const columns = queryColumns(t12.hierarchies, t12.frequencies.targets)

  it('draws distinct queries with true answers of at least 1, the same for a seed', async () => {
    const { queries, answers } = await generateTableWorkload(options, columns, t12.frequencies)
    const count = createQueryCounter(saidAsItIs(t12.frequencies))
    expect(new Set(queries.map((query) => queryInWords(query, columns))).size).toBe(queries.length)
    expect([...answers]).toEqual(queries.map((query) => count(query)))
    expect(Math.min(...answers)).toBe(1)
    expect(queries.every(({ conditions }) => conditions.length === 2)).toBe(true)
    expect(await generateTableWorkload(options, columns, t12.frequencies)).toEqual({
      description: `${queries.length} queries on 2 quasi-identifiers each, drawn to have 25 % of evenly spread rows, seed 3`,
      queries,
      answers,
    })
    expect((await generateTableWorkload({ ...options, seed: 4 }, columns, t12.frequencies)).queries).not.toEqual(
      queries,
    )
  })

  it('takes so much of each domain that the parts make the share: 4 of 8 leaves, 8 of 16 values', async () => {
    const { queries } = await generateTableWorkload(options, columns, t12.frequencies)
    for (const { conditions } of queries) {
      const sizes = conditions.map(({ runs }) =>
        runs.reduce((sum, code, i) => sum + (i % 2 === 0 ? -code : code + 1), 0),
      )
      expect(sizes).toEqual([4, 8])
      expect(conditions[1].runs).toHaveLength(2)
    }
  })

  it('asks for a value of a target when asked to, and says when there are no more queries', async () => {
    const { queries, description } = await generateTableWorkload(
      { ...options, columns: 1, share: 1, target: true },
      columns,
      t12.frequencies,
    )
    expect(queries.map((query) => queryInWords(query, columns)).sort()).toEqual([
      'education 1..16, class = N',
      'education 1..16, class = Y',
      'work = ANY, class = N',
      'work = ANY, class = Y',
    ])
    expect(description).toBe(
      '4 queries on one quasi-identifier and a value of class, drawn to have 100 % of evenly spread rows, ' +
        'seed 3 (200 were asked for, there are no more)',
    )
  })

  it('says when no query has any row, and when there is no target to ask for', async () => {
    const none = { ...t12.frequencies, counts: new Int32Array(t12.frequencies.combinations) }
    await expect(generateTableWorkload(options, columns, none)).rejects.toThrow(
      /no query of 2 columns and a share of 0.25 has any row of the data; ask for fewer columns or a larger share/,
    )
    await expect(
      generateTableWorkload({ ...options, target: true }, columns, { ...t12.frequencies, targets: [] }),
    ).rejects.toThrow(/utility.workload.target asks for a value of a target or sensitive column, and the job has none/)
  })
})
