import { expect, test } from 'vitest'
import { proposeSearch } from './init-search.ts'

test.each([
  [5, false, 'boxes', 'lattice'],
  [16, false, 'boxes', 'genetic'],
  [351, false, 'boxes', 'genetic'],
  [351, true, 'genetic', 'genetic'],
  [5, true, 'lattice', 'lattice'],
])('proposeSearch(%i quasi-identifiers, %s) is %s, beside %s', (quasiIdentifiers, forbids, name, other) => {
  const lines = proposeSearch(quasiIdentifiers, forbids)
  expect(lines.at(-1)).toContain(`algorithm: { name: ${name} }`)
  expect(lines.at(-1)).toContain(other)
})
