/**
 * Compares the pages of the papers with their results, and the results with short runs. `npm run papers -- --quick`
 * runs more.
 */
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { randomFrom } from '../../src/ground/random.ts'
import type { CategoryColumn } from '../../src/learn/coded-table.ts'
import { evaluateModel } from '../../src/learn/evaluation/measures.ts'
import { data, dataPath } from '../../test/data.ts'
import { needs } from '../../test/needs.ts'
import { type DataSet, findData, readDataSets } from './find-data.ts'
import { suppressHalf } from './kisilevich-2008/anonymize-half.ts'
import { anonymousTreeLearner, levelsHalf } from './kisilevich-2008/anonymous-tree-half.ts'
import { dataSets, readGlass, tableFromText, waveformText } from './kisilevich-2008/data-sets.ts'
import { makeFigure } from './kisilevich-2008/experiments.ts'
import { makePages } from './page.ts'
import {
  type Claim,
  differences,
  type FigureExperiment,
  type Found,
  type Measured,
  type Paper,
  paperNames,
  papersFolder,
  readPaper,
  type Work,
} from './paper.ts'
import { judgeClaims, judgeFigure, meanOfRepeats } from './verdict.ts'

let papers: readonly Paper[] = []
function judgedFigures() {
  return papers.flatMap(({ name, published, results, experiments }) =>
    published.figures.flatMap((figure) => {
      const experiment = experiments.find(({ id }) => id === figure.id)
      if (experiment === undefined || !('judge' in experiment) || !(figure.id in results)) return []
      return [{ name, results, figure, judgement: experiment.judge(results[figure.id], results) }]
    }),
  )
}

let room = ''
beforeAll(async () => {
  papers = await Promise.all(paperNames.map(readPaper))
  room = mkdtempSync(join(tmpdir(), 'halftone-papers-'))
})
afterAll(() => rmSync(room, { recursive: true, force: true }))

describe('pagesOf(papers)', () => {
  it('is what lies in papers/; npm run papers -- --pages writes it', () => {
    for (const [path, text] of Object.entries(makePages(papers))) {
      expect(readFileSync(join(papersFolder, path), 'utf8'), path).toBe(text)
    }
  })

  it('has a row in the gallery, with its verdict, seeds, spread and command, for each figure that has results', () => {
    const { 'README.md': gallery } = makePages(papers)
    for (const { name, results, figure, judgement } of judgedFigures()) {
      const verdict = judgeFigure(figure, judgeClaims(figure, judgement))
      expect(gallery).toContain(
        `${name}/README.md#${figure.id}): ${figure.title} | ${figure.says} | ${judgement.ours} | ${verdict}`,
      )
      const { seeds } = results[figure.id]
      const row = gallery.split('\n').find((line) => line.includes(`${name}/README.md#${figure.id})`))!
      expect(row, 'command').toContain(`\`npm run papers -- ${name} --only ${figure.id}\``)
      if (seeds.length === 0) expect(row).toContain('| no chance in it |')
      else {
        expect(seeds.length, row).toBeGreaterThanOrEqual(3)
        expect([name, figure.id, judgement.spread], row).toEqual([name, figure.id, expect.stringMatching(/\d/)])
      }
      const sentences = judgement.because.split(/[.:;] /).length
      expect(sentences, `${name} ${figure.id}: two sentences`).toBeGreaterThanOrEqual(2)
    }
  })

  it('names, wherever ours differs, the experiment that shows why, and that was run', () => {
    for (const { name, results, figure, judgement } of judgedFigures()) {
      for (const { claim, verdict } of judgeClaims(figure, judgement)) {
        if (verdict === 'differs' && (figure.incomparable === undefined || claim.comparable))
          expect(Object.keys(results), `${name} ${figure.id}: ${claim.id}`).toContain(claim.reason)
      }
    }
  })

  it('names a line of the paper for each claim, and words that are in it', needs(data('../papers')), () => {
    for (const { published } of papers) {
      const lines = readFileSync(dataPath(`../papers/${published.text}`), 'utf8').split('\n')
      for (const { line, words } of [...published.figures.flatMap(({ claims }) => claims), ...published.untested])
        expect(lines[line - 1], `${published.text}, line ${line}`).toContain(words)
    }
  })

  it('says another verdict when the results are others', () => {
    const iyengar = papers.find(({ name }) => name === 'iyengar-2002')!
    const figure = iyengar.published.figures.find(({ id }) => id === 'figure-7')!
    const experiment = iyengar.experiments.find(({ id }) => id === 'figure-7') as FigureExperiment
    const verdictWhen = (moved: number) => {
      const found = iyengar.results['figure-7']
      const series = found.series.map((line) => ({
        ...line,
        points: line.points.map(([x, y]): [number, number] => [x, y + moved]),
      }))
      const judged = judgeClaims(figure, experiment.judge({ ...found, series }, iyengar.results))
      return judged.find(({ claim }) => claim.id === 'LM 500')?.verdict
    }
    expect([0, 0.05, -0.05].map(verdictWhen)).toEqual(['met', 'differs', 'better'])
  })
})

