/** Draws a chart of the report; redrawn when its data or width changes. */
import { type ReactNode, useMemo } from 'react'
import type { PictureSettings } from '../../../src/report/draw/plot.ts'
import { useWidth } from './use-width.ts'

export function Chart({
  draw,
  least = 280,
}: {
  draw: (settings: PictureSettings) => string
  least?: number
}): ReactNode {
  const { place, width } = useWidth()
  const svg = useMemo(
    () => (width === 0 ? '' : draw({ width: Math.max(least, width), colours: 'page' })),
    [draw, width, least],
  )
  // biome-ignore lint/security/noDangerouslySetInnerHtml: our own drawing, which escapes every text
  return <div ref={place} className="chart" dangerouslySetInnerHTML={{ __html: svg }} />
}
