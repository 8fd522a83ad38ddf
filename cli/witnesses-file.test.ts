import { expect, it } from 'vitest'
import { witnessTable } from './witnesses-file.ts'

it('witnessTable(lines) has a line per class that breaks a check, with the value to blame', () => {
  const blamed = { column: 's', value: 'a "b"', share: 1, overall: 0.25 }
  expect(
    witnessTable([
      { check: 'k-anonymity', size: 2, values: { zip: '10,11', sex: 'f' } },
      { check: 'l-diversity', size: 5, values: { zip: '12', sex: 'm' }, blamed },
    ]),
  ).toBe(
    'check,size,zip,sex,sensitive column,value,share in the class,share in all rows\n' +
      'k-anonymity,2,"10,11",f,,,,\n' +
      'l-diversity,5,12,m,s,"a ""b""",1,0.25\n',
  )
})
