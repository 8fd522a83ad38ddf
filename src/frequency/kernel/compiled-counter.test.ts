import { Worker } from 'node:worker_threads'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyGroupedProblem, anyGroupings } from '../../../test/random-problems.ts'
import { tableFromRows } from '../../../test/small-tables.ts'
import { randomFrom } from '../../ground/random.ts'
import { finestGrouping, type Grouping, groupingFromStarts } from '../../hierarchy/grouping.ts'
import type { ClassCounter, Classes } from '../classes.ts'
import { codesOfSize, type FrequencyTable } from '../frequency-table.ts'
import { compiledCounter } from './compiled-counter.ts'
import { createCounter } from './counter.ts'
import type { CounterLimits } from './kernel-memory.ts'
import { plainCounter } from './plain-counter.ts'

function described(classes: Classes, combinations: number): string[] {
  const members: number[][] = Array.from({ length: classes.count }, () => [])
  for (let i = 0; i < combinations; i++) members[classes.classIds[i]].push(i)
  return members
    .map((members, c) => {
      const histograms = classes.histograms.map((histogram) => {
        const width = histogram.length / combinations
        return [...histogram.subarray(c * width, (c + 1) * width)].join(' ')
      })
      const represented = members.includes(classes.representatives[c])
        ? ''
        : ` represented by ${classes.representatives[c]}`
      return `${members.join(' ')}${represented} | ${classes.sizes[c]} | ${histograms.join(' | ')}`
    })
    .sort()
}

function expectSameClasses(counter: ClassCounter, table: FrequencyTable, groupings: readonly Grouping[]): void {
  const expected = described(plainCounter(table).count(groupings), table.combinations)
  const classes = counter.count(groupings)
  expect(described(classes, table.combinations)).toEqual(expected)
  if (classes.keptRows === undefined) return
  const suppressed = Uint8Array.from({ length: table.combinations }, (_, c) => (c % 3 === 1 ? 1 : 0))
  const kept = classes.keptRows(suppressed)
  groupings.forEach(({ codeGroups, groups }, column) => {
    const sums = Array(groups).fill(0)
    for (let i = 0; i < table.combinations; i++) {
      if (suppressed[classes.classIds[i]] === 0) sums[codeGroups[table.columns[column].codes[i]]] += table.counts[i]
    }
    expect([...kept[column].subarray(0, groups)]).toEqual(sums)
  })
}

/** A large random table; codes repeat so that classes merge. */
function largeTable(sizes: readonly number[], combinations: number, seed = 1): FrequencyTable {
  const random = randomFrom(seed)
  const columns = sizes.map((size, column) => {
    const codes = codesOfSize(size, combinations)
    for (let i = 0; i < combinations; i++) codes[i] = random.integer(size)
    return { name: `column${column}`, size, codes }
  })
  const counts = Int32Array.from({ length: combinations }, () => 1 + random.integer(4))
  const first = Int32Array.from(counts, (count) => random.integer(count + 1))
  const target = {
    kind: 'categories' as const,
    name: 'class',
    values: ['no', 'yes'],
    counts: Int32Array.from({ length: combinations * 2 }, (_, i) => {
      const combination = i >> 1
      return i % 2 === 0 ? first[combination] : counts[combination] - first[combination]
    }),
  }
  const rows = counts.reduce((sum, count) => sum + count, 0)
  return { columns, combinations, rows, counts, targets: [target] }
}

function evenly(size: number, width: number): Grouping {
  return groupingFromStarts(
    Array.from({ length: Math.ceil(size / width) }, (_, group) => group * width),
    size,
  )
}

