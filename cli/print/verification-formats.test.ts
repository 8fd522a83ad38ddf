import { expect, it } from 'vitest'
import type { Verification } from '../../src/verification/verification.ts'
import { githubLines, junitText } from './verification-formats.ts'

const broken: Verification = {
  verdict: 'broken',
  rows: 7,
  suppressedRows: 0,
  classes: 2,
  smallestClass: 1,
  checks: [
    { name: 'rows', promise: 'no row was lost', holds: true, found: '7 rows', witnesses: [] },
    {
      name: 'k-anonymity',
      promise: 'at least 2 rows: "a" & <b>',
      holds: false,
      found: '1 of 2 classes, 50 %\nsmallest 1',
      witnesses: [{ size: 1, values: { name: 'Secret' } }],
    },
  ],
}

it('junitText(file, verification) has a case for each check, and no witness', () => {
  expect(junitText('out/a,b.csv', broken)).toBe(
    `<?xml version="1.0" encoding="UTF-8"?>
<testsuites>
  <testsuite name="halftone verify out/a,b.csv" tests="2" failures="1" errors="0" skipped="0">
    <properties><property name="rows" value="7"/></properties>
    <testcase classname="halftone verify out/a,b.csv" name="rows: no row was lost"><system-out>7 ` +
      `rows</system-out></testcase>
    <testcase classname="halftone verify out/a,b.csv" name="k-anonymity: at least 2 rows: &quot;a&quot; &amp; ` +
      `&lt;b&gt;"><failure message="1 of 2 classes, 50 %
smallest 1" type="k-anonymity"/></testcase>
  </testsuite>
</testsuites>
`,
  )
})

it('githubLines(file, verification) has an error for each broken check, or a notice; what separates is escaped', () => {
  expect(githubLines('out/a,b.csv', broken)).toEqual([
    '::error file=out/a%2Cb.csv,title=k-anonymity is broken::at least 2 rows: "a" & <b>: 1 of 2 classes, 50 ' +
      '%25%0Asmallest 1',
  ])
  expect(githubLines('r.csv', { ...broken, verdict: 'holds' })).toEqual([
    '::notice file=r.csv,title=halftone verify::2 checks hold: rows, k-anonymity',
  ])
})
