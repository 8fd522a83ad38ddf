/** Rules that hold for every function, file and folder: few arguments, few lines, few files. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseAst } from 'vite'
import { describe, expect, it } from 'vitest'
import { allMetrics } from '../src/metrics/index.ts'
import { itemMetrics } from '../src/metrics/items/index.ts'
import { itemRiskMetrics } from '../src/metrics/items/risks.ts'
import { allRequirements } from '../src/requirements/index.ts'
import { itemRequirements } from '../src/requirements/items/index.ts'
import { allSearches } from '../src/search/index.ts'
import { itemSearches } from '../src/search/items-index.ts'
import { ITEM_SEARCHES_FOR_ALL, SEARCH_FOR_PREFERENCES, SEARCHES_FOR_ALL } from '../src/search/refusals.ts'
import { formats } from '../src/sources/formats/index.ts'

interface Node {
  readonly type: string
  readonly start: number
  readonly [key: string]: unknown
}

const MOST_ARGUMENTS = 5

/** The kernels are AssemblyScript, which has no records that could be handed over without cost: `.as.ts` keeps its numbers one by one. */
const written = ['src', 'cli', 'studio', 'research', 'scripts', 'examples', 'test'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((name) => /\.tsx?$/.test(name) && !/\.as\.ts$/.test(name)),
)
const isTest = (file: string) => /\.test\.tsx?$/.test(file) || file.startsWith('test')
const files = written.filter((file) => !isTest(file))
const testFiles = written.filter(isTest)

describe('every function', () => {
  it(`has at most ${MOST_ARGUMENTS} positional arguments`, () => {
    const wrong = files.flatMap((file) => {
      const text = readFileSync(file, 'utf8')
      const found: string[] = []
      walk(parseAst(text, { lang: file.endsWith('x') ? 'tsx' : 'ts' }) as unknown as Node, (node) => {
        const { params } = node as { readonly params?: readonly unknown[] }
        if (!/Function/.test(node.type) || !Array.isArray(params) || params.length <= MOST_ARGUMENTS) return
        found.push(`${file}:${text.slice(0, node.start).split('\n').length} has ${params.length}`)
      })
      return found
    })
    expect(wrong).toEqual([])
  })
})

/** Where a key that is undefined is not the same as no key: who reads them lists the keys, or the key has the name of a column. */
const KEYS_ARE_LISTED = ['src/study/run-job.ts']

