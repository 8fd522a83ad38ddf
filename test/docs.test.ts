/** The docs are true where a machine can tell: links lead somewhere, tables of options are the records, commands and names exist. */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { Command } from '@commander-js/extra-typings'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { EXIT_CODES } from '../cli/exit-codes.ts'
import { attackers } from '../src/attack/index.ts'
import { databases } from '../src/engines/index.ts'
import { ERROR_CODES } from '../src/ground/errors.ts'
import type { OptionRecord } from '../src/ground/options.ts'
import * as halftone from '../src/index.ts'
import { learners } from '../src/learn/index.ts'
import { allMetrics } from '../src/metrics/index.ts'
import { itemMetrics } from '../src/metrics/items/index.ts'
import { itemRiskMetrics } from '../src/metrics/items/risks.ts'
import { readJob } from '../src/plan/job.ts'
import { OUTPUTS } from '../src/plan/outputs.ts'
import { readDocument } from '../src/plan/read-job.ts'
import { RULES } from '../src/plan/rules.ts'
import { allRequirements } from '../src/requirements/index.ts'
import { itemRequirements } from '../src/requirements/items/index.ts'
import { samples } from '../src/sample/index.ts'
import { allSearches } from '../src/search/index.ts'
import { itemSearches } from '../src/search/items-index.ts'
import { formats } from '../src/sources/formats/index.ts'
import { studySchema } from '../src/study/study-schema.ts'
import { stepNames } from '../studio/client/shell/step-names.ts'

const pages = ['.', 'docs', 'examples', 'research/papers', 'src'].flatMap((folder) =>
  readdirSync(folder, { recursive: folder !== '.', encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(folder, name)),
)
const text = (page: string): string => readFileSync(page, 'utf8')
const fences = /^```(\w*)\n([\s\S]*?)^```/gm
const blocks = pages.flatMap((page) =>
  [...text(page).matchAll(fences)].map(([, language, body], number) => ({ page, number: number + 1, language, body })),
)

describe('links in .md files', () => {
  it.each(pages)('%s: files and headings are there', (page) => {
    const broken = [...prose(page).matchAll(/\]\(([^)\s]+)\)/g)]
      .map(([, link]) => link)
      .filter((link) => !/^https?:/.test(link))
      .filter((link) => {
        const [path, heading] = link.split('#')
        const target = path === '' ? page : join(dirname(page), path)
        if (statSync(target, { throwIfNoEntry: false }) === undefined) return true
        return heading !== undefined && !headings(target).has(heading)
      })
    expect(broken).toEqual([])
  })

  it('every source file that a page names is there', () => {
    const folders = ['src', 'cli', 'studio', 'test', 'research', 'scripts', 'examples']
    const files = folders.flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((name) => !name.includes('node_modules'))
        .map((name) => join(folder, name)),
    )
    const isThere = (page: string, name: string) =>
      files.some((file) => file.endsWith(`/${name}`) || file === name || file === join(dirname(page), name))
    const own = ['cli', 'test'].flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
    )
    const all = [...pages, ...own.filter((name) => name.endsWith('.md'))].filter((page) => page !== 'CHANGELOG.md')
    const broken = all.flatMap((page) =>
      [...text(page).matchAll(/`([\w./-]+\.tsx?)`/g)].flatMap(([, name]) =>
        isThere(page, name) ? [] : [`${page}: ${name}`],
      ),
    )
    expect(broken).toEqual([])
  })

  it('no page runs the command by npx: the name is not ours in the registry, and anyone could take it', () => {
    expect(pages.filter((page) => page !== 'CHANGELOG.md' && text(page).includes('npx halftone'))).toEqual([])
  })

  it('every page under docs can be reached from the README', () => {
    const reached = new Set(['README.md'])
    for (const page of reached)
      for (const [, link] of prose(page).matchAll(/\]\(([^)\s#]+)[^)]*\)/g)) {
        const target = join(dirname(page), link)
        if (target.endsWith('.md')) reached.add(target)
      }
    expect(pages.filter((page) => page.startsWith('docs') && !reached.has(page))).toEqual([])
  })
})

