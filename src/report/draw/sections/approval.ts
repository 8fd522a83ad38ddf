/** Draws the page to sign: purpose, files, software, and room for signatures. */
import { formatCount } from '../../../ground/format.ts'
import type { Report } from '../../report.ts'
import type { Signing } from '../../signing.ts'
import { facts, html, type Markup, type Section } from '../markup.ts'

const ROLES = ['Prepared by', 'Checked by (data protection)', 'Approved for release by'] as const

export function approvalSection(report: Pick<Report, 'asked' | 'version'>, signing: Signing): Section {
  const body = html`${facts(signingFacts(report, signing))}
<p>Who signs has read what is not protected, at the top of this report, and takes the release with this digest to be fit
for the purpose.</p>
${signatureLines()}`
  return { id: 'approval', contents: 'Approval', title: 'Approval', body }
}

function signingFacts({ asked, version }: Pick<Report, 'asked' | 'version'>, { purpose, engine, files }: Signing) {
  return [
    { name: 'Purpose', value: purpose ?? 'not stated in the job (key purpose)' },
    { name: 'Data', value: asked.source },
    ...files.map(({ name, bytes, sha256 }) => ({
      name: `Digest of ${name}`,
      value: html`<code>sha256 ${sha256}</code>, ${formatCount(bytes)} bytes`,
    })),
    { name: 'Made by', value: `Halftone ${version}, ${engine}, seed ${asked.seed}` },
  ]
}

function signatureLines(): Markup {
  const lines = ROLES.map((role) => html`<tr><th scope="row">${role}</th><td></td><td></td><td></td></tr>`)
  return html`<table class="approval"><caption class="spoken">Approval</caption>
<thead><tr><th scope="col">Role</th><th scope="col">Name</th><th scope="col">Date</th><th
scope="col">Signature</th></tr></thead>
<tbody>${lines}</tbody></table>`
}
