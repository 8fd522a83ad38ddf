/** Draws a chart of the report; redrawn when its data or width changes. */
import { type ReactNode, useMemo } from 'react'
import type { PictureSettings } from '../../../src/report/draw/plot.ts'
import { useWidth } from './use-width.ts'

const LEAST_WIDTH = 280 // pixels

export function Chart({ draw }: { draw: (settings: PictureSettings) => string }): ReactNode {
  const { place, width } = useWidth()
  const svg = useMemo(
    () => (width === 0 ? '' : draw({ width: Math.max(LEAST_WIDTH, width), colours: 'page' })),
    [draw, width],
  )
  // biome-ignore lint/security/noDangerouslySetInnerHtml: our own drawing, which escapes every text
  return <div ref={place} className="chart" dangerouslySetInnerHTML={{ __html: svg }} />
}
