/** What was asked of baskets, and what the search found. */
import { formatCount, formatFigure, formatShare } from '../../../ground/format.ts'
import type { ItemsReport } from '../../items-report.ts'
import { asWords, html } from '../markup.ts'
import { type Fact, facts, plainValue } from '../parts.ts'
import { outcomeInWords } from './found.ts'
import type { Section } from './section.ts'

export function itemsAskedSection({ asked, workload }: ItemsReport): Section {
  const requirements = asked.requirements.map(({ name, promise }) => html`<div><b>${name}</b>: ${promise}</div>`)
  const entries: Fact[] = [
    { name: 'Data', value: asked.source },
    { name: 'Requirement', value: html`${requirements}` },
    { name: 'Suppression', value: `at most ${formatShare(asked.suppressionLimit)} of the distinct items` },
    { name: 'Utility constraints', value: asked.utility },
    { name: 'Queries of ARE', value: workload },
    { name: 'Algorithm', value: asked.algorithm },
    ...Object.entries(asked.options).map(([name, value]) => ({
      name: `Option: ${asWords(name)}`,
      value: plainValue(value, String),
    })),
    { name: 'Seed', value: String(asked.seed) },
  ]
  const columns = html`<table class="stacked"><caption>Columns and their roles</caption>
<thead><tr><th scope="col">Column</th><th scope="col">Role</th><th scope="col">Tree</th></tr></thead>
<tbody>${asked.columns.map(
    ({ name, role, hierarchy }) =>
      html`<tr><th scope="row">${name}</th><td>${role}</td><td>${hierarchy === '' ? '–' : hierarchy}</td></tr>`,
  )}</tbody></table>`
  return { id: 'asked', contents: 'Asked', title: 'What was asked', body: html`${facts(entries)}${columns}` }
}

export function itemsFoundSection({ asked, found }: ItemsReport): Section {
  const entries: Fact[] = [
    {
      name: 'Outcome',
      value:
        found.outcome === 'found'
          ? 'Found: what the algorithm came to, not proven to be the best possible'
          : outcomeInWords(found),
    },
    ...(found.value === undefined ? [] : [{ name: asked.goal, value: formatFigure(found.value) }]),
    ...(found.evaluations === undefined
      ? []
      : [{ name: 'Candidates looked at', value: formatCount(found.evaluations) }]),
    ...Object.entries(found.details)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => ({ name: asWords(name), value: plainValue(value, formatFigure) })),
  ]
  return { id: 'found', contents: 'Found', title: 'What was found', body: facts(entries) }
}
