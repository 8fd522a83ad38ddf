/** Reports why a taxonomy is unusable: one line per kind of problem, with its count and first line numbers. */
import { type Fault, masked, UserError } from '../../ground/errors.ts'
import { type FindingKind, quote } from '../doctor.ts'
import { readTaxonomy } from './read-taxonomy.ts'
import { checkTaxonomy, type TaxonomyNode } from './taxonomy.ts'

const SHOWN = 3

const KINDS: Partial<Record<FindingKind, readonly [one: string, several: string, remedy: string]>> = {
  'doubled-leaf': ['value stands twice', 'values stand twice', 'a value has one place, remove the other'],
  'contradictory-parents': [
    'group stands under two parents',
    'groups stand under two parents',
    'a group has one parent, rename one of the two',
  ],
  'ambiguous-name': ['name is a value and a group', 'names are a value and a group', 'rename the group'],
  cycle: ['group stands below itself', 'groups stand below themselves', 'give one of the two another name'],
  'empty-name': ['node has no name', 'nodes have no name', 'name it'],
}

export function readUsableTaxonomy(text: string, file: string, column: string): TaxonomyNode {
  const root = readTaxonomy(text, file)
  const errors = checkTaxonomy(column, root).filter(({ severity }) => severity === 'error')
  if (errors.length === 0) return root
  const lines = text.split(/\r\n|\n|\r/)
  const faults = [...new Set(errors.map(({ kind }) => kind))].map((kind): Fault => {
    const names = [...new Set(errors.filter((error) => error.kind === kind).map((error) => error.name ?? ''))]
    const [one, several, remedy] = KINDS[kind] ?? ['problem', 'problems', 'fix it']
    // Values may be data and are masked; group names were chosen by a person.
    const named = kind === 'doubled-leaf' || kind === 'ambiguous-name' ? masked : quote
    const shown = names.slice(0, SHOWN).map((name) => `${named(name)}${findLines(name, lines)}`)
    const more = names.length > SHOWN ? ` and ${(names.length - SHOWN).toLocaleString('en')} more` : ''
    const count = names.length === 1 ? `a ${one}` : `${names.length.toLocaleString('en')} ${several}`
    const message = `taxonomy ${file} of column "${column}": ${count}: ${shown.join(', ')}${more}; ${remedy}`
    return { message, path: `columns.${column}.taxonomy`, rule: 'data' }
  })
  throw new UserError(faults)
}

/** Returns ` (lines 3 and 7)`: the lines that have the name as a field, a word or a whole text. */
function findLines(name: string, lines: readonly string[]): string {
  const found: number[] = []
  for (let i = 0; i < lines.length && found.length < 2; i++) {
    const fields = lines[i].split(/[;,\t"]|\shas\s/).map((field) => field.trim())
    if (fields.includes(name) || (name !== '' && lines[i].includes(JSON.stringify(name)))) found.push(i + 1)
  }
  if (found.length === 0) return ''
  return found.length === 1 ? ` (line ${found[0]})` : ` (lines ${found[0]} and ${found[1]})`
}
