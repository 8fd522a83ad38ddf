/** Draws the judgement: warnings, the detail left in quasi-identifiers, the exposure by other columns. */
import { formatCount, formatShare } from '../../../ground/format.ts'
import type { Judgement } from '../../judge/judged-release.ts'
import { worthLines } from '../../judgement.ts'
import type { Report } from '../../report.ts'
import { html, type Markup, type Section, scroll } from '../markup.ts'

export function worthSection({ judgement, rows }: Report): Section | undefined {
  if (judgement === undefined) return undefined
  return {
    id: 'worth',
    contents: 'What it is worth',
    title: 'What it cost, and what is exposed',
    body: html`${cautions(judgement)}${inShort(judgement)}${detail(judgement)}${exposure(judgement, rows.released)}`,
  }
}

function cautions({ cautions: found }: Judgement): Markup {
  if (found.length === 0) return html`<p class="note">Nothing was found that wants a look before publishing.</p>`
  return html`<ul class="open">${found.map(({ message, remedy }) => html`<li><b>${message}</b>${remedy === undefined ? '.' : `: ${remedy}.`}</li>`)}</ul>`
}

const LINES = { detail: 'Keeps detail', hidden: 'Hidden', left: 'Left out', try: 'To try' } as const

function inShort(judgement: Judgement): Markup {
  const lines = worthLines(judgement).map(({ about, text }) => html`<li><b>${LINES[about]}</b>: ${text}</li>`)
  return html`<ul class="open">${lines}</ul>`
}

const SAYS = { all: 'as it is', something: 'in part', nothing: 'nothing any more' } as const

function detail({ detail: columns }: Judgement): Markup {
  const lines = columns.map(
    ({ column, says, kept, labels, example, why }) =>
      html`<tr><th scope="row">${column}</th><td>${SAYS[says]}</td><td class="number">${formatShare(kept)}</td><td
        class="number">${formatCount(labels)}</td><td>${example ?? why ?? ''}</td></tr>`,
  )
  return html`<div ${scroll('What is left of each quasi-identifier')}><table><caption>What is left of each
    quasi-identifier</caption><thead><tr><th scope="col">column</th><th scope="col">says</th><th scope="col"
    class="number">detail kept</th><th scope="col" class="number">labels</th><th scope="col">for example, or
    why</th></tr></thead><tbody>${lines}</tbody></table></div>`
}

function exposure({ exposure: columns, joint, exposed }: Judgement, rows: number): Markup | false {
  if (columns.length === 0) return false
  const people = exposed?.of ?? rows
  const share = (count: number | undefined) =>
    count === undefined ? 'not counted' : `${formatCount(count)} (${formatShare(people > 0 ? count / people : 0)})`
  const lines = columns.map(
    ({ column, role, alone, together }) =>
      html`<tr><th scope="row">${column}</th><td class="word">${role}</td><td class="number">${share(alone)}</td><td
        class="number">${share(together)}</td></tr>`,
  )
  if (joint !== undefined)
    lines.push(
      html`<tr><th scope="row">${joint.uncounted === undefined ? 'all of them' : `${formatCount(joint.columns.length)} of them`} together</th><td></td><td class="number">${share(joint.rows)}</td><td></td></tr>`,
    )
  if (exposed !== undefined)
    lines.push(
      html`<tr><th scope="row">exposed: the recoded columns and all of role other</th><td></td><td></td><td
        class="number">${share(exposed.people)}</td></tr>`,
    )
  return html`<div ${scroll(
    'Columns released as they are: people whom somebody who knows the value finds alone',
  )}><table><caption>Columns released as they are: people whom somebody who knows the value finds
    alone</caption><thead><tr><th scope="col">column</th><th scope="col">role</th><th scope="col" class="number">by this
    column</th><th scope="col" class="number">with the
    quasi-identifiers</th></tr></thead><tbody>${lines}</tbody></table></div>`
}