describe('judgeClaims(figure, judgement)', () => {
  const anyClaim: Claim = { id: 'a', says: 'a', line: 1, words: 'a' }
  const anyFigure = { id: 'figure-1', title: '', where: '', says: '', claims: [anyClaim] }
  const judged = (claim: Partial<Claim>, measured: Measured) =>
    judgeClaims(
      { ...anyFigure, claims: [{ ...anyClaim, ...claim }] },
      { ours: '', because: '', measured: { a: measured } },
    )[0].verdict

  it('meets a number or a range within the tolerance that is stated', () => {
    expect(judged({ printed: 0.18, tolerance: 0.01 }, [0.17, 0.19])).toBe('met')
    expect(judged({ printed: 0.18, tolerance: 0.01 }, [0.16, 0.19])).toBe('differs')
    expect(judged({ printed: [17.3, 18.5] }, 18.5)).toBe('met')
    expect(judged({ printed: [17.3, 18.5] }, 18.6)).toBe('differs')
  })

  it('is better on the side that is an improvement alone', () => {
    expect(judged({ printed: 730, better: 'lower' }, 3)).toBe('better')
    expect(judged({ printed: 730, better: 'lower' }, 731)).toBe('differs')
    expect(judged({ printed: 0.5, better: 'higher' }, [0.4, 0.9])).toBe('differs')
  })

  it('takes two standard errors of the mean of our repeats where the claim asks for it', () => {
    const repeats = meanOfRepeats([98, 100, 102, 98, 102])
    expect(repeats.mean).toBe(100)
    expect(repeats.standardError).toBeCloseTo(2 / Math.sqrt(5))
    expect(judged({ printed: 101.7, tolerance: 'standard errors' }, repeats)).toBe('met')
    expect(judged({ printed: 101.8, tolerance: 'standard errors' }, repeats)).toBe('differs')
  })

  it('is not comparable where data or machine are others, whatever its claims', () => {
    const figure = { ...anyFigure, incomparable: 'other rows' }
    for (const holds of [true, false]) {
      const claims = judgeClaims(figure, { ours: '', because: '', measured: { a: holds } })
      expect(judgeFigure(figure, claims)).toBe('not comparable')
    }
  })

  it('lists the count of vids as differing: it depends on no machine, as the times of its figure do', () => {
    const lines = readFileSync(join(papersFolder, 'claims.md'), 'utf8').split('\n## ')
    expect(lines.filter((part) => part.includes('distinct vids')).map((part) => part.split('\n')[0])).toEqual([
      'Differs',
    ])
  })

  it('refuses a claim that nothing was measured for, and the other way round', () => {
    expect(() => judgeClaims(anyFigure, { ours: '', because: '', measured: {} })).toThrow('"a", which is not measured')
    expect(() => judgeClaims(anyFigure, { ours: '', because: '', measured: { a: true, b: true } })).toThrow(
      'claims nothing',
    )
  })
})

describe('the folder of a paper', () => {
  it('has an experiment for every result, and a figure or a reading for every experiment', () => {
    for (const { name, published, results, experiments } of papers) {
      const known = [...published.figures, ...published.readings].map(({ id }) => id)
      expect(new Set(known).size).toBe(known.length)
      for (const { id } of experiments) expect(known, `${name} ${id}`).toContain(id)
      for (const id of Object.keys(results)) expect(experiments.map((experiment) => experiment.id)).toContain(id)
      expect(published.doi ?? published.venue).toBeTruthy()
      expect(published.bibtex[0]).toMatch(/^@/)
    }
  })

  it('is cited in CITATION.cff, with the same DOI or none', () => {
    const { references } = parse(readFileSync(join(papersFolder, '..', '..', 'CITATION.cff'), 'utf8')) as {
      references: { title: string; doi?: string }[]
    }
    for (const { published } of papers) {
      const { title, doi, bibtex } = published
      const cited = references.find((reference) => reference.title === title)
      expect([cited?.title, cited?.doi]).toEqual([title, doi])
      expect(bibtex.find((line) => /^ *doi/.test(line))?.match(/\{(.*)\}/)?.[1]).toBe(doi)
    }
  })

  it('has what came of every reading', () => {
    for (const { name, published, results } of papers)
      for (const { id } of published.readings) expect(Object.keys(results), name).toContain(id)
  })
})

