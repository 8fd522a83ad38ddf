import { expect, it } from 'vitest'
import { printable } from './text.ts'

it('printable(text) shows what a terminal would obey, and keeps our own colours and line ends', () => {
  expect(printable('a\tb\n\x1b[31mred\x1b[39m')).toBe('a\tb\n\x1b[31mred\x1b[39m')
  expect(printable('\x1b[2Jgone\r\x07')).toBe('\\u001b[2Jgone\\u000d\\u0007')
  expect(printable('\x1b[8mhidden')).toBe('\\u001b[8mhidden')
  expect(printable('\x9b2J\u202eega')).toBe('\\u009b2J\\u202eega')
})