describe('compiledCounter', () => {
  const paths: readonly (CounterLimits & { readonly name: string })[] = [
    { name: 'as it chooses' },
    { name: 'a direct table', dense: 65_536, stamped: 65_536 },
    { name: 'a stamped table', dense: 0, stamped: 65_536 },
    { name: 'hashing', dense: 0, stamped: 0 },
    { name: 'keys, direct table', packed: false, dense: 65_536 },
    { name: 'keys, stamped table', packed: false, dense: 0, stamped: 65_536 },
    { name: 'keys, hashing', packed: false, dense: 0, stamped: 0 },
  ]

  it.each(paths)('counts the same classes as plainCounter on random problems: $name', (limits) => {
    fc.assert(
      fc.property(
        anyGroupedProblem().chain((problem) =>
          fc.record({
            problem: fc.constant(problem),
            more: fc.array(anyGroupings(problem.hierarchies), { maxLength: 3 }),
          }),
        ),
        fc.constantFrom('all', 'pair', 'none'),
        ({ problem, more }, kept) => {
          const all = problem.frequencies
          const targets = kept === 'all' ? all.targets : kept === 'pair' ? all.targets.slice(0, 1) : []
          const table = { ...all, targets }
          const counter = compiledCounter(table, limits)
          for (const groupings of [problem.groupings, ...more]) expectSameClasses(counter, table, groupings)
        },
      ),
      { numRuns: 60 },
    )
  })

  it.each(paths)('counts a larger table again and again, coarse to fine: $name', (limits) => {
    const sizes = [72, 8, 16, 7, 14, 5, 2, 41]
    const table = largeTable(sizes, 1000)
    const counter = compiledCounter(table, limits)
    for (const width of [100, 20, 9, 5, 3, 2, 1, 2, 9, 100]) {
      expectSameClasses(
        counter,
        table,
        sizes.map((size) => evenly(size, width)),
      )
    }
  })

  it('joins as few as one and as many as fifty columns, numbering classes afresh when 64 bits are full', () => {
    for (const sizes of [
      [3],
      Array(50).fill(2),
      Array(50).fill(10),
      Array(20).fill(50),
      [2000, 2000, 2000, 2000, 2000, 2000],
    ]) {
      const table = largeTable(sizes, 500)
      const counter = compiledCounter(table)
      for (const width of [1, 2, 7, 3000]) {
        expectSameClasses(
          counter,
          table,
          sizes.map((size) => evenly(size, width)),
        )
      }
    }
  })

  it('finds equal rows of fifty columns when all are left as they are', () => {
    const sizes = Array(50).fill(10)
    const random = randomFrom(5)
    const prototypes = Array.from({ length: 40 }, () => sizes.map((size) => random.integer(size)))
    const table = largeTable(sizes, 400)
    for (let i = 0; i < 400; i++) {
      const prototype = prototypes[random.integer(40)]
      for (let column = 0; column < 50; column++) table.columns[column].codes[i] = prototype[column]
    }
    const groupings = sizes.map((size) => finestGrouping(size))
    const counter = compiledCounter(table)
    expect(counter.count(groupings).count).toBeLessThanOrEqual(40)
    expectSameClasses(counter, table, groupings)
    const firstCoarse = [evenly(10, 10), ...groupings.slice(1)]
    expectSameClasses(counter, table, firstCoarse)
  })

  it('takes columns of 100,000 codes', () => {
    const sizes = [100_000, 3, 70_000]
    const table = largeTable(sizes, 3000)
    const counter = compiledCounter(table)
    for (const width of [1, 1000, 50_000]) {
      expectSameClasses(
        counter,
        table,
        sizes.map((size) => evenly(size, width)),
      )
    }
  })

  it('has no classes for a table without rows', () => {
    const table = tableFromRows([{ name: 'a', size: 3 }], [])
    expect(compiledCounter(table).count([finestGrouping(3)]).count).toBe(0)
  })

  it('has one class for a table without columns', () => {
    const table = tableFromRows([], [{ codes: [] }, { codes: [] }])
    expectSameClasses(compiledCounter(table), table, [])
  })

  it('keeps a class of combinations that count no rows', () => {
    const table = { ...largeTable([4, 4], 10), counts: new Int32Array(10), rows: 0, targets: [] }
    for (const limits of [{}, { dense: 0 }, { dense: 0, stamped: 0 }]) {
      expectSameClasses(compiledCounter(table, limits), table, [finestGrouping(4), evenly(4, 2)])
    }
  })

  it('leaves two counters apart', () => {
    const one = largeTable([9, 9], 50, 1)
    const other = largeTable([9, 9], 50, 2)
    const first = compiledCounter(one).count([finestGrouping(9), finestGrouping(9)])
    const before = described(first, 50)
    compiledCounter(other).count([evenly(9, 3), finestGrouping(9)])
    expect(described(first, 50)).toEqual(before)
  })

  it.each([
    { name: 'stamped table', dense: 0, stamped: 1024 },
    { name: 'hashing', dense: 0, stamped: 0 },
  ])('stays right each time its stamps have run out: $name', (limits) => {
    const table = largeTable([30, 30], 200)
    const counter = compiledCounter(table, { ...limits, lastStamp: 1500 })
    for (let round = 0; round < 30; round++) {
      expectSameClasses(counter, table, [evenly(30, 1 + (round % 7)), evenly(30, 1 + (round % 5))])
    }
  })

  it('can be made in a worker from a table over shared memory', async () => {
    const ours = largeTable([20, 30], 300)
    const shared = new SharedArrayBuffer(300)
    const codes = new Uint8Array(shared)
    codes.set(ours.columns[0].codes)
    const table = { ...ours, columns: [{ ...ours.columns[0], codes }, ours.columns[1]] }
    const url = new URL('./compiled-counter.ts', import.meta.url).href
    const worker = new Worker(
      `const { parentPort, workerData } = require('node:worker_threads')
       import('tsx/esm/api').then(async ({ register }) => {
         register()
         const { compiledCounter } = await import(${JSON.stringify(url)})
         const { count, sizes } = compiledCounter(workerData.table).count(workerData.groupings)
         parentPort.postMessage(Array.from(sizes.slice(0, count)).sort())
       })`,
      { eval: true, workerData: { table, groupings: [evenly(20, 3), evenly(30, 4)] } },
    )
    const sizes = await new Promise((resolve, reject) => {
      worker.once('message', resolve)
      worker.once('error', reject)
    })
    await worker.terminate()
    const expected = plainCounter(table).count([evenly(20, 3), evenly(30, 4)])
    expect(sizes).toEqual(Array.from(expected.sizes.slice(0, expected.count)).sort())
  })
})

