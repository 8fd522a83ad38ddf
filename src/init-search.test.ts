import { expect, test } from 'vitest'
import { proposeSearch } from './init-search.ts'

test.each([
  ['general', 5, false, 'boxes'],
  ['classification', 5, false, 'lattice'],
  ['classification', 16, false, 'boxes'],
  ['general', 350, false, 'boxes'],
  ['general', 351, false, 'boxes'],
  ['classification', 351, false, 'boxes'],
  ['general', 351, true, 'genetic'],
  ['general', 5, true, 'lattice'],
])('proposeSearch(%s, %i quasi-identifiers, %s) is %s', (goal, quasiIdentifiers, forbids, name) => {
  const lines = proposeSearch(goal, quasiIdentifiers, forbids)
  expect(lines.at(-1)).toContain(`algorithm: { name: ${name} }`)
})
