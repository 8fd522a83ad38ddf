/** Draws the page of a rule book: its points with the findings for each. */
import type { Report } from '../../report.ts'
import { html } from '../markup.ts'
import type { Section } from './section.ts'

const MARKS = { pass: ['good', '✓ pass'], fail: ['bad', '✗ fail'], 'not covered': ['', 'not covered'] } as const

export function ruleBookSection({ ruleBook }: Report): Section | undefined {
  if (ruleBook === undefined) return undefined
  const { title, source, why, points } = ruleBook
  const body = html`<p>${source}. ${why !== undefined && `Here: ${why} `}Looked at in the written release, by names of columns and by values; what a program cannot see is not covered. This is no legal advice.</p>
<table class="stacked"><caption>${title}, point by point</caption>
<thead><tr><th scope="col">Point</th><th scope="col">What was seen</th><th scope="col">Verdict</th></tr></thead>
<tbody>${points.map(
    ({ name, text, found, verdict }) =>
      html`<tr><th scope="row">${name} <small>${text}</small></th><td>${found}</td><td><span class="mark ${MARKS[verdict][0]}">${MARKS[verdict][1]}</span></td></tr>`,
  )}</tbody></table>`
  return { id: 'rule-book', contents: title, title, body }
}
