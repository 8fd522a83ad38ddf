import { expect, test } from 'vitest'
import type { ProfiledColumn } from '../hierarchy/propose.ts'
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
