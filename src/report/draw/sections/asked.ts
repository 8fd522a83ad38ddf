/** Draws the inputs: columns with their roles and hierarchies, requirement, goal, algorithm. */
import { formatCount, formatShare } from '../../../ground/format.ts'
import type { ItemsReport } from '../../items-report.ts'
import type { Asked, Report } from '../../report.ts'
import { asWords, html } from '../markup.ts'
import { type Fact, facts, plainValue } from '../parts.ts'
import type { Section } from './section.ts'

export function askedSection({ asked }: Report): Section {
  return drawAsked(asked, 'rows', 'Hierarchy', [{ name: 'Goal', value: asked.goal }])
}

export function itemsAskedSection({ asked, workload }: ItemsReport): Section {
  return drawAsked(asked, 'distinct items', 'Tree', [
    { name: 'Utility constraints', value: asked.utility },
    { name: 'Queries of ARE', value: workload },
  ])
}

function drawAsked(asked: Asked, unit: string, hierarchies: string, goal: readonly Fact[]): Section {
  const requirements = asked.requirements.map(({ name, promise }) => html`<div><b>${name}</b>: ${promise}</div>`)
  const entries: Fact[] = [
    { name: 'Data', value: asked.source },
    { name: 'Requirement', value: html`${requirements}` },
    { name: 'Suppression', value: `at most ${formatShare(asked.suppressionLimit)} of the ${unit}` },
    ...goal,
    { name: 'Algorithm', value: asked.algorithm },
    ...Object.entries(asked.options).map(([name, value]) => ({
      name: `Option: ${asWords(name)}`,
      value: plainValue(value, (number) => (Number.isInteger(number) ? formatCount(number) : String(number))),
    })),
    { name: 'Seed', value: String(asked.seed) },
  ]
  const columns = html`<table class="stacked"><caption>Columns and their roles</caption>
<thead><tr><th scope="col">Column</th><th scope="col">Role</th><th scope="col">${hierarchies}</th></tr></thead>
<tbody>${asked.columns.map(
    ({ name, role, hierarchy }) =>
      html`<tr><th scope="row">${name}</th><td><span class="role ${ROLES.has(role) ? role : 'other'}">${role}</span></td><td>${hierarchy === '' ? '–' : hierarchy}</td></tr>`,
  )}</tbody></table>`
  return { id: 'asked', contents: 'Asked', title: 'What was asked', body: html`${facts(entries)}${columns}` }
}

const ROLES = new Set(['identifier', 'quasi-identifier', 'sensitive', 'target', 'items', 'pseudonym', 'other'])
