/** Draws a chart of the report; redrawn when its data or width changes. */
import { type ReactNode, type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import type { PictureSettings } from '../../../src/report/draw/plot.ts'

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

/** The width of an element in whole pixels, as it changes; 0 until known. */
function useWidth(): { readonly place: RefObject<HTMLDivElement | null>; readonly width: number } {
  const place = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  useEffect(() => {
    const element = place.current
    if (element === null) return
    const observer = new ResizeObserver(([entry]) => setWidth(Math.floor(entry.contentRect.width)))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return { place, width }
}
