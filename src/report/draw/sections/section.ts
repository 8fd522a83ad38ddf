/** A section of the report: where it stands in the contents, and what it says. */
import type { BoxesMap } from '../../boxes-picture.ts'
import type { Report } from '../../report.ts'
import { html, type Markup } from '../markup.ts'

export interface Section {
  readonly id: string
  /** A word for the contents. */
  readonly contents: string
  readonly title: string
  readonly body: Markup
  /** What the page's style lacks for it. */
  readonly style?: string
}

/** Draws charts for a page; made once for a report, since loading what draws them is slow. */
export interface Charts {
  classSizes(report: Report): Markup
  bestValue(report: Report): Markup
  distinct(report: Report): Markup
  riskBars(report: Pick<Report, 'risks'>): Markup
  trail(trail: NonNullable<Report['trail']>, measure: string): Markup
  boxes(map: BoxesMap): Markup
  front(front: NonNullable<Report['front']>): Markup
  numberAxis(column: Report['columns'][number]): Markup
}

export function drawSection({ id, title, body }: Section): Markup {
  return html`<section id="${id}" aria-labelledby="${id}-title"><h2 id="${id}-title">${title}</h2>
${body}
</section>
`
}
