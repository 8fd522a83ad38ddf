import { parseHTML } from 'linkedom'
import { expect, it } from 'vitest'
import { exampleReport } from '../../test/example-report.ts'
import { drawCertificate } from './certificate.ts'

const signing = {
  purpose: 'For the <council>',
  engine: 'DuckDB 1',
  files: [{ name: 'release.csv', bytes: 12, sha256: 'ab'.repeat(32) }],
  date: '2026-11-16',
}

it(
  'drawCertificate(report) says what for, which files, roles with reasons, risks, what is open and what it ' +
    'cost, and has lines to sign',
  () => {
    const [first] = exampleReport.asked.columns
    const page = parseHTML(
      drawCertificate(exampleReport, signing, new Map([[first.name, 'because I <said> so']])),
    ).document
    const sectionText = (id: string) => page.querySelector(`#${id}`)?.textContent ?? ''
    expect(sectionText('purpose')).toContain('For the <council>')
    expect(sectionText('purpose')).toContain('ab'.repeat(32))
    expect(sectionText('roles')).toContain('because I <said> so')
    for (const { name, role } of exampleReport.asked.columns) expect(sectionText('roles')).toContain(`${name}${role}`)
    expect(sectionText('risks')).toContain(exampleReport.risks[0].title)
    expect(sectionText('open')).toContain(exampleReport.guarantee.doesNotHold[0])
    expect(sectionText('approval')).toContain('Approved for release by')
    expect(page.querySelector('header')?.textContent).toContain('Verified for k = 10')
    expect(page.querySelectorAll('script, img, iframe').length).toBe(0)
  },
)

it('drawCertificate(report) of a wide table says how many columns it leaves to the report', () => {
  const columns = Array.from({ length: 300 }, (_, i) => ({
    name: `c${i} ${'x'.repeat(300)}`,
    role: i < 3 ? 'quasi-identifier' : 'other',
    hierarchy: '',
  }))
  const text = drawCertificate({ ...exampleReport, asked: { ...exampleReport.asked, columns } }, signing)
  expect(text).toContain('And 286 more columns (286 other): see the report.')
  expect(parseHTML(text).document.querySelectorAll('#roles tbody tr').length).toBe(14)
})