describe('differences(quick, committed, tolerance)', () => {
  const committed: Found = {
    series: [{ name: 'CM', points: [[10, 0.5]] }],
    facts: { classes: 18 },
    seeds: [],
    seconds: 1,
  }

  it('is empty where points and facts are the committed ones, within the tolerance', () => {
    expect(differences({ ...committed, series: [{ name: 'CM', points: [[10, 0.5004]] }] }, committed, 1e-3)).toEqual([])
  })

  it('names what is not', () => {
    const quick = {
      series: [
        {
          name: 'CM',
          points: [
            [10, 0.6],
            [20, 0.5],
          ] as [number, number][],
        },
      ],
      facts: { classes: 17 },
      seeds: [],
    }
    expect(differences(quick, committed, 1e-3)).toEqual([
      'CM at 10: 0.6, committed 0.5',
      'CM at 20: 0.5, of which the committed results know nothing',
      'classes: 17, committed 18',
    ])
    expect(differences(quick, undefined, 1)).toHaveLength(1)
  })
})

/** 60 rows in the form of the UCI file: id, nine numbers, type; each of three types depends on other oxides. */
function glassText(): string {
  const random = randomFrom(3)
  return Array.from({ length: 60 }, (_, i) => {
    const type = 1 + (i % 3)
    return [
      i + 1,
      ...Array.from({ length: 9 }, (_unused, j) => (type * (j % 3) + random.uniform()).toFixed(2)),
      type,
    ].join()
  }).join('\n')
}

const made = new Map<string, Promise<unknown>>()
const work = (): Work => ({
  size: 'test',
  threads: 1,
  room,
  once<T>(key: string, make: () => Promise<T>): Promise<T> {
    if (!made.has(key)) made.set(key, make())
    return made.get(key) as Promise<T>
  },
  say: () => {},
})

describe('the harness of Kisilevich et al. on rows that the repository does not have', () => {
  const settings = { k: 5, swappingThreshold: 0.5, seed: 1 }
  const columns = Array.from({ length: 40 }, (_, i) => `x${i + 1}`)
  const waves = () =>
    tableFromText(waveformText(300, 7), { header: [...columns, 'wave'], numbers: columns, target: 'wave' })

  it.each(['kactus', 'kactus-2'] as const)(
    '%s: no released combination of the quasi-identifiers has fewer than k rows; other columns stay',
    (method) => {
      const table = waves()
      const quasiIdentifiers = columns.slice(0, 30)
      const { train, figures } = suppressHalf(method, table, { ...settings, quasiIdentifiers })
      const counts = new Map<string, number>()
      const known = train.columns.filter(({ name }) => quasiIdentifiers.includes(name)) as CategoryColumn[]
      for (let row = 0; row < train.rows; row++) {
        const key = known.map(({ codes }) => codes[row]).join()
        counts.set(key, (counts.get(key) ?? 0) + 1)
      }
      expect(Math.min(...counts.values())).toBeGreaterThanOrEqual(5)
      const others = train.columns.filter(({ name }) => !quasiIdentifiers.includes(name)) as CategoryColumn[]
      expect(others).toHaveLength(10)
      expect(others.every(({ codes }) => codes.every((code) => code >= 0))).toBe(true)
      expect(figures.withoutConstant).toBeLessThan(figures.missing)
    },
  )

  it('takes the file of Glass where the user gives it: the figure by its own curves, areas and verdicts', async () => {
    const folder = join(room, 'given')
    mkdirSync(join(folder, 'glass'), { recursive: true })
    writeFileSync(join(folder, 'glass', 'glass.data'), glassText())
    const glassFile = readDataSets().find(({ name }) => name === 'glass')!
    const said: string[] = []
    const look = (sets: readonly DataSet[]) => findData({ folder, fetch: false, say: (line) => said.push(line), sets })
    // The stand-in is not the file: it is rejected if a SHA-256 is required.
    expect((await look([glassFile])).present.size).toBe(0)
    expect(said).toEqual([
      expect.stringContaining('glass.data is not the file that research/papers/data.yaml describes'),
    ])
    const anyFile = { ...glassFile, files: glassFile.files.map(({ path }) => ({ path })) }
    expect([...(await look([anyFile])).present]).toEqual(['glass'])
    const glass = dataSets.find(({ name }) => name === 'glass')!
    const { run, judge } = makeFigure({ ...glass, read: () => readGlass(join(folder, 'glass', 'glass.data')) })
    const found = { ...(await run({ ...work(), size: 'full' })), seconds: 0 }
    expect(found.series.map(({ name, points }) => [name, points.length])).toEqual(
      ['TDS', 'TDR', 'kADET', 'kACTUS', 'kACTUS-2'].map((name) => [name, 5]),
    )
    const { figures } = papers.find(({ name }) => name === 'kisilevich-2008')!.published
    const judged = judgeClaims(figures.find(({ id }) => id === 'figure-4')!, judge(found, {}))
    // The stand-in's types are well separated: its accuracy exceeds the published one.
    expect(judged.find(({ claim }) => claim.id === 'original')).toMatchObject({ verdict: 'better' })
  })

  it('kADET with levels of a tree reaches k in every leaf, and divides coarse values before fine ones', () => {
    const rows = Array.from({ length: 60 }, (_, i) => [`v${i % 6}`, i % 6 < 3 ? 'yes' : 'no'])
    const table = tableFromText(rows.map((row) => row.join()).join('\n'), {
      header: ['a', 'class'],
      numbers: [],
      target: 'class',
    })
    const findPath = (_: string, value: string) => ['any', Number(value.slice(1)) < 3 ? 'low' : 'high', value]
    const { train } = levelsHalf(table, ['a'], findPath)
    expect(train.columns.map(({ name }) => name)).toEqual(['a at level 1', 'a'])
    // Ten rows per value, thirty per coarse value: at k = 20 only the coarse ones can be separated.
    expect(evaluateModel(anonymousTreeLearner(20).train(train), train).accuracy).toBe(1)
    expect(evaluateModel(anonymousTreeLearner(20).train(levelsHalf(table, ['a']).train), train).accuracy).toBe(0.5)
  })
})

