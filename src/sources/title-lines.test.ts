import { expect, test } from 'vitest'
import { titleLines } from './formats/delimited.ts'

const table = ['id,age,town', ...Array.from({ length: 8 }, (_, i) => `${i},${20 + i},"Bonn, am Rhein"`)]
const text = (...lines: readonly string[]) => `${[...lines, ...table].join('\n')}\n`

test.each([
  ['none', text(), 0],
  ['a title', text('Staff'), 1],
  ['titles with empty fields, and an empty line', text('Staff,,', 'as of 2024,,', ''), 3],
  ['a row with a missing value first', `${['id,age,town', ',,Ulm', ...table.slice(1)].join('\n')}\n`, 0],
  ['a line of more fields in it', `${text('Staff')}1,2,3,4\n`, 0],
  ['decimal commas', `a;b;c\n${'1,5;2;x\n'.repeat(8)}`, 0],
  ['a title above decimal commas', `Staff\na;b;c\n${'1,5;2;x\n'.repeat(8)}`, 1],
  ['one column', 'milk\nbread\neggs\nmilk\nsalt\nbread\nmilk\n', 0],
])('titleLines: %s', (_, start, lines) => {
  expect(titleLines(start)).toBe(lines)
})