describe('the manual of the studio', () => {
  const source = (file: string): string => text(join('studio', 'client', file))
  const overview = text('docs/studio/README.md')

  it.each(stepNames)('has a page about %s, with a picture, which the overview links', (step) => {
    expect(overview).toContain(`](${step}.md)`)
    expect(text(`docs/studio/${step}.md`)).toMatch(/!\[[^\]]+\]\([\w-]+\.png\)/)
  })

  it('has a paragraph for every part of a result', () => {
    const about = text('docs/studio/result.md')
    const parts = ['table-result.tsx', 'items-result.tsx'].flatMap((file) =>
      [
        ...source(join('result', file)).matchAll(
          /\bid: '[\w-]+',\s+title: '([^']+)',\s+(?:group: '[^']+',\s+)?content:/g,
        ),
      ].map(([, title]) => title),
    )
    expect(parts.length).toBeGreaterThan(10)
    const lacking = parts.filter((title) => !about.includes(`**${title}**`) && !about.includes(`## ${title}`))
    expect(lacking).toEqual([])
  })

  it('has pictures that tests of the studio make anew, and no others', () => {
    const made = readdirSync('test/studio').flatMap((file) =>
      [...text(join('test', 'studio', file)).matchAll(/\.picture\('([^']+)'\)/g)].map(([, name]) => `${name}.png`),
    )
    const there = readdirSync('docs/studio').filter((file) => file.endsWith('.png'))
    const shown = pages.flatMap((page) =>
      [...text(page).matchAll(/\]\((?:studio\/)?(\d\d-[\w-]+\.png)\)/g)].map(([, name]) => name),
    )
    expect(there.toSorted()).toEqual(made.toSorted())
    expect([...new Set(shown)].toSorted()).toEqual(there.toSorted())
  })
})

describe('the comparison in the README', () => {
  const cells = new Map(rowsOf(text('README.md')).map(([name, ours]) => [name, ours]))
  const models = [...allRequirements, ...itemRequirements].map(({ name }) => name)

  it.each<[row: string, ours: string]>([
    ['reads', `${formats.map(({ title }) => title).join(', ')}; ${databases.map(({ title }) => title).join(', ')}`],
    ['privacy models', String(models.length)],
    ['sets of items', itemSearches.length > 0 ? 'yes' : 'no'],
    ['ways to find a release', `${allSearches.length} for tables, ${itemSearches.length} for items`],
    ['differential privacy', models.some((name) => /differential|epsilon/.test(name)) ? 'yes' : 'no'],
    ['noise, swapping, PRAM', [...allSearches].some(({ name }) => name === 'kactus-2') ? 'swapping' : 'no'],
    ['simulated attacks', String(attackers.length)],
  ])('says of Halftone what its records say: %s', (row, ours) => expect(cells.get(row)).toBe(ours))
})

