/** Puts the one main button of a page in its place, at the right of the footer. */
import { type ReactNode, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'

export const MAIN_ACT = 'main-act'

export function MainAct({ children }: { children: ReactNode }): ReactNode {
  const [place, setPlace] = useState<HTMLElement | null>(null)
  useEffect(() => setPlace(document.getElementById(MAIN_ACT)), [])
  return place === null ? null : createPortal(children, place)
}
