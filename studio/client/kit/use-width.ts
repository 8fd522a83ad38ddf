/** The width of an element in whole pixels, as it changes; 0 until known. */
import { type RefObject, useEffect, useRef, useState } from 'react'

export function useWidth(): { readonly place: RefObject<HTMLDivElement | null>; readonly width: number } {
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
