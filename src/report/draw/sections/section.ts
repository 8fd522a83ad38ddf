/** A section of the report: where it stands in the contents, and what it says. */
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

export function drawSection({ id, title, body }: Section): Markup {
  return html`<section id="${id}" aria-labelledby="${id}-title"><h2 id="${id}-title">${title}</h2>
${body}
</section>
`
}
