/** The pages of the papers against their results, and the results against short runs. `npm run papers -- --quick` runs more of each. */
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import type { CategoryColumn } from '../src/learn/coded-table.ts'
import { evaluateModel } from '../src/learn/evaluation/measures.ts'
import { data } from '../test/data.ts'
import { needs } from '../test/needs.ts'
import { findData, readDataSets } from './find-data.ts'
import { suppressHalf } from './kisilevich-2008/anonymize-half.ts'
import { anonymousTreeLearner, levelsHalf } from './kisilevich-2008/anonymous-tree-half.ts'
import { tableFromText, waveformText } from './kisilevich-2008/data-sets.ts'
import { pagesOf } from './page.ts'
import { differences, type Found, type Paper, paperNames, papersFolder, readPaper, type Work } from './paper.ts'

let papers: readonly Paper[] = []
let room = ''
beforeAll(async () => {
  papers = await Promise.all(paperNames.map(readPaper))
  room = mkdtempSync(join(tmpdir(), 'halftone-papers-'))
})
afterAll(() => rmSync(room, { recursive: true, force: true }))

describe('pagesOf(papers)', () => {
  it('is what lies in papers/; npm run papers -- --pages writes it', () => {
    for (const [path, text] of Object.entries(pagesOf(papers))) {
      expect(readFileSync(join(papersFolder, path), 'utf8'), path).toBe(text)
    }
  })

  it('has a row in the gallery, with one of three verdicts, for each figure that has results', () => {
    const { 'README.md': gallery } = pagesOf(papers)
    for (const { name, published, results, experiments } of papers) {
      for (const figure of published.figures.filter(({ id }) => id in results)) {
        const experiment = experiments.find(({ id }) => id === figure.id)
        const { verdict, ours, because } = experiment!.judge(results[figure.id], figure)
        expect(gallery).toContain(
          `${name}/README.md#${figure.id}): ${figure.title} | ${figure.says} | ${ours} | ${verdict} |`,
        )
        expect(['met', 'better', 'differs']).toContain(verdict)
        expect(because.split(/[.:;] /).length, `${name} ${figure.id}: two sentences`).toBeGreaterThanOrEqual(2)
      }
    }
  })

  it('says another verdict when the results are others', () => {
    const iyengar = papers.find(({ name }) => name === 'iyengar-2002')!
    const experiment = iyengar.experiments.find(({ id }) => id === 'figure-6')!
    const found = iyengar.results['figure-6']
    const worse = {
      ...found,
      series: found.series.map((own) => ({
        ...own,
        points: own.points.map(([x, y]): [number, number] => [x, y + 0.05]),
      })),
    }
    expect(experiment.judge(found, undefined).verdict).toBe('met')
    expect(experiment.judge(worse, undefined).verdict).toBe('differs')
  })
})

describe('the folder of a paper', () => {
  it('has an experiment for every result, and a figure or a reading for every experiment', () => {
    for (const { name, published, results, experiments } of papers) {
      const known = [...published.figures, ...published.readings].map(({ id }) => id)
      expect(new Set(known).size).toBe(known.length)
      for (const { id } of experiments) expect(known, `${name} ${id}`).toContain(id)
      for (const id of Object.keys(results)) expect(experiments.map((own) => own.id)).toContain(id)
      expect(published.doi ?? published.venue).toBeTruthy()
      expect(published.bibtex[0]).toMatch(/^@/)
    }
  })

  it('is cited in CITATION.cff', () => {
    const { references } = parse(readFileSync(join(papersFolder, '..', 'CITATION.cff'), 'utf8')) as {
      references: { title: string; doi?: string }[]
    }
    for (const { published } of papers) {
      expect(references).toContainEqual(expect.objectContaining({ title: published.title }))
    }
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

  it('kADET with levels of a tree reaches k in every leaf, and divides coarse values before fine ones', () => {
    const rows = Array.from({ length: 60 }, (_, i) => [`v${i % 6}`, i % 6 < 3 ? 'yes' : 'no'])
    const table = tableFromText(rows.map((row) => row.join()).join('\n'), {
      header: ['a', 'class'],
      numbers: [],
      target: 'class',
    })
    const pathOf = (_: string, value: string) => ['any', Number(value.slice(1)) < 3 ? 'low' : 'high', value]
    const { train } = levelsHalf(table, ['a'], pathOf)
    expect(train.columns.map(({ name }) => name)).toEqual(['a at level 1', 'a'])
    // Ten rows of a value, thirty of a coarse one: at k = 20 only these can be told from each other.
    expect(evaluateModel(anonymousTreeLearner(20).train(train), train).accuracy).toBe(1)
    expect(evaluateModel(anonymousTreeLearner(20).train(levelsHalf(table, ['a']).train), train).accuracy).toBe(0.5)
  })
})

describe('data.yaml', () => {
  it('describes every set that an experiment needs', () => {
    const names = readDataSets().map(({ name }) => name)
    for (const { experiments } of papers)
      for (const set of experiments.flatMap((own) => own.needs)) expect(names).toContain(set)
  })

  it('has the SHA-256 of our own taxonomies', async () => {
    const own = readDataSets().flatMap(({ files }) => files.filter((file) => file.own !== undefined))
    expect(own.length).toBeGreaterThan(7)
    for (const { own: path, sha256 } of own) {
      const text = readFileSync(join(papersFolder, ...path!.split('/')))
      expect([path, createHash('sha256').update(text).digest('hex')]).toEqual([path, sha256])
    }
  })

  it('has the SHA-256 of the sets that are here', needs(data('adult')), async () => {
    const said: string[] = []
    const { present } = await findData({ fetch: false, say: (line) => said.push(line) })
    expect(said).toEqual([])
    expect(present).toContain('adult')
  })
})

describe('short runs come to the committed results', needs(data('adult')), () => {
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

  it.each(paperNames)('%s', async (name) => {
    const { experiments, results } = papers.find((own) => own.name === name)!
    const short = experiments.filter(({ sizes }) => sizes.includes('test'))
    expect(short.length).toBeGreaterThan(0)
    for (const { id, run, tolerance } of short) {
      expect([id, ...differences(await run(work()), results[id], tolerance)]).toEqual([id])
    }
  })
})
