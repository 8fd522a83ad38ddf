/** A chart of the report on a page of the studio: drawn anew when its data or the width of its place changes. */
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { ChartSettings, SvgElement } from '../../../src/report/draw/chart.ts'

export function Chart({
  draw,
  least = 280,
}: {
  draw: (settings: ChartSettings) => SvgElement
  least?: number
}): ReactNode {
  const place = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  useEffect(() => {
    const element = place.current
    if (element === null) return
    const observer = new ResizeObserver(([entry]) => setWidth(Math.floor(entry.contentRect.width)))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  useEffect(() => {
    if (width === 0) return
    const drawn = draw({ document, width: Math.max(least, width) }) as unknown as Element
    // The whole is one image with a description; the names that the library gives its parts say nothing and are not allowed there.
    for (const part of drawn.querySelectorAll('[aria-label]')) part.removeAttribute('aria-label')
    place.current?.replaceChildren(drawn)
  }, [draw, width, least])
  return <div ref={place} className="chart" />
}
