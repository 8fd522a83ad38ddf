/** A section of the report with its entry in the contents. */
import { html, type Markup } from '../markup.ts'

export interface Section {
  readonly id: string
  readonly contents: string
  readonly title: string
  readonly body: Markup
  readonly style?: string
}

export function drawSection({ id, title, body }: Section): Markup {
  return html`<section id="${id}" aria-labelledby="${id}-title"><h2 id="${id}-title">${title}</h2>
${body}
</section>
`
}
