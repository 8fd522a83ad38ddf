/** Shows a part of the report in the studio, with the report's markup and style. */
import type { ReactNode } from 'react'
import { type Markup, unscrolled } from '../../../src/report/draw/markup.ts'
import STYLE from '../../../src/report/draw/report.css?raw'
import { Scroll } from './table.tsx'

// Nested, so that the report's rules apply only here. Wide content scrolls as a whole, so that the keyboard reaches it.
const dress = new CSSStyleSheet()
dress.replaceSync(`.drawn{${STYLE}.scroll{overflow:visible}table,figure{margin-bottom:0}}`)
document.adoptedStyleSheets.push(dress)

export function Drawn({ label, part }: { label: string; part: Markup | false }): ReactNode {
  if (part === false) return null
  return (
    <Scroll label={label}>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the report's own markup, which escapes every text */}
      <div className="drawn" dangerouslySetInnerHTML={{ __html: unscrolled(part) }} />
    </Scroll>
  )
}
