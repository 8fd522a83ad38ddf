/** The page to sign: what for, which files, made by what, and room for names, days and signatures. */
import { formatCount } from '../../format.ts'
import type { Report } from '../../report.ts'
import type { Signing } from '../../signing.ts'
import { html } from '../markup.ts'
import { type Fact, facts } from '../parts.ts'
import type { Section } from './section.ts'

const ROLES = ['Prepared by', 'Checked by (data protection)', 'Approved for release by'] as const

export function approvalSection(
  { asked, version }: Pick<Report, 'asked' | 'version'>,
  { purpose, engine, files }: Signing,
): Section {
  const entries: Fact[] = [
    { name: 'Purpose', value: purpose ?? 'not stated in the job (key purpose)' },
    { name: 'Data', value: asked.source },
    ...files.map(({ name, bytes, sha256 }) => ({
      name: `Digest of ${name}`,
      value: html`<code>sha256 ${sha256}</code>, ${formatCount(bytes)} bytes`,
    })),
    { name: 'Made by', value: `Halftone ${version}, ${engine}, seed ${asked.seed}` },
  ]
  const lines = ROLES.map((role) => html`<tr><th scope="row">${role}</th><td></td><td></td><td></td></tr>`)
  const body = html`${facts(entries)}
<p>Who signs has read what is not protected, at the top of this report, and takes the release with this digest to be fit for the purpose.</p>
<table class="approval"><caption class="spoken">Approval</caption>
<thead><tr><th scope="col">Role</th><th scope="col">Name</th><th scope="col">Date</th><th scope="col">Signature</th></tr></thead>
<tbody>${lines}</tbody></table>`
  return { id: 'approval', contents: 'Approval', title: 'Approval', body }
}
