/**
 * Draws the data sheet to share and sign: one HTML file with promises, charts and the job, and a checker in the page.
 * Drop the release on it, and it counts digest and classes in the browser; nothing is sent.
 */
import { readFileSync } from 'node:fs'
import { html, type Section } from './draw/markup.ts'
import { drawWholePage } from './draw/page.ts'
import { approvalSection } from './draw/sections/approval.ts'
import { classSizesSection } from './draw/sections/class-sizes.ts'
import { columnsSection } from './draw/sections/columns.ts'
import { risksSection } from './draw/sections/risks.ts'
import { drawVerdict, guaranteeSection } from './draw/sections/verdict.ts'
import { worthSection } from './draw/sections/worth.ts'
import { readStyle, STYLE } from './draw/style.ts'
import type { Report } from './report.ts'
import type { Signing } from './signing.ts'

const CHECKER = new URL('./draw/check-file.page.js', import.meta.url)

export interface SheetFacts {
  readonly signing: Signing
  /** The public part of the job, as YAML. */
  readonly job: string
  readonly form: { readonly delimiter: string; readonly quote: string; readonly encoding: string } | undefined
}

export function drawDataSheet(report: Report, { signing, job, form }: SheetFacts): string {
  const { title, version, asked } = report
  const [release] = signing.files
  const quasiIdentifiers = asked.columns.filter(({ role }) => role === 'quasi-identifier').map(({ name }) => name)
  const facts = { release: release?.name, sha256: release?.sha256, k: asked.k, quasiIdentifiers, form }
  const sections = [
    ...(release === undefined ? [] : [checkSection(release.name)]),
    guaranteeSection(report),
    worthSection(report) ?? [],
    risksSection(report),
    classSizesSection(report),
    columnsSection(report),
    jobSection(job),
    approvalSection(report, signing),
  ].flat()
  return drawWholePage({
    brand: 'Halftone data sheet',
    title,
    version,
    style: STYLE + readStyle('check-file') + sections.map((section) => section.style ?? '').join(''),
    summary: drawVerdict(report),
    sections,
    date: signing.date,
    // Escaped so that no name can end the script.
    script:
      release &&
      `const FACTS = ${JSON.stringify(facts).replaceAll('<', '\\u003c')}\nconst STARS = '*'\n` +
        readFileSync(CHECKER, 'utf8'),
  })
}

function checkSection(name: string): Section {
  const body = html`<p>Choose ${name}, or drop it here: its digest and its classes are counted in this page, and nothing
    is sent.</p>
<p id="drop"><label>The release <input type="file" id="file"></label></p>
<div id="checked" role="status" aria-live="polite"></div>`
  return { id: 'check', contents: 'Check the file', title: 'Check the file yourself', body }
}

function jobSection(job: string): Section {
  return {
    id: 'job',
    contents: 'Job',
    title: 'The job',
    body: html`<pre tabindex="0" aria-label="The job"><code>${job}</code></pre>`,
  }
}
