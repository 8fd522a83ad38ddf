/**
 * The report's charts, drawn without a browser. Plot takes most of a second to load, so this file is imported only when
 * a report is drawn.
 */
import { drawBoxesMap } from './boxes-map.ts'
import { type ChartSettings, type SvgElement, serialized } from './chart.ts'
import { drawClassSizes } from './class-sizes.ts'
import { drawBestValue, drawDistinct } from './convergence.ts'
import { drawFront } from './front.ts'
import { drawNumberAxis } from './number-axis.ts'
import { inTwoWidths } from './parts.ts'
import { drawRiskBars } from './risk-bars.ts'
import type { Charts } from './sections/section.ts'
import { binClassSizes } from './size-bins.ts'
import { SvgDocument } from './svg-document.ts'
import { drawTrail } from './trail.ts'

/** Of the text column on a laptop and on a phone. */
const WIDE = 720
const NARROW = 350

export function reportCharts(document: unknown = new SvgDocument()): Charts {
  const drawn = (draw: (settings: ChartSettings) => SvgElement) =>
    inTwoWidths(serialized(draw({ document, width: WIDE })), serialized(draw({ document, width: NARROW })))
  return {
    classSizes: ({ classSizes, asked }) =>
      drawn((settings) => drawClassSizes(binClassSizes(classSizes, asked.k), { ...settings, k: asked.k })),
    bestValue: ({ found }) => drawn((settings) => drawBestValue(found.convergence, settings)),
    distinct: ({ found }) => drawn((settings) => drawDistinct(found.convergence, settings)),
    boxes: (boxes) => drawn((settings) => drawBoxesMap(boxes, settings)),
    front: (front) => drawn((settings) => drawFront(front, settings)),
    riskBars: ({ risks }) => drawn((settings) => drawRiskBars(risks, settings)),
    trail: (trail, measure) => drawn((settings) => drawTrail(trail, measure, settings)),
    numberAxis: (column) => drawn((settings) => drawNumberAxis(column, settings)),
  }
}
