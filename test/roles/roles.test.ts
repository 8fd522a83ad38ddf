import { describe, expect, test } from 'vitest'
import { proposeRoles } from '../../src/init/roles/propose-roles.ts'
import { labelledHeaders } from './labelled-headers.ts'

/** Numbers that no name and no value shows to be one of a person, a household or a case. */
const HIDDEN = ['enaho (Peru, Spanish): conglome']

describe.each([
  ['labelled-headers.txt', 25],
  ['further-headers.txt', 20],
  ['held-out-headers.txt', 20],
])('proposeRoles on the headers of public data sets in %s', (file, least) => {
  const tables = labelledHeaders(file)
  const columns = tables.flatMap((table) => {
    const proposals = proposeRoles(table.columns.map(({ profile }) => profile))
    return table.columns.map(({ profile, role }, i) => ({
      column: `${table.name}: ${profile.name}`,
      role,
      proposed: proposals[i].role as string,
      reason: proposals[i].reason,
    }))
  })
  const wrong = (condition: (column: (typeof columns)[number]) => boolean) =>
    columns
      .filter(condition)
      .map(({ column, role, proposed, reason }) => `${column}: ${role}, proposed ${proposed} (${reason})`)

  test('there are enough of them', () => {
    expect(tables.length).toBeGreaterThanOrEqual(least)
  })

  test('every identifier is found', () => {
    const missed = ({ column, role, proposed }: (typeof columns)[number]) =>
      role === 'identifier' && proposed !== 'identifier' && !HIDDEN.includes(column)
    expect(wrong(missed)).toEqual([])
  })

  test('quasi-identifiers have an F1 of at least 0.85', () => {
    const isQuasi = (role: string) => role === 'quasi-identifier'
    const both = columns.filter(({ role, proposed }) => isQuasi(role) && isQuasi(proposed)).length
    const found = columns.filter(({ proposed }) => isQuasi(proposed)).length
    const labelled = columns.filter(({ role }) => isQuasi(role)).length
    const score = (2 * both) / (found + labelled)
    const slips = wrong(({ role, proposed }) => isQuasi(role) !== isQuasi(proposed))
    expect(score, `precision ${both / found}, recall ${both / labelled}\n${slips.join('\n')}`).toBeGreaterThanOrEqual(
      0.85,
    )
  })

  test('seven of ten sensitive and target columns are found', () => {
    const isOf = (role: string) => role === 'sensitive' || role === 'target'
    const labelled = columns.filter(({ role }) => isOf(role))
    const found = labelled.filter(({ proposed }) => isOf(proposed))
    const slips = wrong(({ role, proposed }) => isOf(role) !== isOf(proposed))
    expect(found.length / labelled.length, slips.join('\n')).toBeGreaterThanOrEqual(0.7)
  })
})

describe('proposeRoles', () => {
  test('a table whose names say nothing is protected all the same', () => {
    const [table] = labelledHeaders('labelled-headers.txt')
    const adult = table.columns.map(({ profile }, i) => ({ ...profile, name: `column${i + 1}` }))
    const roles = proposeRoles(adult).map(({ role }) => role)
    expect(roles.filter((role) => role === 'quasi-identifier').length).toBeGreaterThanOrEqual(8)
    expect(roles[14]).toBe('target')
  })
})
