/** Tests without an engine; test/engines/ tests that the statements give the rows of a release. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import bigquery from 'node-sql-parser/build/bigquery.js'
import snowflake from 'node-sql-parser/build/snowflake.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fewestRows } from '../requirements/k-map/k-map.ts'
import { recodingAsSql, type WarehouseOptions } from './recoding-as-sql.ts'

const many = Array.from({ length: 120 }, (_, i) => `code ${i}`)
const age = {
  column: 'age',
  type: 'numeric',
  groups: [
    { label: '[17,39]', from: 15, to: 39, shown: [17, 39] },
    { label: '[40.5,90]', from: 40.5, to: 90 },
    { label: '(missing)', missing: true },
  ],
}
const town = {
  column: 'the-town',
  type: 'taxonomy',
  groups: [
    { label: "l'Île", values: ["l'Île", 'back\\slash', '(missing)'] },
    { label: 'Zürich', values: ['Zürich'] },
  ],
}
const code = { column: 'code', type: 'order', groups: [{ label: '*', values: many }] }
const shared = {
  halftone: 'recoding',
  version: 1,
  requirements: [{ name: 'k-anonymity', options: { k: 4 } }],
  missing: 'category',
  missingValues: ['?', ''],
  withoutColumns: [],
}
const columns = {
  ...shared,
  kind: 'columns',
  columns: [age, town, code],
  keptColumns: [{ column: 'income', role: 'target' }],
}
const classes = {
  ...shared,
  kind: 'combinations',
  columns: [age, town],
  target: 'income',
  outputs: [
    { shown: { age: '[17,39]' }, rows: 4 },
    { shown: { 'the-town': "l'Île" }, rows: 4 },
  ],
  table: 'table.csv',
  seed: 7,
}
const options: WarehouseOptions = {
  dialect: 'duckdb',
  table: 'clinic.people',
  release: 'release',
  keep: [],
  drop: [],
  key: ['id'],
}

let folder: string
const translate = (recoding: object, more: Partial<WarehouseOptions> = {}) => {
  writeFileSync(join(folder, 'recoding.json'), JSON.stringify(recoding))
  return recodingAsSql(join(folder, 'recoding.json'), { ...options, ...more })
}
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'halftone-warehouse-'))
  writeFileSync(
    join(folder, 'table.csv'),
    'age,the-town,income,output,rows\n"[17,39]",l\'Île,<=50K,1,3\n"[17,39]",l\'Île,<=50K,2,2\n(missing),Zürich,>50K,0,1\n',
  )
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('recodingAsSql', () => {
  it('refuses suppressed-group: enforce where sizes alone do not decide', () => {
    const asked = [...columns.requirements, { name: 'l-diversity', options: { column: 'income', l: 2 } }]
    const enforced = { ...columns, suppressedGroup: 'enforce', requirements: asked }
    expect(() => translate(enforced)).toThrow('whether suppressed rows hold under l-diversity cannot be said')
  })

  it.each([
    ['bigquery', bigquery],
    ['snowflake', snowflake],
  ] as const)('%s: a parser of that dialect reads every statement', (dialect, { Parser }) => {
    const parse = (text: string) => new Parser().astify(text)
    const entropy = { name: 'l-diversity', options: { column: 'income', l: 2, kind: 'entropy' } }
    const derived = [
      { column: 'age', years: ['born', 'seen'], format: '%d/%m/%Y' },
      { column: 'stay', days: ['born', 'seen'] },
      { column: 'the-town', map: ['ward', [["l'Est", "l'Île"]]] },
      { column: 'code', bin: ['costs', 1, 2.5] },
      { column: 'home', place: ['lat', 'lon'] },
    ]
    const near = { name: 't-closeness', options: { column: 'income', t: 0.2 } }
    const alike = { name: 'k-map', options: { k: 20, population: 1000 } }
    const asked: object[] = [
      { requirements: [entropy] },
      { requirements: [near] },
      { requirements: [near, alike], suppressedRows: 'drop' },
      { derived },
    ]
    const kept: { shared?: unknown; caps?: unknown; [key: string]: unknown }[] = [
      {
        share: 5,
        shared: [
          [1, 2.5, '2'],
          [3, 9, null],
          [9.5, 9.5, '9.5'],
        ],
      },
      { round: 0.05, caps: { top: { at: 90, text: '≥ 90' }, bottom: { at: -1, text: '-2' } } },
      { digits: 3 },
      ...(['hour', 'day', 'month', 'quarter', 'year', 'decade'] as const).map((keep) => ({ keep })),
      { keep: 'year', format: '%d/%m/%y' },
    ]
    const coarse = kept.map(({ shared, caps, ...coarsening }, i) => ({
      column: `c${i}`,
      role: 'other',
      coarsening,
      shared,
      caps,
    }))
    const months = { column: 'born', type: 'numeric', unit: 'month', groups: [{ label: '*', from: -9000, to: 9000 }] }
    const times = { ...months, column: 'came', unit: 'time' }
    asked.push({ keptColumns: coarse }, { columns: [age, months, times] })
    for (const recoding of [columns, classes, ...asked.map((more) => ({ ...columns, ...more }))]) {
      const { select, check } = translate(recoding, { dialect, keep: ['income'] })
      expect(parse(select)).toMatchObject({ type: 'select' })
      expect(parse(check)).toMatchObject({ type: 'select' })
      expect(() => parse(select.replace('GROUP BY', 'GROUP'))).toThrow()
    }
  })

  it('ends each stage of coarser values for Spark with a generator, past which it copies no expression', () => {
    const keptColumns = [{ column: 'costs', role: 'other', coarsening: { round: 10 } }]
    const { select } = translate({ ...columns, keptColumns }, { dialect: 'spark' })
    expect(select.match(/ LATERAL VIEW explode\(array\(rand\(\)\)\) AS halftone_once\) AS halftone_/g)).toHaveLength(4)
  })

  it('k-map: the fewest rows of a class follow the number of all rows', () => {
    const { check } = translate({ ...columns, requirements: [{ name: 'k-map', options: { k: 3, population: 100 } }] })
    const steps = [...check.slice(0, check.indexOf(' AS ')).matchAll(/< (\d+) THEN (\d+)/g)].map(([, a, b]) => [+a, +b])
    const last = Number(/ELSE (\d+) END/.exec(check)?.[1])
    for (let rows = 1; rows <= 120; rows++) {
      const found = steps.find(([below]) => rows < below)?.[1] ?? last
      expect(found).toBe(fewestRows(3 * Math.min(1, rows / 100), 0.05, false))
    }
    const refused = { ...columns, requirements: [{ name: 'k-map', options: { k: 3 } }] }
    expect(() => translate(refused)).toThrow('cannot be said by one GROUP BY')
  })

  it('a few values are compared, many are joined; numbers that no label covers have none', () => {
    const { select, check } = translate(columns)
    expect(select).toContain(`END AS halftone_number_1`)
    expect(select).toContain('WHEN halftone_number_1 BETWEEN 17 AND 39 THEN')
    expect(select).toContain(`IN ('l''Île', 'back\\slash', '(missing)') THEN 'l''Île'`)
    expect(select).toContain(`('code 119', '*')) AS listed ("value", "label")`)
    expect(select).toContain('FROM "clinic"."people"')
    expect(check).toMatch(/GROUP BY "age", "the-town", "code"\nHAVING COUNT\(\*\) < 4$/)
  })

  it('what another tool fills in is printed as it is', () => {
    expect(translate(columns, { table: "{{ ref('people') }}" }).select).toContain("FROM {{ ref('people') }})")
  })

  it('rows of a cell that classes divide are taken in the order of their key, which must be given', () => {
    const { select } = translate(classes)
    expect(select).toContain('ROW_NUMBER() OVER (ORDER BY "id") AS halftone_row')
    expect(select).toContain(`('[17,39]', 'l''Île', '<=50K', 2, 3, 5)`)
    expect(() => translate(classes, { key: [] })).toThrow('--key')
  })

  it('columns named like the table of a recoding, or like something that every object has', () => {
    writeFileSync(join(folder, 'odd.csv'), 'output,constructor,income,output,rows\n"[17,39]",Zürich,<=50K,1,4\n')
    const odd = {
      ...classes,
      columns: [
        { ...age, column: 'output' },
        { ...town, column: 'constructor' },
      ],
      table: 'odd.csv',
    }
    const { select } = translate({ ...odd, outputs: [{ shown: { output: '[17,39]' }, rows: 4 }] })
    expect(select).toContain("('[17,39]', 'Zürich', '<=50K', 1)")
    expect(select).toContain("(1, '[17,39]', '?')")
  })

  it('refuses what a statement cannot promise', () => {
    const ordered = {
      name: 't-closeness',
      options: { column: 'income', t: 0.2, distance: 'ordered' },
      columns: [{ name: 'income', role: 'sensitive', order: ['<=50K', '>50K'] }],
    }
    expect(() => translate({ ...columns, requirements: [ordered] })).toThrow('t-closeness')
    const keyed = { kind: 'pseudonym', scope: 'id', format: 'hex', length: 8 }
    const kept = [{ column: 'id', role: 'pseudonym', keyed }]
    expect(() => translate({ ...columns, keptColumns: kept })).toThrow('--drop id')
    expect(translate({ ...columns, keptColumns: kept }, { drop: ['id'] }).select).not.toContain('"id"')
    expect(() => translate({ ...classes, table: 'nowhere.csv' })).toThrow('nowhere.csv')
    const twice = { ...age, groups: [age.groups[0], { ...age.groups[1], label: '[17,39]' }] }
    expect(() => translate({ ...classes, columns: [twice, town] })).toThrow('same label')
  })
})