describe('docs/coming-from.md', () => {
  const cells = new Map(rowsOf(text('docs/coming-from.md')).map(([name, ours]) => [name, ours]))
  const links = (names: readonly string[], target: (name: string) => string) =>
    names.map((name) => `[${name}](${target(name)})`).join(', ')
  const models = (records: readonly { readonly name: string }[]) =>
    links(
      records.map(({ name }) => name),
      (name) => `guarantees.md#${name}`,
    )
  const searches = (records: readonly { readonly name: string }[]) =>
    links(
      records.map(({ name }) => name),
      (name) => `searches/${name}.md`,
    )

  it.each<[row: string, ours: string]>([
    ['files', `${formats.map(({ title }) => title).join(', ')}; gzip; larger than memory`],
    [
      'databases',
      links(
        databases.map(({ title }) => title),
        (title) => `${title.toLowerCase()}.md`,
      ),
    ],
    ['models for tables', models(allRequirements)],
    ['models for baskets', models(itemRequirements)],
    ['one recoding for all rows', searches(allSearches.filter(({ kind }) => kind === 'columns'))],
    ['local recoding, class by class', searches(allSearches.filter(({ kind }) => kind !== 'columns'))],
    ['searches for baskets', searches(itemSearches)],
  ])('says what the records say: %s', (row, ours) => expect(cells.get(row)).toBe(ours))

  it.each([
    ['differential privacy', /differential|epsilon/i],
    ['multivariate microaggregation', /microaggregat/i],
    ['noise, PRAM, rank swapping', /\bnoise\b|\bpram\b|rank.?swap/i],
    ['SUDA, individual risk by survey weights', /suda|survey/i],
    ['SPSS, Stata, SAS files', /spss|stata|\bsas\b/i],
  ])('says that Halftone lacks %s: no key, record or format has it', (thing, word) => {
    expect(cells.has(thing)).toBe(true)
    const names = [...allRequirements, ...itemRequirements, ...allSearches, ...formats].map(({ name }) => name)
    expect(`${text('docs/job.schema.json')} ${names.join(' ')}`).not.toMatch(word)
  })
})

describe('the table of outputs', () => {
  const when = {
    always: 'always',
    asked: 'where the job asks for it',
    classes: 'by searches that decide per class',
    trail: 'by `bottom-up` and `top-down`',
    front: 'by `pareto`',
    history: 'by jobs with `history`',
    persons: 'by jobs with `persons` that leave their column out',
  }

  it('docs/guarantees.md has a row for each output, as the record says it, and no other', () => {
    const rows = Object.values(OUTPUTS).map(
      ({ title, suffix, when: own, public: isPublic, note }) =>
        `| ${title} | \`${isPublic ? '' : 'private/'}NAME${suffix}\` | ${when[own]} | ${isPublic ? 'everybody' : 'you'} | ${note} |`,
    )
    const [, table = ''] = text('docs/guarantees.md').split(
      '| output | file | written | who may read it | what it is |\n',
    )
    expect(table.split('\n').slice(1, rows.length + 2)).toEqual([...rows, ''])
  })
})

describe('keys that exclude or need each other', () => {
  it('are in docs/job-file.md as the table of rules has them', () => {
    const [, table = ''] = text('docs/job-file.md').split('## Keys that exclude or need each other\n')
    const rows = [
      ...RULES.columns.map(({ says }) => `| tables | ${says} |`),
      ...RULES.items.map(({ says }) => `| baskets | ${says} |`),
    ]
    expect(
      table
        .split('\n')
        .filter((line) => line.startsWith('|'))
        .slice(2, rows.length + 2),
    ).toEqual(rows)
  })
})

