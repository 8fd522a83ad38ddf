import { createHash } from 'node:crypto'
import { parseHTML } from 'linkedom'
import { beforeAll, describe, expect, test } from 'vitest'
import { brokenReport, exampleReport, numberColumn, treeColumn } from '../../test/example-report.ts'
import { formatCount, formatFigure, formatRisk } from '../ground/format.ts'
import { preferenceOutcome } from '../metrics/utility/achievement.ts'
import { drawReport } from './html.ts'
import type { ColumnPicture } from './pictures.ts'
import type { Report } from './report.ts'
import { digestBeforeMark, NOT_HASHED, type Signing } from './signing.ts'

type Page = ReturnType<typeof parseHTML>['document']

const parsePage = (text: string): Page => parseHTML(text).document
const readText = (page: Page, selector: string): string => page.querySelector(selector)?.textContent ?? ''
const all = (page: Page, selector: string) => [...page.querySelectorAll(selector)]

/** Expects that the page loads and runs nothing, whatever its labels contain. */
function expectNoWayOut(text: string, page: Page): void {
  expect(all(page, 'script, iframe, object, embed, img, video, audio, form, base, foreignObject').length).toBe(0)
  const suspicious: string[] = []
  for (const element of all(page, '*')) {
    for (const { name, value } of element.attributes) {
      const link = name === 'href' || name === 'xlink:href'
      const bad = link
        ? !/^(#[\w-]+|data:,)$/.test(value)
        : /^(on.*|style|src|srcset|action)$/.test(name) ||
          (name !== 'aria-label' && name !== 'content' && /url\s*\(|javascript:/i.test(value))
      if (bad) suspicious.push(`${element.tagName} ${name}=${value}`)
    }
  }
  expect(suspicious).toEqual([])
  const styles = all(page, 'style')
  expect(styles.length).toBe(1)
  const style = styles[0].textContent
  expect(style).not.toMatch(/url\(|@import|https?:/)
  const policy = page.querySelector('meta[http-equiv="Content-Security-Policy"]')?.getAttribute('content') ?? ''
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain(`style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`)
  expect(policy).not.toMatch(/unsafe|https?:|\*|script-src/)
  expect(text.match(/<style/gi)?.length).toBe(1)
  expect(text).not.toMatch(/<script/i)
}

describe('drawReport(report)', () => {
  let text: string
  let page: Page
  beforeAll(async () => {
    text = await drawReport(exampleReport)
    page = parsePage(text)
  })

  test('gives one small page that can reach nothing', () => {
    expect(text.startsWith('<!doctype html>\n<html lang="en">')).toBe(true)
    expect(text.length).toBeLessThan(150_000)
    expectNoWayOut(text, page)
  })

  test('gives the same bytes for the same report', async () => {
    expect(await drawReport(structuredClone(exampleReport))).toBe(text)
  })

  test('has its sections in order, each named by its heading and listed in the contents', () => {
    const ids = all(page, 'main > section').map((section) => section.id)
    expect(ids).toEqual([
      'guarantee',
      'asked',
      'found',
      'risk',
      'classes',
      'columns',
      'measures',
      'verification',
      'repeat',
    ])
    expect(all(page, 'nav a').map((link) => link.getAttribute('href'))).toEqual(ids.map((id) => `#${id}`))
    for (const id of ids) expect(page.getElementById(`${id}-title`)?.tagName).toBe('H2')
    expect(all(page, 'h1').length).toBe(1)
    expect(all(page, 'header, nav, main, footer').length).toBe(4)
    const names = all(page, '[id]').map((element) => element.id)
    expect(new Set(names).size).toBe(names.length)
  })

  test('captions every table and describes every picture', () => {
    const captions = all(page, 'table').map((table) => table.querySelector('caption')?.textContent?.trim() ?? '')
    expect(captions.length).toBeGreaterThan(0)
    expect(captions).not.toContain('')
    for (const svg of all(page, 'svg')) {
      const spoken = svg.getAttribute('role') === 'img' && (svg.getAttribute('aria-label') ?? '').length > 10
      expect(spoken || svg.getAttribute('aria-hidden') === 'true').toBe(true)
    }
  })

  test('opens with the verdict, k, rows released and suppressed', () => {
    expect(readText(page, '.verdict .word')).toBe('Verified for k = 10')
    const figures = all(page, '.tiles b').map((figure) => figure.textContent)
    expect(figures).toEqual(['30,162', '441', formatCount(exampleReport.verification.classes), '10'])
  })

  test('states what is promised and what is not', () => {
    expect(all(page, '.promised li').length).toBe(exampleReport.guarantee.holds.length)
    expect(all(page, '.open li').map((item) => item.textContent)).toEqual(exampleReport.guarantee.doesNotHold)
  })

  test('tells what was asked and found', () => {
    const asked = readText(page, '#asked')
    for (const { name, role } of exampleReport.asked.columns) {
      expect(asked).toContain(name)
      expect(asked).toContain(role)
    }
    expect(asked).toContain('k-anonymity with k = 10')
    expect(asked).toContain('500,000')
    const found = readText(page, '#found')
    expect(found).toContain('not proven')
    expect(found).toContain(formatFigure(exampleReport.found.value as number))
    expect(found).toContain('431,208')
    expect(all(page, '#found .wide > svg').length).toBe(2)
    expect(all(page, '#found .narrow > svg').length).toBe(2)
  })

  test('has every risk and metric with value, formula and reading, in the shared format', () => {
    const risks = readText(page, '#risk table')
    for (const { title, before, after, range, formula, reading } of exampleReport.risks) {
      for (const part of [title, formatRisk(before, range), formatRisk(after, range), formula, reading])
        expect(risks).toContain(part)
    }
    const measures = readText(page, '#measures')
    for (const { name, title, value, formula, reading } of exampleReport.metrics) {
      for (const part of [name, title, formatFigure(value), formula, reading]) expect(measures).toContain(part)
    }
  })

  test('draws risks that are shares, and no others, as bars', () => {
    const drawn = page.querySelector('#risk .wide svg')?.getAttribute('aria-label') ?? ''
    expect(drawn).toContain('Highest risk of a single person: 100% before, 10% after')
    expect(drawn).not.toContain('Rows that are alone')
  })

  test('draws the class sizes and marks k', () => {
    const svg = page.querySelector('#classes .wide svg')
    expect(svg?.textContent).toContain('k = 10')
    const drawn = [...(svg?.querySelectorAll('rect') ?? [])].length
    expect(drawn).toBe(all(page, '#classes tbody tr').length)
    const rows = all(page, '#classes tbody tr').map((row) => Number(row.children[2].textContent.replaceAll(',', '')))
    expect(rows.reduce((sum, count) => sum + count, 0)).toBe(29_721)
  })

  test('draws every column with the rows of its groups', () => {
    for (const [i, column] of exampleReport.columns.entries()) {
      const picture = readText(page, `#column-${i + 1}`)
      expect(picture).toContain(column.column)
      expect(picture).toContain(`oss ${formatFigure(column.loss)}`)
      for (const { label, rows } of column.groups) {
        expect(picture).toContain(label)
        if (rows > 0) expect(picture).toContain(formatCount(rows))
      }
    }
    expect(all(page, '#column-1 .wide svg').length).toBe(1)
    expect(all(page, '#column-3 svg.strip rect').length).toBe(7)
    expect(all(page, '#column-8 .tree .cut').length).toBe(11)
  })

  test('says how to repeat it with what a job file can take', () => {
    const snippet = readText(page, '#repeat pre')
    expect(snippet).toContain('seed: 1')
    const algorithm = JSON.parse(snippet.slice(snippet.indexOf('{')))
    expect(algorithm).toEqual({ name: 'genetic', ...exampleReport.asked.options })
  })
})

describe('drawReport(report, signing)', () => {
  const signing: Signing = {
    purpose: 'Study 7 <b>',
    engine: 'DuckDB v1',
    files: [{ name: 'release.csv', bytes: 30_032, sha256: 'ab'.repeat(32) }],
  }

  test('ends with a page to sign: purpose, digests, versions, and room for names', async () => {
    const page = parsePage(await drawReport(exampleReport, signing))
    expect(all(page, 'main > section').at(-1)?.id).toBe('approval')
    const text = readText(page, '#approval')
    for (const part of [
      'Study 7 <b>',
      'release.csv',
      `sha256 ${'ab'.repeat(32)}`,
      '30,032 bytes',
      'DuckDB v1',
      'seed 1',
    ])
      expect(text).toContain(part)
    expect(all(page, '#approval tbody th').map((cell) => cell.textContent)).toEqual([
      'Prepared by',
      'Checked by (data protection)',
      'Approved for release by',
    ])
    const { purpose: _, ...without } = signing
    expect(readText(parsePage(await drawReport(exampleReport, without)), '#approval')).toContain(
      'not stated in the job',
    )
  })

  test('the day stands behind the mark, and the digest does not change with it', async () => {
    const [one, other] = await Promise.all(
      ['2026-11-15', '2026-11-16'].map((date) => drawReport(exampleReport, { ...signing, date })),
    )
    expect(readText(parsePage(one), 'footer')).toContain('Made on 2026-11-15.')
    expect(one).not.toBe(other)
    expect(digestBeforeMark(one)).toEqual(digestBeforeMark(other))
    const [before] = one.split(NOT_HASHED)
    expect(digestBeforeMark(one)?.sha256).toBe(createHash('sha256').update(before).digest('hex'))
    expect(before).toContain('</main>')
    expect(digestBeforeMark(await drawReport(exampleReport, signing))).toBeUndefined()
    expectNoWayOut(one, parsePage(one))
  })

  test('what is not protected stands first', async () => {
    const page = parsePage(await drawReport(exampleReport, signing))
    expect(all(page, 'main > section')[0].id).toBe('guarantee')
    expect(all(page, '#guarantee h3').map((title) => title.textContent)).toEqual([
      'What is not protected',
      'What is promised',
    ])
  })
})

describe('drawReport of a release that must not be shared', () => {
  test('says so first, and shows the witnesses', async () => {
    const page = parsePage(await drawReport(brokenReport))
    expect(readText(page, '.verdict .word')).toBe('Not verified')
    expect(readText(page, '.verdict')).toContain('k-anonymity')
    expect(all(page, '.promised').length).toBe(0)
    expect(all(page, '.tiles b').at(-1)?.textContent).toBe('3')
    expect(readText(page, '#verification .mark.bad')).toContain('broken')
    expect(readText(page, '#verification .scroll')).toContain('[65,90]')
    expect(page.querySelector('#classes .wide svg')?.getAttribute('aria-label')).toContain('3 of them below k = 10')
  })

  test('says that there is none where none exists', async () => {
    const { value: _, ...rest } = exampleReport.found
    const found = { ...rest, outcome: 'none-exists', convergence: [] }
    const page = parsePage(await drawReport({ ...exampleReport, found }))
    expect(readText(page, '.verdict .word')).toBe('No release')
    expect(readText(page, '#found')).not.toContain('Value of the goal')
  })
})

const examplePoints = [
  { x: 0.41, y: 0.22, value: 0.35, effectiveK: 5, suppressed: 0, classes: 300 },
  { x: 0.43, y: 0.09, value: 0.36, effectiveK: 6, suppressed: 4, classes: 210 },
  { x: 0.6, y: 0.3, value: 0.5, effectiveK: 133, suppressed: 0, classes: 20 },
]

test('drawReport draws a front: a dot for each point, its smallest class, the released one by its number', async () => {
  const front = { x: 'NWP', y: 'NECD', points: examplePoints, chosen: 2, wanted: { x: 0.2, y: 1 } }
  const page = parsePage(await drawReport({ ...exampleReport, front }))
  const text = readText(page, '#front')
  expect(text).toContain('3 releases')
  for (const { effectiveK } of examplePoints) expect(text).toContain(String(effectiveK))
  expect(text).toContain('2 (released)')
  expect(all(page, '#front .wide svg').length).toBe(1)
  expect(all(parsePage(await drawReport(exampleReport)), '#front').length).toBe(0)
})

test('drawReport tells what became of a preference', async () => {
  const preference = preferenceOutcome({ NWP: 0.2, NECD: 1 }, { NWP: 0.4, NECD: 0.1 }, { k: 5, effectiveK: 7 })
  const page = parsePage(await drawReport({ ...exampleReport, preference }))
  expect(readText(page, '#found')).toContain('not met, underachieved: NWP 0.4 of 0.2 accepted (+0.2)')
  expect(readText(page, '#found')).toContain('smallest class 7, asked for 5')
})

const HOSTILE = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "' onmouseover='alert(1)",
  '</style><style>body{display:none}',
  '</svg></title></table><iframe src="https://example.org/">',
  'line\nbreak\r\nand\ttab',
  '<!-- ]]> &lt; &amp;',
  '\u202egnissap\u0000\ud800',
  '日本語 · עברית · 👩‍👩‍👧',
  'javascript:alert(1)',
  'long'.repeat(1_000),
]

test('drawReport escapes hostile labels wherever they stand', async () => {
  const each = <T>(make: (label: string) => T): T[] => HOSTILE.map(make)
  const label = HOSTILE.join(' ')
  const report: Report = {
    title: label,
    version: HOSTILE[0],
    asked: {
      source: label,
      columns: each((name) => ({ name, role: name, hierarchy: name })),
      requirements: each((name) => ({ name, promise: name })),
      k: 10,
      suppressionLimit: 1,
      goal: label,
      algorithm: label,
      options: Object.fromEntries(each((name) => [name, { [name]: name }])),
      seed: 1,
    },
    found: { ...exampleReport.found, outcome: HOSTILE[1], details: Object.fromEntries(each((name) => [name, name])) },
    rows: exampleReport.rows,
    risks: each((name) => ({ ...exampleReport.risks[0], name, title: name, formula: name, reading: name })),
    metrics: each((name) => ({ ...exampleReport.metrics[0], name, title: name, formula: name, reading: name })),
    classSizes: exampleReport.classSizes,
    front: { x: HOSTILE[0], y: HOSTILE[1], points: examplePoints, chosen: 2, wanted: { x: 0.2, y: 1 } },
    columns: [
      ...each((name) => treeColumn(name, { name, children: each((leaf) => ({ name: leaf, rows: 3 })) }, 0.1)),
      ...each((name) => treeColumn(name, { name, rows: 3, children: each((leaf) => ({ name: leaf })) }, 1)),
      { column: HOSTILE[0], kind: 'order', loss: 0, groups: each((name) => ({ label: name, rows: 2, values: 2 })) },
      ...each((name): ColumnPicture => {
        const { groups, ...column } = numberColumn(name, [[1, 5, 3]], 0)
        return {
          ...column,
          groups: [
            { ...groups[0], label: name },
            { label: name, rows: 4, values: 1 },
          ],
        }
      }),
    ],
    verification: {
      ...exampleReport.verification,
      verdict: 'broken',
      checks: each((name) => ({
        name,
        promise: name,
        holds: false,
        found: name,
        witnesses: [{ size: 1, values: Object.fromEntries(each((column) => [column, name])) }],
      })),
    },
    guarantee: { holds: HOSTILE, doesNotHold: HOSTILE },
  }
  const text = await drawReport(report)
  const page = parsePage(text)
  expectNoWayOut(text, page)
  expect(text).not.toMatch(/[\u0000\u202e\r]|\p{Cs}/u)
  expect(text).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
  expect(readText(page, '#guarantee')).toContain('日本語 · עברית · 👩‍👩‍👧')
  expect(readText(page, '#guarantee')).toContain('Line↵break↵and⇥tab')
  expect(text.length).toBeLessThan(3_000_000)
})

describe('drawReport of extremes stays small and whole', () => {
  const numbers = (count: number): [number, number, number][] =>
    Array.from({ length: count }, (_, i) => [i * 10, i * 10 + 9, (i * 7919) % 500])
  const leaves = (count: number, rows?: number) =>
    Array.from({ length: count }, (_, i) => ({ name: `leaf ${i}`, rows }))
  const manyColumns: ColumnPicture[] = Array.from({ length: 60 }, (_, i) =>
    i % 2 === 0
      ? numberColumn(`number ${i}`, numbers(200), 0.1)
      : treeColumn(`tree ${i}`, { name: 'ANY', children: leaves(200, 3) }, 0.1),
  )
  const nothing = { ...exampleReport.rows, suppressed: 30_162, classes: 0, smallestClass: 0 }
  const extremes: [string, Partial<Report>, number][] = [
    [
      'no classes, all suppressed',
      {
        rows: nothing,
        classSizes: [],
        verification: { ...exampleReport.verification, classes: 0, smallestClass: 0, suppressedRows: 30_162 },
        columns: exampleReport.columns.map((column) => ({
          ...column,
          groups: column.groups.map(({ values }) => ({ label: '(suppressed)', rows: 0, values })),
          axis: undefined,
        })),
      },
      120_000,
    ],
    [
      'nothing at all',
      {
        columns: [],
        risks: [],
        metrics: [],
        classSizes: [],
        rows: { ...nothing, read: 0, missing: 0, suppressed: 0 },
      },
      60_000,
    ],
    ['one column', { columns: exampleReport.columns.slice(0, 1) }, 120_000],
    ['60 columns', { columns: manyColumns }, 1_500_000],
    ['5,000 numeric groups', { columns: [numberColumn('x', numbers(5_000), 0)] }, 160_000],
    ['5,000 ordered groups', { columns: [{ ...numberColumn('x', numbers(5_000), 0), kind: 'order' }] }, 160_000],
    [
      'a tree of 3,000 leaves, all kept',
      { columns: [treeColumn('t', { name: 'ANY', children: leaves(3_000, 5) }, 0)] },
      160_000,
    ],
    [
      'a tree of 3,000 leaves in one group',
      { columns: [treeColumn('t', { name: 'ANY', rows: 9, children: leaves(3_000) }, 1)] },
      120_000,
    ],
    ['one class of one row', { classSizes: [{ size: 1, classes: 1 }] }, 150_000],
    [
      '100,000 class sizes and convergence points',
      {
        classSizes: Array.from({ length: 100_000 }, (_, i) => ({ size: i + 2, classes: 1 })),
        found: {
          ...exampleReport.found,
          convergence: Array.from({ length: 100_000 }, (_, i) => ({
            done: i,
            best: 1 / (i + 1),
            distinct: 100_000 - i,
          })),
        },
      },
      200_000,
    ],
  ]

  test.each(extremes)('%s', async (_, changes, limit) => {
    const text = await drawReport({ ...exampleReport, ...changes })
    expect(text.length).toBeLessThan(limit)
    const page = parsePage(text)
    expectNoWayOut(text, page)
    expect(all(page, 'main > section').length).toBe(9)
    expect(page.querySelector('body')?.textContent).not.toMatch(/NaN|Infinity|undefined|null,/)
  })

  test('all suppressed is said to be empty, not to be a success', async () => {
    const page = parsePage(await drawReport({ ...exampleReport, rows: nothing, classSizes: [] }))
    expect(readText(page, '.verdict .word')).toBe('Verified, but empty')
  })

  test('neighbours that share a block are said to', async () => {
    const page = parsePage(await drawReport({ ...exampleReport, columns: [numberColumn('x', numbers(5_000), 0)] }))
    expect(readText(page, '#column-1 figcaption')).toContain('up to 42 neighbouring groups')
  })

  test('groups that are not drawn are counted', async () => {
    const columns = [treeColumn('t', { name: 'ANY', children: leaves(3_000, 5) }, 0)]
    const page = parsePage(await drawReport({ ...exampleReport, columns }))
    const drawn = all(page, '.tree .cut').length
    expect(drawn).toBeGreaterThan(50)
    expect(readText(page, '.tree .more')).toContain(`and ${formatCount(3_000 - drawn)} more groups`)
  })
})
