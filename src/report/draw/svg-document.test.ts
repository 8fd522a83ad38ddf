import { parseHTML } from 'linkedom'
import { describe, expect, it } from 'vitest'
import { exampleReport } from '../../../test/example-report.ts'
import { reportCharts } from './charts.ts'
import { SvgDocument } from './svg-document.ts'

describe('SvgDocument', () => {
  it('holds what Plot draws, to the letter as a whole document does', () => {
    const [own, whole] = [new SvgDocument(), parseHTML('<!doctype html><html></html>').document].map(reportCharts)
    const report = exampleReport
    const numbers = report.columns.filter(({ kind }) => kind === 'number')
    expect(numbers.length).toBeGreaterThan(0)
    for (const chart of ['classSizes', 'bestValue', 'distinct', 'riskBars'] as const)
      expect(own[chart](report)).toEqual(whole[chart](report))
    for (const column of numbers) expect(own.numberAxis(column)).toEqual(whole.numberAxis(column))
  })

  it('outerHTML: signs of markup in texts and attributes stay what they are', () => {
    const document = new SvgDocument()
    const group = document.createElementNS('http://www.w3.org/2000/svg', 'g')
    group.setAttribute('aria-label', '"<b>" & more')
    group.setAttribute('class', '')
    group.appendChild(document.createElementNS('http://www.w3.org/2000/svg', 'text')).textContent = '<script> & more'
    group.insertBefore(document.createElementNS('http://www.w3.org/2000/svg', 'rect'), group.firstChild)
    expect(group.outerHTML).toBe(
      '<g aria-label="&quot;&lt;b>&quot; &amp; more"><rect /><text>&lt;script&gt; &amp; more</text></g>',
    )
  })
})
