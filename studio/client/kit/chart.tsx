/** A chart of the report on a page of the studio: drawn anew when its data or the width of its place changes. */
import { type ReactNode, useEffect } from 'react'
import type { ChartSettings, SvgElement } from '../../../src/report/draw/chart.ts'
import { useWidth } from './use-width.ts'

export function Chart({
  draw,
  least = 280,
}: {
  draw: (settings: ChartSettings) => SvgElement
  least?: number
}): ReactNode {
  const { place, width } = useWidth()
  useEffect(() => {
    if (width === 0) return
    const drawn = draw({ document, width: Math.max(least, width) }) as unknown as Element
    // The whole is one image with a description; the names that the library gives its parts say nothing and are not allowed there.
    for (const part of drawn.querySelectorAll('[aria-label]')) part.removeAttribute('aria-label')
    place.current?.replaceChildren(drawn)
  }, [draw, width, least, place.current?.replaceChildren])
  return <div ref={place} className="chart" />
}