describe('createCounter', () => {
  it('counts the same classes whichever counter it takes', () => {
    const table = largeTable([6, 7, 8], 400)
    const groupings = [evenly(6, 2), finestGrouping(7), evenly(8, 3)]
    const counter = createCounter(table)
    for (let count = 0; count < 60; count++) expectSameClasses(counter, table, groupings)
    const before = process.env['HALFTONE_KERNEL']
    process.env['HALFTONE_KERNEL'] = 'plain'
    try {
      expectSameClasses(createCounter(table), table, groupings)
    } finally {
      if (before === undefined) delete process.env['HALFTONE_KERNEL']
      else process.env['HALFTONE_KERNEL'] = before
    }
  })

  it('starts one kernel for a large table', () => {
    type Instance = new (module: object, imports?: object) => object
    const { WebAssembly: face } = globalThis as unknown as { WebAssembly: { Instance: Instance } }
    const { Instance } = face
    let started = 0
    face.Instance = class extends Instance {
      constructor(module: object, imports?: object) {
        super(module, imports)
        started++
      }
    }
    try {
      const counter = createCounter(largeTable([6, 7, 8], 20_000))
      for (let count = 0; count < 3; count++) counter.count([evenly(6, 2), finestGrouping(7), evenly(8, 3)])
      expect(started).toBe(1)
    } finally {
      face.Instance = Instance
    }
  })
})
