import { expect, test } from 'vitest'
import type { ProfiledColumn } from '../../hierarchy/propose.ts'
import { proposeRoles } from './propose-roles.ts'

const column = (name: string, values: readonly string[]): ProfiledColumn => ({
  name,
  values: [...values],
  counts: values.map(() => 100),
  missingCount: 0,
  rows: 100 * values.length,
})

test('answers that many questions share are about nobody, whatever the questions speak of', () => {
  const answers = ['agree', 'disagree', 'neither', 'strongly agree']
  const questions = ['my job is safe and sound', 'q2', 'q3', 'q4', 'q5'].map((name) => column(name, answers))
  const roles = proposeRoles([column('colour', ['blue', 'green', 'red']), ...questions]).map(({ role }) => role)
  expect(roles).toEqual(['quasi-identifier', 'other', 'other', 'other', 'other', 'other'])
})

const people = [
  column('age', ['20', '30', '40', '50']),
  column('city', ['Bonn', 'Kiel', 'Köln']),
  column('sex', ['f', 'm']),
]

test.each([
  ['Diagnosis', ['a', 'b', 'c'], 'sensitive'],
  ['hiv_result', ['neg', 'pos'], 'sensitive'],
  ['Vorstrafen', ['ja', 'nein'], 'sensitive'],
  ['afiliacion_sindical', ['no', 'si'], 'sensitive'],
  ['salary', ['high', 'low', 'medium'], 'sensitive'],
  ['income', ['<=50K', '>50K'], 'target'],
  ['V17', ['asthma', 'influenza', 'nephritis', 'none'], 'sensitive'],
  ['V18', ['Catholic', 'Hindu', 'Muslim', 'none'], 'sensitive'],
  ['bought', ['no', 'yes'], 'target'],
  ['V19', ['a', 'b'], 'target'],
])('the last column %s of %j: what it says wins over its place, it is %s', (name, values, role) => {
  expect(proposeRoles([...people, column(name, values)]).at(-1)?.role).toBe(role)
})

test('a word before many columns is their subject, and what follows it decides', () => {
  const codes = ['1', '2', '3', '4']
  const subject = ['job_city', 'job_type', 'job_ownership', 'job_requires_travel', 'job_rounds'].map((name) =>
    column(name, codes),
  )
  const roles = (columns: ProfiledColumn[]) => proposeRoles(columns).map(({ role }) => role)
  const [known, unknown] = ['quasi-identifier', 'other']
  expect(roles([...people, ...subject]).slice(3, 7)).toEqual([known, known, unknown, unknown])
  // Values of one column, each a column of its own.
  const values = ['admin', 'services', 'craft', 'farm', 'other'].map((name) => column(`job_${name}`, ['0', '1']))
  expect(new Set(roles([...people, ...values]).slice(3))).toEqual(new Set([known]))
})

test('if several names are understood, texts under the others are no guess', () => {
  const others = Array.from({ length: 7 }, (_, i) => column(`q${i}`, [`a${i}`, `b${i}`, `c${i}`]))
  expect(proposeRoles([...people, ...others]).filter(({ role }) => role === 'quasi-identifier')).toHaveLength(3)
  expect(proposeRoles(others).filter(({ role }) => role === 'quasi-identifier')).not.toHaveLength(0)
})

test('where several names are understood, the others are about other things', () => {
  const others = ['baseline_temp', 'resistance', 'improved', 'cavitation', 'arm', 'radiologic', 'rad'].map((name) =>
    column(name, ['high', 'low', 'normal']),
  )
  const roles = proposeRoles([column('sex', ['f', 'm']), column('age', ['20', '30']), ...others, column('dose', ['1'])])
  expect(roles.filter(({ role }) => role === 'quasi-identifier').map(({ facts }) => facts.profile.name)).toEqual([
    ...['sex', 'age'],
  ])
})
