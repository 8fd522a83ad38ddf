import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { UserError } from '../ground/errors.ts'
import { readJob } from './job.ts'
import { readDocument } from './read-job.ts'

const job = `version: 1
data:
  source: people.csv
columns:
  age: { role: quasi-identifier, type: numeric }
  income: { role: target }
privacy:
  k: 5
output:
  release: out.csv
`

function complaint(from: string, to: string, text = job): string {
  expect(text).toContain(from)
  try {
    readJob(text.replace(from, to), 'job.yaml')
  } catch (error) {
    expect(error).toBeInstanceOf(UserError)
    return (error as Error).message
  }
  return 'none'
}

describe('readJob', () => {
  it('reads YAML, and JSON as well', () => {
    const read = readJob(job, 'job.yaml')
    expect(read).toMatchObject({ data: { source: 'people.csv' }, privacy: { k: 5 } })
    expect(readJob(JSON.stringify(read), 'job.json')).toEqual(read)
  })

  it.each([
    ['k: 5', 'kk: 5', 'job.yaml:8:3 unknown key "privacy.kk"; did you mean "k"?'],
    ['k: 5', 'k: .inf', 'job.yaml:8:3 privacy.k must be a number; got Infinity'],
    ['k: 5', 'k: 5\n  suppression-limit: -1', 'privacy.suppression-limit must be a number of at least 0; got -1'],
    [
      'source: people.csv',
      'source: p.csv\n  delimiter: abcde',
      'data.delimiter must be at most 4 characters; got "abcde"',
    ],
    ['source: people.csv', 'source: p.csv\n  quote: ab', 'data.quote must be at most 1 character; got "ab"'],
    ['k: 5', 'k: 1', 'job.yaml:8:3 privacy.k must be a whole number of at least 2; got 1'],
    ['k: 5', 'k: 2.5', 'job.yaml:8:3 privacy.k must be a whole number; got 2.5'],
    ['k: 5', 'k: many', 'job.yaml:8:3 privacy.k must be a number; got "many"'],
    ['type: numeric', 'typ: numeric', 'job.yaml:5:34 unknown key "columns.age.typ"; did you mean "type"?'],
    [
      'type: numeric',
      'type: number',
      'job.yaml:5:34 columns.age.type must be one of numeric, date, prefix, place, category; got "number"',
    ],
    [
      'role: target',
      'role: [target, other]',
      'job.yaml:6:13 columns.income.role must be one role; got 2 (target, other): a column has one role, choose it',
    ],
    ['{ role: target }', '{}', 'job.yaml:6:3 columns.income.role is missing; add it (identifier, quasi-identifier'],
    ['  release: out.csv', '  report: out.html', 'job.yaml:9:1 output.release is missing; add it (text)'],
    ['source: people.csv', 'source: []', 'job.yaml:3:3 data.source must be a list of at least 1; got []'],
    ['source: people.csv', 'source: 7', 'job.yaml:3:3 data.source must be text or a list; got 7'],
    ['source: people.csv', 'source: [a.csv, 3]', 'job.yaml:3:19 data.source.1 must be text; got 3'],
    ['version: 1', 'version: "1"', 'job.yaml:1:1 version must be 1; got "1"'],
    ['income:', 'age:', 'job.yaml:6:3 a key stands here twice'],
    ['k: 5', 'k: [', 'is not valid YAML'],
  ])('%s as %s', (from, to, message) => {
    expect(complaint(from, to)).toContain(message)
  })

  it.each([
    ['endpoints: { widht: 5 }', 'unknown key "columns.age.endpoints.widht"; did you mean "width"?'],
    ['endpoints: { width: 0 }', 'columns.age.endpoints.width must be a number above 0; got 0'],
    ['endpoints: some', 'columns.age.endpoints must be all or a number or a list or a mapping; got "some"'],
    ['endpoints: 0', 'columns.age.endpoints must be a whole number of at least 1; got 0'],
    ['levels: []', 'columns.age.levels must be a list of at least 1; got []'],
    ['shift: { by: id, days: 1 }', 'columns.age.shift.days must be a whole number of at least 7; got 1'],
    ['weight: -1', 'columns.age.weight must be a number above 0; got -1'],
  ])('a column with %s', (setting, message) => {
    expect(complaint('type: numeric', `type: numeric, ${setting}`)).toContain(message)
  })

  it.each([
    ['goal: { metrc: LM }', 'unknown key "goal.metrc"; did you mean "metric"?'],
    ['goal: [{ metric: LM, wieght: 2 }]', 'unknown key "goal.0.wieght"; did you mean "weight"?'],
    ['algorithm: { nmae: lattice }', 'algorithm.name is missing; add it (text)'],
    ['seed: -1', 'seed must be a whole number of at least 0; got -1'],
    ['seed: 99999999999', 'seed must be at most 4294967295; got 99999999999'],
  ])('%s', (line, message) => {
    expect(complaint('version: 1\n', `version: 1\n${line}\n`)).toContain(message)
  })

  it('tells several faults at once, one to a line', () => {
    const lines = complaint('k: 5', 'kk: 5', job.replace('version: 1', 'version: 2')).split('\n')
    expect(lines.length).toBe(2)
  })

  it('a requirement with a wrong name has the nearest known one', () => {
    expect(complaint('k: 5', 'requirements: [{ k-anonimity: 5 }]')).toContain(
      'unknown key "privacy.requirements.0.k-anonimity"; did you mean "k-anonymity"?',
    )
  })

  it('an alias without its anchor, and aliases that unfold without end', () => {
    expect(complaint('people.csv', '*there')).toContain('is not valid YAML')
    const bomb =
      'a: &a [x, ' +
      `x]\n${[...'bcdefghijklm'].map((name, i) => `${name}: &${name} [${`*${'abcdefghijklm'[i]}, `.repeat(9)}x]`).join('\n')}\n`
    expect(() => readJob(bomb, 'job.yaml')).toThrow(UserError)
  })
})

describe('readDocument', () => {
  it('names the nearest key of the schema it was given', () => {
    const schema = z.strictObject({ grid: z.strictObject({ algorithm: z.string().optional() }) })
    expect(readDocument('grid: { algorithm: x }', 'study.yaml', schema)).toEqual({ grid: { algorithm: 'x' } })
    expect(() => readDocument('grid: { algoritm: x }', 'study.yaml', schema)).toThrow(
      'study.yaml:1:9 unknown key "grid.algoritm"; did you mean "algorithm"?',
    )
  })
})
