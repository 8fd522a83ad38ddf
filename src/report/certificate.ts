/** Draws the certificate: one printed page about a release, with room for signatures. Long tables are cut. */
import { formatRisk, formatShare, many } from '../ground/format.ts'
import { html, type Markup, shortened } from './draw/markup.ts'
import { drawWholePage } from './draw/page.ts'
import { type Fact, facts } from './draw/parts.ts'
import { signatureLines, signingFacts } from './draw/sections/approval.ts'
import { judgeItems } from './draw/sections/items-verdict.ts'
import { drawBox, reportVerdict, type Verdict } from './draw/sections/verdict.ts'
import { readStyle, STYLE } from './draw/style.ts'
import type { ItemsReport } from './items-report.ts'
import type { ColumnDetail, Judgement } from './judgement.ts'
import type { Report } from './report.ts'
import type { Signing } from './signing.ts'

const MOST_COLUMNS = 14
const LONGEST_TITLE = 60
const LONGEST_NAME = 40
const LONGEST_REASON = 120
const MOST_RISKS = 5
const MOST_SENTENCES = 5
const LONGEST_SENTENCE = 200
const LONGEST_FACT = 150
const LONGEST_ACCEPTED = 300

export function drawCertificate(
  report: Report | ItemsReport,
  signing: Signing,
  reasons: ReadonlyMap<string, string> = new Map(),
): string {
  const { title, version } = report
  const [verdict, judgement]: [Verdict, Judgement?] =
    'supports' in report ? [judgeItems(report)] : [reportVerdict(report), report.judgement]
  const section = (id: string, name: string, body: Markup) => ({ id, contents: name, title: name, body })
  return drawWholePage({
    brand: 'Halftone certificate',
    title: shortened(title, LONGEST_TITLE),
    version,
    style: STYLE + readStyle('certificate'),
    summary: drawBox({
      ...verdict,
      sentence: shortened(verdict.sentence, LONGEST_SENTENCE),
      accepted: verdict.accepted && shortened(verdict.accepted, LONGEST_ACCEPTED),
    }),
    sections: [
      section('purpose', 'What for, and which files', facts(shortFacts(signingFacts(report, signing)))),
      section(
        'roles',
        'Columns: role and reason, and what it cost',
        columnTable(report, reasons, judgement?.detail ?? []),
      ),
      section('risks', 'Risk before and after', riskTable(report)),
      section('open', 'What is not protected', openList(report, judgement?.cautions ?? [])),
      section(
        'approval',
        'Approval',
        html`<p>Who signs has read what is not protected, and takes the release with this digest to be fit for the purpose.</p>${signatureLines()}`,
      ),
    ],
    date: signing.date,
  })
}

function shortFacts(entries: readonly Fact[]): Fact[] {
  return entries.map(({ name, value }) => ({
    name: shortened(name, LONGEST_NAME),
    value: typeof value === 'string' ? shortened(value, LONGEST_FACT) : value,
  }))
}

const ORDER = ['quasi-identifier', 'items', 'sensitive', 'target', 'pseudonym', 'identifier', 'other']

const MEANINGS: Readonly<Record<string, string>> = {
  'quasi-identifier': 'others may know it of a person: it is made coarser',
  items: 'others may know some of them of a person: they are made coarser',
  sensitive: 'must not be learned of a person: released, and counted by class',
  target: 'what the release is to predict: released as it is',
  pseudonym: 'names a person: replaced by a pseudonym',
  identifier: 'names a person: left out',
  other: 'nobody is expected to know it: released as it is',
}

function columnTable(
  { asked }: Report | ItemsReport,
  reasons: ReadonlyMap<string, string>,
  cost: readonly ColumnDetail[],
): Markup {
  const columns = asked.columns.toSorted((a, b) => ORDER.indexOf(a.role) - ORDER.indexOf(b.role))
  const shown = columns.slice(0, MOST_COLUMNS)
  const kept = new Map(cost.map((detail) => [detail.column, detail]))
  const lines = shown.map(({ name, role }) => {
    const reason = reasons.get(name) ?? MEANINGS[role] ?? ''
    return html`<tr><th scope="row">${shortened(name, LONGEST_NAME)}</th><td><span class="role ${role}">${role}</span></td><td>${shortened(firstSentence(reason), LONGEST_REASON)}</td><td>${costInWords(role, kept.get(name))}</td></tr>`
  })
  const rest = columns.slice(MOST_COLUMNS)
  const counts = ORDER.flatMap((role) => {
    const count = rest.filter((column) => column.role === role).length
    return count === 0 ? [] : [`${count} ${role}`]
  })
  return html`<table><caption class="spoken">Columns, their roles, and what is left of them</caption>
<thead><tr><th scope="col">Column</th><th scope="col">Role</th><th scope="col">Why</th><th scope="col">Detail that is left</th></tr></thead>
<tbody>${lines}</tbody></table>${
    rest.length > 0 &&
    html`<p class="note">And ${many(rest.length, 'more column')} (${counts.join(', ')}): see the report.</p>`
  }`
}

/** The first sentence of a proposal is the reason for the role; the rest is about generalization. */
function firstSentence(text: string): string {
  return /^.*?[.!?](?=\s|$)/s.exec(text)?.[0] ?? text
}

function costInWords(role: string, detail: ColumnDetail | undefined): string {
  if (detail === undefined)
    return role === 'identifier' ? 'left out' : role === 'quasi-identifier' || role === 'items' ? '' : 'as it is'
  if (detail.says === 'nothing') return 'says nothing any more'
  const example = detail.example === undefined ? '' : `, ${shortened(detail.example, LONGEST_NAME)}`
  return `${formatShare(detail.kept)}${example}`
}

function riskTable({ risks }: Report | ItemsReport): Markup {
  if (risks.length === 0) return html`<p class="note">No risk was measured.</p>`
  const lines = risks
    .slice(0, MOST_RISKS)
    .map(
      ({ title, before, after, range, reading }) =>
        html`<tr><th scope="row">${title}</th><td class="number">${formatRisk(before, range)}</td><td class="number"><b>${formatRisk(after, range)}</b></td><td>${shortened(reading, LONGEST_REASON)}</td></tr>`,
    )
  return html`<table><caption class="spoken">Measures of risk</caption>
<thead><tr><th scope="col">Measure</th><th scope="col" class="number">Before</th><th scope="col" class="number">After</th><th scope="col">How to read it</th></tr></thead>
<tbody>${lines}</tbody></table>`
}

function openList({ guarantee }: Report | ItemsReport, cautions: Judgement['cautions']): Markup {
  const all = [...cautions.map(({ message }) => message), ...guarantee.doesNotHold]
  const shown = all.slice(0, MOST_SENTENCES).map((sentence) => html`<li>${shortened(sentence, LONGEST_SENTENCE)}</li>`)
  const more = all.length - shown.length
  return html`<ul>${shown}${more > 0 && html`<li>And ${more} more: see the report.</li>`}</ul>`
}