describe('data.yaml', () => {
  it('describes every set that an experiment needs', () => {
    const names = readDataSets().map(({ name }) => name)
    for (const { experiments } of papers)
      for (const set of experiments.flatMap((experiment) => experiment.needs)) expect(names).toContain(set)
  })

  it('has the SHA-256 of our own taxonomies', async () => {
    const local = readDataSets().flatMap(({ files }) => files.filter((file) => file.local !== undefined))
    expect(local.length).toBeGreaterThan(7)
    for (const { local: path, sha256 } of local) {
      const text = readFileSync(join(papersFolder, ...path!.split('/')))
      expect([path, createHash('sha256').update(text).digest('hex')]).toEqual([path, sha256])
    }
  })

  it('is fetched where that is asked for: what has another SHA-256 is left out, what cannot be had is named', async () => {
    const content = '1,2,3\n'
    const sha256 = createHash('sha256').update(content).digest('hex')
    const server = createServer(({ url }, response) => {
      if (url === '/gone.csv') response.statusCode = 404
      response.end(content)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const set = (name: string, file: object): DataSet => ({
      name,
      title: name,
      source: '',
      licence: '',
      files: [{ path: `${name}/${name}.csv`, url: `http://127.0.0.1:${port}/${name}.csv`, ...file }],
    })
    const folder = join(room, 'fetched')
    const sets = [set('right', { sha256 }), set('wrong', { sha256: '0'.repeat(64) }), set('gone', { sha256 })]
    const said: string[] = []
    const { present } = await findData({ folder, fetch: true, say: (line) => said.push(line), sets })
    await new Promise((resolve) => server.close(resolve))
    expect([...present]).toEqual(['right'])
    expect(readFileSync(join(folder, 'right', 'right.csv'), 'utf8')).toBe(content)
    expect(said).toEqual([
      expect.stringContaining('wrong.csv is not the file that research/papers/data.yaml describes'),
      expect.stringContaining('gone.csv answers 404'),
    ])
    const away = await findData({
      folder: join(room, 'none'),
      fetch: true,
      say: (line) => said.push(line),
      sets: [sets[0]],
    })
    expect([[...away.present], said.at(-1)]).toEqual([[], expect.stringContaining('cannot be reached')])
  })

  it('has the SHA-256 of the sets that are here', needs(data('adult')), async () => {
    const said: string[] = []
    const { present } = await findData({ fetch: false, say: (line) => said.push(line) })
    expect(said).toEqual([])
    expect(present).toContain('adult')
  })
})

describe('short runs come to the committed results', needs(data('adult')), () => {
  it.each(paperNames)('%s', async (name) => {
    const { experiments, results } = papers.find((paper) => paper.name === name)!
    const short = experiments.filter(({ sizes }) => sizes?.includes('test'))
    expect(short.length).toBeGreaterThan(0)
    for (const { id, run, tolerance } of short) {
      expect([id, ...differences(await run(work()), results[id], tolerance)]).toEqual([id])
    }
  })
})