describe('tables of options', () => {
  it.each([...allSearches, ...itemSearches].map(({ name, options }) => [name, options] as const))(
    'docs/searches/%s.md has the options of the search and their defaults',
    (name, options) => {
      expect(text('docs/searches/README.md')).toContain(`(${name}.md)`)
      expectTable(`docs/searches/${name}.md`, text(`docs/searches/${name}.md`), options)
    },
  )

  it.each([...allRequirements, ...itemRequirements].map(({ name, options }) => [name, options] as const))(
    'docs/guarantees.md has a section on %s with its options',
    (name, options) => {
      const section = text('docs/guarantees.md')
        .split(/^## /m)
        .find((part) => part.startsWith(`${name}\n`))
      expectTable(`docs/guarantees.md, ${name}`, section ?? '', options)
    },
  )

  it.each(learners.map(({ name }) => name))('docs/learn/learners.md has a line on %s', (name) => {
    expect(rowsOf(text('docs/learn/learners.md')).map(([first]) => first)).toContain(`\`${name}\``)
  })

  it.each(samples.map(({ name, options }) => [name, options] as const))(
    'docs/sample-data.md has the options of halftone sample %s',
    (name, options) => {
      const title = `${name[0].toUpperCase()}${name.slice(1)}\n`
      const section = text('docs/sample-data.md')
        .split(/^## /m)
        .find((part) => part.startsWith(title))
      expect(optionRows(section ?? '').map(([option]) => option)).toEqual(options.map((option) => option.name))
    },
  )

  it.each(allMetrics.map(({ name, options }) => [name, options] as const))(
    'docs/metrics/%s.md has the options of the metric and their defaults',
    (name, options) => expectTable(`docs/metrics/${name}.md`, text(`docs/metrics/${name}.md`), options),
  )

  it.each([...itemMetrics, ...itemRiskMetrics].map(({ name }) => name))('docs/metrics/items.md tells of %s', (name) =>
    expect(text('docs/metrics/items.md')).toContain(`\`${name}\``),
  )
})

describe('commands', async () => {
  const program = new Command('halftone')
  for (const file of readdirSync('cli/commands').filter((name) => !name.includes('.test.'))) {
    const add = Object.entries(await import(`../cli/commands/${basename(file, '.ts')}.ts`)).find(([name]) =>
      name.startsWith('add'),
    )?.[1]
    ;(add as ((program: Command) => void) | undefined)?.(program as Command)
  }

  it.each(program.commands.map((command) => command.name()))(
    'the README and docs/commands.md have halftone %s',
    (name) => {
      expect(text('README.md')).toContain(`\`halftone ${name}`)
      expect(text('docs/commands.md')).toMatch(new RegExp(`^## (.*, )?${name}\\b`, 'm'))
    },
  )

  it('shown in the docs and in --help have options that exist', () => {
    const help = program.commands.map((command) => {
      let words = ''
      command.configureOutput({ writeOut: (more) => (words += more) }).outputHelp()
      return { page: `${command.name()} --help`, words }
    })
    const shown = [...pages.map((page) => ({ page, words: text(page) })), ...help].flatMap(({ page, words }) =>
      [...words.matchAll(/\bhalftone ([a-z]+)([^`#\n]*)/g)].map(([line, name, rest]) => ({ page, line, name, rest })),
    )
    const unknown = shown.filter(({ name, rest }) => {
      const command = program.commands.find((one) => one.name() === name)
      if (command === undefined) return false // a sentence: "halftone is …"
      const own = command.commands.find((one) => rest.trim().startsWith(one.name())) ?? command
      const flags = [...own.options.map((option) => option.long), '--help']
      return [...rest.matchAll(/(?<= )--[a-z][a-z-]*/g)].some(([flag]) => !flags.includes(flag))
    })
    expect(unknown).toEqual([])
    expect(shown.length).toBeGreaterThan(100)
  })
})

describe('tables of codes', () => {
  const rowsUnder = (title: string) =>
    rowsOf(
      text('docs/commands.md')
        .split(/^## /m)
        .find((part) => part.startsWith(`${title}\n`)) ?? '',
    ).filter(([first]) => first !== 'code' && !first.startsWith('---'))

  it('docs/commands.md has the exit codes of the record', () => {
    expect(rowsUnder('Exit codes')).toEqual(EXIT_CODES.map(({ code, meaning }) => [String(code), meaning]))
  })

  it('docs/commands.md has the error codes of the record, each once', () => {
    const codes = Object.entries(ERROR_CODES).map(([rule, { code, meaning }]) => [code, `\`${rule}\``, meaning])
    expect(rowsUnder('Error codes')).toEqual(codes.sort(([a], [b]) => (a < b ? -1 : 1)))
    expect(new Set(codes.map(([code]) => code)).size).toBe(codes.length)
  })
})

/** Names of the values that a source file exports. */
function exportedValues(file: string): string[] {
  return [...text(file).matchAll(/^export (?:async )?(?:const|function|class) (\w+)/gm)].map(([, name]) => name)
}

describe('code in the docs', () => {
  it.each(
    blocks
      .filter(({ body }) => /from 'halftone['/]/.test(body))
      .map((block) => [`${block.page}, block ${block.number}`, block]),
  )('%s imports names that exist', (_, { body }) => {
    for (const [, list, path] of body.matchAll(/import \{([^}]*)\} from 'halftone(?:\/internal\/([^']+))?'/g)) {
      const exported = path === undefined ? Object.keys(halftone) : exportedValues(`src/${path}.ts`)
      const values = list
        .split(',')
        .map((name) => name.trim())
        .filter((name) => !name.startsWith('type '))
      expect(values.filter((name) => !exported.includes(name))).toEqual([])
    }
  })

  it.each(
    blocks
      .filter(({ language, body }) => language === 'yaml' && body.includes('version: 1'))
      .map((block) => [`${block.page}, block ${block.number}`, block]),
  )('%s is a job or study that is accepted', (name, { body }) => {
    expect(() => (body.includes('job:') ? readDocument(body, name, studySchema) : readJob(body, name))).not.toThrow()
  })

  // Fragments complete a small job; those whose keys are columns are columns of it.
  it.each(
    blocks
      .filter(({ language, body }) => language === 'yaml' && !/version: 1|uses:|^ *- |^grid:/m.test(body))
      .map((block) => [`${block.page}, block ${block.number}`, block]),
  )('%s is a part of a job that is accepted', (name, { body }) => {
    const part = parse(body, { uniqueKeys: false }) as Record<string, unknown>
    const columns = Object.values(part).every((value) => typeof value === 'object' && value !== null && 'role' in value)
    const job = {
      version: 1,
      data: { source: 'people.csv' },
      columns: { age: { role: 'quasi-identifier', type: 'numeric' } },
      privacy: { k: 10 },
      output: { release: 'out/release.csv' },
      ...(columns ? { columns: part } : part),
    }
    expect(() => readJob(JSON.stringify(job), name)).not.toThrow()
  })
})

/** A page without code. */
function prose(page: string): string {
  return text(page)
    .replace(fences, '')
    .replace(/`[^`\n]*`/g, '')
}

/** The headings of a page as GitHub names them in links. */
function headings(page: string): Set<string> {
  const lines = text(page).replace(fences, '').split('\n')
  const titles = lines.filter((line) => /^#+ /.test(line)).map((line) => line.replace(/^#+ /, ''))
  return new Set(
    titles.map((title) =>
      title
        .toLowerCase()
        .replace(/[^\p{L}\p{N}\s_-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  )
}

/** Cells of the rows of all tables. */
function rowsOf(page: string): string[][] {
  return page
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) =>
      line
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim()),
    )
}

/** Name and default of each row in tables that begin with `option`; a row may have several, separated by commas. */
function optionRows(page: string): [name: string, value: string][] {
  const tables = page.split(/\n(?!\|)/).filter((part) => /^\|? ?option \|/m.test(part.trimStart()))
  return tables.flatMap((table) =>
    rowsOf(table)
      .slice(2)
      .flatMap(([first, second]) => {
        const names = [...first.matchAll(/`([\w-]+)`/g)].map(([, name]) => name)
        const values = names.length > 1 ? second.replaceAll('`', '').split(', ') : [second.replaceAll('`', '')]
        return names.map((name, i): [string, string] => [name, values.length === names.length ? values[i] : values[0]])
      }),
  )
}

function expectTable(place: string, page: string, options: readonly OptionRecord[]): void {
  const rows = optionRows(page)
  expect(rows.map(([name]) => name).sort(), place).toEqual(options.map(({ name }) => name).sort())
  for (const option of options) {
    const told = rows.find(([name]) => name === option.name)?.[1] ?? ''
    if (option.default === undefined || told.startsWith('as ')) continue
    const plain =
      typeof option.default === 'object' ? JSON.stringify(option.default).replaceAll('"', '') : option.default
    expect(told.replaceAll(', ', ','), `${place}: ${option.name}`).toBe(String(plain))
  }
}
