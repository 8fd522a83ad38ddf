import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cities, people, peopleJob } from '../../test/end-to-end/workshop.ts'
import { readStudy } from './plan-study.ts'

let folder: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'halftone-study-'))
  writeFileSync(join(folder, 'people.csv'), people)
  writeFileSync(join(folder, 'others.csv'), people)
  writeFileSync(join(folder, 'city.json'), cities)
  writeFileSync(join(folder, 'job.yaml'), peopleJob())
  writeFileSync(join(folder, 'others.yaml'), peopleJob({ data: { source: 'others.csv' } }))
  writeFileSync(join(folder, 'baskets.txt'), 'a b\na b\n')
  writeFileSync(
    join(folder, 'items.yaml'),
    'version: 1\ndata: { source: baskets.txt, format: transactions }\ncolumns: { items: { role: items } ' +
      '}\nprivacy: { km: { k: 2 } }\noutput: { release: out.txt }',
  )
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const read = (study: string) => {
  writeFileSync(join(folder, 'study.yaml'), `version: 1\njob: job.yaml\noutput: { folder: out }\n${study}`)
  return readStudy(join(folder, 'study.yaml'))
}

describe('readStudy(file)', () => {
  it('has a run for each way to take one of every axis, the last fastest', () => {
    const { runs, axes } = read('grid: { algorithm: [lattice, { name: genetic, population: 20 }], privacy.k: [2, 3] }')
    expect(axes).toEqual(['algorithm', 'privacy.k'])
    expect(runs.map(({ run, settings, k, algorithm }) => [run, settings, k, algorithm])).toEqual([
      ['1', { algorithm: 'lattice', 'privacy.k': 2 }, 2, 'lattice'],
      ['2', { algorithm: 'lattice', 'privacy.k': 3 }, 3, 'lattice'],
      ['3', { algorithm: 'genetic population=20', 'privacy.k': 2 }, 2, 'genetic'],
      ['4', { algorithm: 'genetic population=20', 'privacy.k': 3 }, 3, 'genetic'],
    ])
  })

  it('says for each run its start and improvement, for baskets too; one key compares the pure methods', () => {
    const stages = (job: string, algorithms: string, preset: string) => {
      const grid = `grid: { algorithm: [${algorithms}], algorithm.preset: [${preset}] }`
      writeFileSync(join(folder, 'pure.yaml'), `version: 1\njob: ${job}\noutput: { folder: out }\n${grid}`)
      return readStudy(join(folder, 'pure.yaml')).runs.map(({ algorithm, start, improve }) => [
        algorithm,
        start,
        improve,
      ])
    }
    const names = 'lattice, genetic, pareto, bottom-up, boxes'
    expect(stages('job.yaml', names, 'paper')).toEqual(names.split(', ').map((name) => [name, 'none', 'none']))
    expect(stages('job.yaml', names, 'best')).toEqual([
      ['lattice', 'levels', 'none'],
      ['genetic', 'lattice', 'columns+bound'],
      ['pareto', 'none', 'moves'],
      ['bottom-up', 'lattice', 'columns'],
      ['boxes', 'none', 'none'],
    ])
    for (const preset of ['paper', 'best'])
      expect(stages('items.yaml', 'coat, pcta', preset)).toEqual([
        ['coat', 'none', 'none'],
        ['pcta', 'none', 'none'],
      ])
  })

  it('gives each run a job of its own, with paths from its folder and outputs in it', () => {
    const [{ job, files }] = read('grid: { seed: [7] }').runs
    expect(job).toMatchObject({ seed: 7, data: { source: '../../../people.csv' }, output: { release: 'release.csv' } })
    expect(job.columns['city'].taxonomy).toBe('../../../city.json')
    expect(files.map(({ key, file }) => [key, file])).toEqual([
      ['data.source 1', join(folder, 'people.csv')],
      ['columns.city.taxonomy', join(folder, 'city.json')],
    ])
  })

  it('takes several keys at once, by name', () => {
    const { runs } = read(
      'grid: { weights: { even: {}, age-first: { columns.age.weight: 5, goal: classification } }, seed: [1, 2] }',
    )
    expect(runs.map(({ settings }) => settings['weights'])).toEqual(['even', 'even', 'age-first', 'age-first'])
    expect(runs[2].job).toMatchObject({ goal: 'classification', columns: { age: { weight: 5 } } })
  })

  it('asks runs of other seeds the same queries, and tests them on the same folds', () => {
    writeFileSync(join(folder, 'asked.yaml'), peopleJob({ seed: 3, utility: { workload: { count: 5 } } }))
    const asked = (job: string, more: string) => {
      writeFileSync(
        join(folder, 'study.yaml'),
        `version: 1\njob: ${job}\ngrid: { seed: [3, 4] }\noutput: { folder: out }\n${more}`,
      )
      return readStudy(join(folder, 'study.yaml')).runs
    }
    expect(asked('asked.yaml', '').map(({ job }) => job.utility)).toEqual([
      { workload: { count: 5 } },
      { workload: { count: 5, seed: 3 } },
    ])
    // The default seed is 1; baskets are always evaluated.
    expect(asked('items.yaml', '').map(({ job }) => job.utility)).toEqual([
      { workload: { seed: 1 } },
      { workload: { seed: 1 } },
    ])
    expect(asked('job.yaml', '').map(({ job }) => job.utility)).toEqual([undefined, undefined])
    expect(asked('asked.yaml', 'evaluate: { learners: [PART] }').map(({ foldSeed }) => foldSeed)).toEqual([
      undefined,
      3,
    ])
    expect(asked('asked.yaml', 'evaluate: { learners: [PART], seed: 9 }').map(({ foldSeed }) => foldSeed)).toEqual([
      undefined,
      undefined,
    ])
  })

  it('tells jobs of one name in different folders apart', () => {
    for (const [place, goal] of [
      ['one', 'general'],
      ['two', 'classification'],
    ]) {
      mkdirSync(join(folder, place), { recursive: true })
      writeFileSync(
        join(folder, place, 'job.yaml'),
        peopleJob({
          goal,
          data: { source: '../people.csv' },
          columns: { city: { role: 'quasi-identifier', taxonomy: '../city.json' } },
        }),
      )
    }
    writeFileSync(join(folder, 'both.yaml'), 'version: 1\njob: [one/job.yaml, two/job.yaml]\noutput: { folder: out }\n')
    expect(readStudy(join(folder, 'both.yaml')).runs.map(({ settings }) => settings)).toEqual([
      { job: 'one' },
      { job: 'two' },
    ])
  })

  it('sets algorithm before its options', () => {
    const { runs } = read('grid: { algorithm.population: [20, 30], algorithm: [genetic, { name: pareto }] }')
    expect(runs.map(({ job }) => job.algorithm)).toEqual([
      { name: 'genetic', population: 20 },
      { name: 'pareto', population: 20 },
      { name: 'genetic', population: 30 },
      { name: 'pareto', population: 30 },
    ])
  })

  it('takes several jobs, one for each data set; those of the same data are distinguished', () => {
    const several = (...jobs: string[]) => {
      writeFileSync(
        join(folder, 'study.yaml'),
        `version: 1\njob: [${jobs}]\ngrid: { privacy.k: [2, 3] }\noutput: { folder: out }`,
      )
      return readStudy(join(folder, 'study.yaml')).runs.map(({ data, settings }) => [data, settings])
    }
    expect(several('job.yaml', 'others.yaml')).toEqual([
      ['people.csv', { 'privacy.k': 2 }],
      ['people.csv', { 'privacy.k': 3 }],
      ['others.csv', { 'privacy.k': 2 }],
      ['others.csv', { 'privacy.k': 3 }],
    ])
    writeFileSync(join(folder, 'classes.yaml'), peopleJob({ goal: 'classification' }))
    expect(several('job.yaml', 'classes.yaml').slice(1, 3)).toEqual([
      ['people.csv', { job: 'job', 'privacy.k': 3 }],
      ['people.csv', { job: 'classes', 'privacy.k': 2 }],
    ])
  })

  it.each([
    ['gird: {}', /study\.yaml:4:1 unknown key "gird"; did you mean "grid"\?/],
    ['grid: { privacy.kk: [2] }', /did you mean "privacy\.k"\?/],
    ['grid: { privacy.k: [] }', /grid\.privacy\.k must be a list of at least 1/],
    ['grid: { weights: {} }', /grid\.weights has no choices/],
    ['grid: { privacy.k: [2, 3, 2] }', /grid\.privacy\.k has 2 twice/],
    ['grid: { privacy.k: [2, 1] }', /run 2 \(privacy\.k 1\): privacy\.k must be a whole number of at least 2; got 1/],
    ['grid: { algorithm: [latice] }', /run 1 \(algorithm latice\): .*did you mean "lattice"\?/],
    ['grid: { algorithm: [genetic], algorithm.populaton: [5] }', /run 1 .*has no option "populaton"/],
    ['grid: { data.source: [nobody.csv] }', /run 1 .*no such file: "nobody\.csv"/],
    ['grid: { a: { x: {}, y: { seed: 1 } }, seed: [1] }', /runs 1 and 2 \(a y, seed 1\) are the same job/],
    [
      `grid: { seed: [${Array.from({ length: 101 }, (_, i) => i)}], privacy.k: ` +
        `[${Array.from({ length: 100 }, (_, i) => i + 2)}] }`,
      /study\.yaml has 10,100 runs \(101 of seed × 100 of privacy\.k\); a study has at most 10,000/,
    ],
    ['evaluate: { learners: [C4.6] }', /study\.yaml: there is no learner "C4\.6"; did you mean "C4\.5"\?/],
    ['map: { ceiling: 2 }', /map\.ceiling must be at most 1/],
  ])('refuses %s', (study, message) => expect(() => read(study)).toThrow(message))

  it('tells data of one name in different folders apart, by the job where there is one for each', () => {
    for (const place of ['north', 'south']) {
      mkdirSync(join(folder, place), { recursive: true })
      writeFileSync(join(folder, place, 'people.csv'), people)
      writeFileSync(join(folder, `${place}.yaml`), peopleJob({ data: { source: `${place}/people.csv` } }))
    }
    writeFileSync(join(folder, 'places.yaml'), 'version: 1\njob: [north.yaml, south.yaml]\noutput: { folder: out }\n')
    const { runs } = readStudy(join(folder, 'places.yaml'))
    expect(runs.map(({ data }) => data)).toEqual(['people.csv (north)', 'people.csv (south)'])
    const sources = read('grid: { data.source: [north/people.csv, south/people.csv] }').runs
    expect(sources.map(({ data }) => data)).toEqual(['people.csv (north)', 'people.csv (south)'])
  })

  it('refuses classifiers on baskets', () => {
    writeFileSync(
      join(folder, 'study.yaml'),
      'version: 1\njob: items.yaml\nevaluate: { learners: [PART] }\noutput: { folder: out }',
    )
    expect(() => readStudy(join(folder, 'study.yaml'))).toThrow(/evaluate is for tables/)
  })
})
