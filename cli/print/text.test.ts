import { expect, it } from 'vitest'
import { printable, shown } from './text.ts'

it('shown(path) leaves the address of a table as it is', () => {
  expect(shown(`${process.cwd()}/out/release.csv`)).toBe('out/release.csv')
  expect(shown('public.released of postgres://db.example/clinic')).toBe(
    'public.released of postgres://db.example/clinic',
  )
  expect(shown(`${process.cwd()}/out of sc://127.0.0.1:15002`)).toBe(`${process.cwd()}/out of sc://127.0.0.1:15002`)
})

it('printable(text) shows what a terminal would obey, and keeps our own colours and line ends', () => {
  expect(printable('a\tb\n\x1b[31mred\x1b[39m')).toBe('a\tb\n\x1b[31mred\x1b[39m')
  expect(printable('\x1b[2Jgone\r\x07')).toBe('\\u001b[2Jgone\\u000d\\u0007')
  expect(printable('\x1b[8mhidden')).toBe('\\u001b[8mhidden')
  expect(printable('\x9b2J\u202eega')).toBe('\\u009b2J\\u202eega')
})
