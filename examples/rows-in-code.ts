/** Rows of a program in, released rows out, no files: npx tsx examples/rows-in-code.ts */
import { anonymizeRows } from 'halftone'

const people = Array.from({ length: 200 }, (_, i) => ({
  email: `person${i}@example.org`,
  age: 20 + ((i * 7) % 60),
  city: ['Bern', 'Basel', 'Genf'][i % 3],
  spent: 10 * (i % 9),
}))

const { rows, verdict, manifest, result } = await anonymizeRows(people, {
  columns: {
    email: { role: 'identifier' },
    age: { role: 'quasi-identifier', type: 'numeric' },
    city: { role: 'quasi-identifier', order: ['Bern', 'Basel', 'Genf'] },
    spent: { role: 'other' },
  },
  privacy: { k: 5 },
})
if (rows === undefined) throw new Error(result.reason)
console.log(`${rows.length} rows, ${verdict}, LM ${manifest?.metrics['LM'].toFixed(3)}`)
console.log(JSON.stringify(rows[0]))
