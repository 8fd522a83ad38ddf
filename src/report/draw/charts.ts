/** A chart of the report, drawn without a browser. Plot takes most of a second to load, so sections with charts are imported only when a report is drawn. */
import { type ChartSettings, type SvgElement, serialized } from './chart.ts'
import type { Markup } from './markup.ts'
import { inTwoWidths } from './parts.ts'
import { SvgDocument } from './svg-document.ts'

/** Of the text column on a laptop and on a phone. */
const WIDE = 720
const NARROW = 350

export function chart(draw: (settings: ChartSettings) => SvgElement, document: unknown = new SvgDocument()): Markup {
  return inTwoWidths(serialized(draw({ document, width: WIDE })), serialized(draw({ document, width: NARROW })))
}
