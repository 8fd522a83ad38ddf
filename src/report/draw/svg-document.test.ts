import { parseHTML } from 'linkedom'
import { describe, expect, it } from 'vitest'
import { exampleReport } from '../../../test/example-report.ts'
import type { ChartSettings } from './chart.ts'
import { chart } from './charts.ts'
import { drawClassSizes } from './class-sizes.ts'
import { drawBestValue, drawDistinct } from './convergence.ts'
import { drawNumberAxis } from './number-axis.ts'
import { drawRiskBars } from './risk-bars.ts'
import { binClassSizes } from './size-bins.ts'
import { SvgDocument } from './svg-document.ts'

describe('SvgDocument', () => {
  it('holds what Plot draws, to the letter as a whole document does', () => {
    const whole = parseHTML('<!doctype html><html></html>').document
    const { classSizes, asked, found, risks, columns } = exampleReport
    const numbers = columns.filter(({ kind }) => kind === 'number')
    expect(numbers.length).toBeGreaterThan(0)
    for (const draw of [
      (settings: ChartSettings) => drawClassSizes(binClassSizes(classSizes, asked.k), { ...settings, k: asked.k }),
      (settings: ChartSettings) => drawBestValue(found.convergence, settings),
      (settings: ChartSettings) => drawDistinct(found.convergence, settings),
      (settings: ChartSettings) => drawRiskBars(risks, settings),
      ...numbers.map((column) => (settings: ChartSettings) => drawNumberAxis(column, settings)),
    ])
      expect(chart(draw)).toEqual(chart(draw, whole))
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