describe('every optional key', () => {
  it('is written as `key: value | undefined`, not as a conditional spread of an object', () => {
    const empty = (node: Node) => node.type === 'ObjectExpression' && (node['properties'] as Node[]).length === 0
    const wrong = [...files, ...testFiles].flatMap((file) => {
      const text = readFileSync(file, 'utf8')
      if (!/\.\.\.\(|\.\.\.\w[^,\n]*&& \{/.test(text)) return []
      const found: string[] = []
      walk(parseAst(text, { lang: file.endsWith('x') ? 'tsx' : 'ts' }) as unknown as Node, (node) => {
        if (node.type !== 'SpreadElement' && node.type !== 'JSXSpreadAttribute') return
        const { type, operator, right, consequent, alternate } = inside(node['argument'] as Node)
        const sides =
          type === 'ConditionalExpression' ? [consequent, alternate].map((side) => inside(side as Node)) : []
        const chosen = sides.some(empty) && sides.every((side) => side.type === 'ObjectExpression')
        const given = operator === '&&' && inside(right as Node).type === 'ObjectExpression'
        if (chosen || given) found.push(`${file}:${text.slice(0, node.start).split('\n').length}`)
      })
      return found
    })
    expect(wrong.map((place) => place.split(':')[0]).sort()).toEqual([...KEYS_ARE_LISTED].sort())
  })
})

/** Where it is asked what data is about though it is not its own place: how often, and why. */
const KIND_ASKED: Readonly<Record<string, readonly [times: number, why: string]>> = {
  'src/attack/index.ts': [1, 'baskets alone have one attacker, and no columns to know'],
  'src/search/index.ts': [1, 'which searches group columns: a kind of search, asked by one function'],
  'src/plan/plan.ts': [2, 'the union of plans: asked by the functions that narrow it'],
  'src/recoding/recoding.ts': [1, 'a recoding file says its kind, and its reader refuses another'],
  'src/recoding/boxes-recoding.ts': [1, 'the same'],
  'src/recoding/items.ts': [2, 'the same, of text and of files'],
  'src/tasks/recoding-as-sql.ts': [1, 'the same, of recodings that a warehouse can run'],
  'cli/print/summary.ts': [1, 'a run of baskets is summed up by other figures'],
  'studio/server/data/raw-risk.ts': [1, 'a question, not a plan: what is asked of a file without a job'],
  'studio/server/result/previews.ts': [1, 'baskets are not laid beside each other row by row'],
  'studio/client/data/raw-risk.tsx': [1, 'another panel for the risk of baskets'],
  'studio/client/result/result-page.tsx': [1, 'another page for the report of baskets'],
}

const KINDS = ['columns', 'classes', 'items', 'combinations', 'baskets']
const OF_KIND = ['request', 'wanted', 'result', 'report', 'recoding', 'plan', 'job', 'checks']
/** Keys that only a request, a result or a report of one kind has. */
const KEYS_OF_KIND = ['layout', 'attacker', 'supports', ...KINDS]

describe('every branch on the kind of data', () => {
  it('stands in the records of the kinds, but for a few with their reasons', () => {
    const asked = new Map<string, number>()
    for (const file of files.filter((own) => /^(src|cli|studio)/.test(own))) {
      const path = file.replaceAll('\\', '/')
      if (path.startsWith('src/kinds/')) continue
      const text = readFileSync(file, 'utf8')
      walk(parseAst(text, { lang: file.endsWith('x') ? 'tsx' : 'ts' }) as unknown as Node, (node) => {
        if (asksKind(node)) asked.set(path, (asked.get(path) ?? 0) + 1)
      })
    }
    expect(Object.fromEntries(asked)).toEqual(
      Object.fromEntries(Object.entries(KIND_ASKED).map(([file, [times]]) => [file, times])),
    )
  })
})

/** `plan.kind === 'items'`, `'layout' in request`, `result.baskets === undefined`, `case 'classes':`. */
function asksKind(node: Node): boolean {
  const { type, operator } = node
  const isKind = (side: unknown) => KINDS.includes(literalOf(side) ?? '')
  if (type === 'SwitchCase') return isKind(node['test'])
  if (type !== 'BinaryExpression') return false
  const sides = [node['left'], node['right']]
  if (operator === 'in') return KEYS_OF_KIND.includes(literalOf(sides[0]) ?? '') && OF_KIND.includes(nameOf(sides[1]))
  if (operator !== '===' && operator !== '!==') return false
  // Roles of columns, and options, have such names too.
  if (sides.some(isKind)) return sides.some((side) => /^(kind|about(Of)?|of|type)$/.test(nameOf(side)))
  return (
    sides.some((side) => nameOf(side) === 'baskets' && (side as Node).type !== 'Identifier') &&
    sides.some((side) => nameOf(side) === 'undefined')
  )
}

function literalOf(node: unknown): string | undefined {
  const { type, value } = (node ?? {}) as Node
  return type === 'Literal' && typeof value === 'string' ? value : undefined
}

/** The last name of `plan.kind`, `plan?.kind`, `kind` or `aboutOf(job)`. */
function nameOf(node: unknown): string {
  const { type, name, property, callee, expression } = (node ?? {}) as Node
  if (type === 'Identifier') return name as string
  const inner = property ?? callee ?? expression
  return inner === undefined ? '' : nameOf(inner)
}

describe('the front door', () => {
  it('has about 45 names: each is a promise', () => {
    let names = 0
    walk(parseAst(readFileSync('src/index.ts', 'utf8'), { lang: 'ts' }) as unknown as Node, (node) => {
      if (node.type === 'ExportSpecifier') names++
    })
    expect(names).toBeGreaterThan(40)
    expect(names).toBeLessThanOrEqual(46)
  })
})

/** Where a part is named though it is not its own place, and why. */
const NAMED_ELSEWHERE: Readonly<Record<string, string>> = {
  'cli/table-file.ts': 'the table of a risk profile: three attackers, not three metrics',
  'src/ground/random.ts': 'a purpose of chance',
  'src/requirements/l-diversity/l-diversity.ts': 'a kind of l-diversity',
  'src/search/methods/bottom-up/options.ts': 'an option of its own',
  'src/search/methods/pareto/options.ts': 'an option of its own',
  'src/attack/index.ts': 'the same purpose',
  'src/attack/baskets.ts': 'the same purpose',
  'src/attack/inference.ts': 'an attacker, not a metric',
  'src/report/attack-figures.ts': 'the same attacker',
  'src/init/init-search.ts': 'the advice of init: which search to take',
  'studio/client/run/algorithm-panel.tsx': 'the same advice, with buttons',
  'src/search/search.ts': 'the start of that name',
  'src/search/run-search.ts': 'the start of that name',
  'src/search/islands/evolve.ts': 'the start of that name',
  'src/search/methods/bottom-up/bottom-up.ts': 'the start of that name',
  'src/search/methods/genetic/genetic.ts': 'the start of that name',
  'src/search/methods/top-down/top-down.ts': 'the start of that name',
  'src/search/refusals.ts': 'the searches that refusals recommend; this file checks that they exist',
  'src/search/results.ts': 'a trail is of one of the two searches that leave one',
  'src/search/trail/trail.ts': 'the same, where it is read',
  'src/search/trail/trail-file.ts': 'the same, in its file',
  'src/verification/attribute-risk.ts': 'columns of its own statement',
  'src/recoding/boxes-recoding.ts': 'keys of its own document, which lists boxes',
  'src/kinds/classes/classes.ts': 'the same keys',
  'src/report/draw/sections/boxes.ts': 'the id of a section of the page',
}

describe('every part', () => {
  const parts = [
    ...[...allMetrics, ...itemMetrics, ...itemRiskMetrics].map(({ name }) => ({ name, own: 'src/metrics/' })),
    ...[...allRequirements, ...itemRequirements].map(({ name }) => ({ name, own: 'src/requirements/' })),
    ...[...allSearches, ...itemSearches].map(({ name }) => ({ name, own: folderOfSearch(name) })),
  ]

  it('is quoted by its name in its own folder alone: others ask its record', () => {
    const found = files
      .filter((file) => /^(src|cli|studio)/.test(file))
      .flatMap((file) => {
        const path = file.replaceAll('\\', '/')
        const text = readFileSync(file, 'utf8').replace(/^\s*(\/\*\*|\*|\/\/).*$/gm, '')
        const foreign = parts.filter(({ name, own }) => text.includes(`'${name}'`) && !path.startsWith(own))
        return foreign.map(({ name }) => `${path} names ${name}`)
      })
    expect(found.filter((line) => !(line.split(' ')[0] in NAMED_ELSEWHERE))).toEqual([])
    const excused = new Set(found.map((line) => line.split(' ')[0]))
    expect(Object.keys(NAMED_ELSEWHERE).filter((file) => !excused.has(file))).toEqual([])
  })

  it('stands in no list of searches in a sentence: lists are made from the records', () => {
    const names = [...allSearches, ...itemSearches].map(({ name }) => name)
    const listed = files
      .filter((file) => /^(src|cli|studio)/.test(file) && !/^src.sample/.test(file))
      .flatMap((file) => {
        const path = file.replaceAll('\\', '/')
        const text = readFileSync(file, 'utf8').replace(/^\s*(\/\*\*|\*|\/\/).*$/gm, '')
        const sentences = text.split('\n').filter((line) => new Set(line.match(/[\w-]+/g)).size > 3)
        const wrong = sentences.filter((line) => {
          const words = new Set(line.match(/[\w-]+/g))
          return names.filter((name) => words.has(name) && !path.startsWith(folderOfSearch(name))).length > 1
        })
        return wrong.length === 0 || path in NAMED_ELSEWHERE ? [] : [`${path}: ${wrong[0].trim()}`]
      })
    expect(listed).toEqual([])
  })

  it('is advised by its record: no sentence outside of the searches names an algorithm', () => {
    const named = new RegExp(`algorithm (${[...allSearches, ...itemSearches].map(({ name }) => name).join('|')})\\b`)
    const wrong = files.filter((file) => {
      const text = readFileSync(file, 'utf8').replace(/^\s*(\/\*\*|\*|\/\/).*$/gm, '')
      return /^(src|cli|studio)/.test(file) && !/^src.search/.test(file) && named.test(text)
    })
    expect(wrong).toEqual([])
  })

  it('exists if a refusal recommends it', () => {
    const names = [...allSearches, ...itemSearches].map(({ name }) => name)
    const advice = [SEARCHES_FOR_ALL, SEARCH_FOR_PREFERENCES, ITEM_SEARCHES_FOR_ALL].flatMap((text) =>
      text.split(' or '),
    )
    expect(advice.filter((name) => !names.includes(name))).toEqual([])
  })
})

/** Where a search stands: the folder of its name, or that of its kin. */
function folderOfSearch(name: string): string {
  return existsSync(`src/search/methods/${name}`)
    ? `src/search/methods/${name}/`
    : 'src/search/methods/tree-suppression/'
}

/** Where the sentence stands alone: the caller says what it is about (`within`), or it is about no single thing. */
const PATH_BY_CALLER = [
  'src/ground/errors.ts',
  'src/engines/duckdb',
  'src/engines/postgres',
  'src/engines/spark',
  'src/hierarchy',
  'src/learn/statistics',
  'src/ground/options.ts',
  'src/plan/shared-plan.ts',
  'src/recoding',
  'src/report/study/row-table.ts',
  'src/sql',
  'src/study/check-rows.ts',
  'src/tasks/anonymize-rows.ts',
]

// That every one has a rule is a matter of its type.
/** Files outside of `sources/formats` that name a binary format, with the reason. */
const NAMES_FORMATS: Readonly<Record<string, string>> = {
  'src/engines/duckdb/translate-error.ts': "DuckDB's messages about damaged files",
  'src/engines/spark/spark-engine.ts': 'tables that Spark stores',
  'src/engines/spark/target-table.ts': 'folders that Spark writes',
  'src/history/ledger.ts': 'the ledger is such a file, with a head in its metadata',
}

describe('every file format', () => {
  it('is named in its record alone: others ask sources/formats/index.ts', () => {
    const named = files.filter(
      (file) =>
        /^(src|cli|studio)\//.test(file) &&
        !file.startsWith('src/sources/formats/') &&
        /parquet|xlsx/i.test(readFileSync(file, 'utf8')),
    )
    expect(named.sort()).toEqual(Object.keys(NAMES_FORMATS).sort())
    expect(named.length).toBeLessThanOrEqual(8)
  })

  it('has endings and names that no other has', () => {
    for (const key of ['name', 'title', 'endings'] as const) {
      const values = formats.flatMap((format) => format[key])
      expect(values).toEqual([...new Set(values)])
    }
  })
})

describe('every UserError', () => {
  it('says by a path what it is about', () => {
    const wrong = files
      .filter((file) => /^(src|cli)/.test(file))
      .flatMap((file) => {
        const text = readFileSync(file, 'utf8')
        const place = file.replaceAll('\\', '/')
        if (!/\b[Uu]serError\(/.test(text) || PATH_BY_CALLER.some((own) => place.startsWith(own))) return []
        const found: string[] = []
        walk(parseAst(text, { lang: 'ts' }) as unknown as Node, (node) => {
          const callee = (node['callee'] as Node | undefined)?.['name']
          if (callee !== 'UserError' && callee !== 'userError') return
          const [, about] = node['arguments'] as Node[]
          if (callee === 'UserError' && about?.type !== 'ObjectExpression') return
          const keys = ((about?.['properties'] ?? []) as Node[]).map(
            (own) => (own['key'] as Node | undefined)?.['name'],
          )
          const has = callee === 'UserError' ? keys.includes('path') : about !== undefined
          if (!has) found.push(`${place}:${text.slice(0, node.start).split('\n').length}`)
        })
        return found
      })
    expect(wrong).toEqual([])
  })
})

const MOST_FILES = 25
const MOST_LINES = 450
const MOST_FUNCTION_LINES = 120

describe('sizes of src, cli, studio and research', () => {
  const sources = ['src', 'cli', 'studio', 'research'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map((name) => join(folder, name).replaceAll('\\', '/'))
      .filter((name) => /\.tsx?$/.test(name) && !isTest(name)),
  )
  const lineCount = (text: string) => text.trimEnd().split('\n').length

  it(`a folder has at most ${MOST_FILES} files beside its tests`, () => {
    const counts = new Map<string, number>()
    for (const file of sources) counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1)
    expect([...counts].filter(([, count]) => count > MOST_FILES)).toEqual([])
  })

  it(`a file has at most ${MOST_LINES} lines`, () => {
    const sizes = sources.map((file) => [file, lineCount(readFileSync(file, 'utf8'))] as const)
    expect(sizes.filter(([, lines]) => lines > MOST_LINES)).toEqual([])
  })

  it(`a function has at most ${MOST_FUNCTION_LINES} lines`, () => {
    const sizes = sources
      .filter((file) => !/\.as\.ts$/.test(file))
      .flatMap((file) => {
        const text = readFileSync(file, 'utf8')
        if (lineCount(text) <= MOST_FUNCTION_LINES) return []
        const functions: (readonly [string, number])[] = []
        walk(parseAst(text, { lang: file.endsWith('x') ? 'tsx' : 'ts' }) as unknown as Node, (node) => {
          const { start, end, id } = node as Node & { readonly end: number; readonly id?: { readonly name: string } }
          if (/Function/.test(node.type))
            functions.push([`${file} ${id?.name ?? 'anonymous'}`, lineCount(text.slice(start, end))])
        })
        return functions
      })
    expect(sizes.filter(([, lines]) => lines > MOST_FUNCTION_LINES)).toEqual([])
  })
})

function walk(node: Node, visit: (node: Node) => void): void {
  visit(node)
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) {
      if (child !== null && typeof child === 'object' && typeof (child as Node).type === 'string')
        walk(child as Node, visit)
    }
  }
}

function inside(node: Node): Node {
  return node.type === 'ParenthesizedExpression' ? inside(node['expression'] as Node) : node
}
