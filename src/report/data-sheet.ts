/**
 * Draws the data sheet to share: one HTML file with the certificate's facts, charts and the job, and a checker in the
 * page. Drop the release on it, and it counts digest and classes in the browser; nothing is sent.
 */
import { html } from './draw/markup.ts'
import { drawWholePage } from './draw/page.ts'
import { approvalSection } from './draw/sections/approval.ts'
import { classSizesSection } from './draw/sections/class-sizes.ts'
import { columnsSection } from './draw/sections/columns.ts'
import { protectionSection } from './draw/sections/protection.ts'
import { risksSection } from './draw/sections/risks.ts'
import type { Section } from './draw/sections/section.ts'
import { drawVerdict, guaranteeSection } from './draw/sections/verdict.ts'
import { worthSection } from './draw/sections/worth.ts'
import { STYLE } from './draw/style.ts'
import type { Report } from './report.ts'
import type { Signing } from './signing.ts'

export interface SheetFacts {
  readonly signing: Signing
  /** The public part of the job, as YAML. */
  readonly job: string
  /** How the release is read if it is text. */
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
    protectionSection(report),
    columnsSection(report),
    jobSection(job),
    approvalSection(report, signing),
  ].flat()
  return drawWholePage({
    brand: 'Halftone data sheet',
    title,
    version,
    style: STYLE + STYLE_OF_CHECK + sections.map((section) => section.style ?? '').join(''),
    summary: drawVerdict(report),
    sections,
    date: signing.date,
    // Escaped so that no name can end the script.
    script:
      release && `const FACTS = ${JSON.stringify(facts).replaceAll('<', '\\u003c')}\nconst STARS = '*'\n${CHECKER}`,
  })
}

function checkSection(name: string): Section {
  const body = html`<p>Choose ${name}, or drop it here: its digest and its classes are counted in this page, and nothing is sent.</p>
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

const STYLE_OF_CHECK = `
#drop{border:2px dashed currentColor;border-radius:10px;padding:18px}#drop.over{background:light-dark(#eef4fa,#1d2b3a)}
pre{overflow:auto;padding:12px;border:1px solid;border-radius:8px}
`

const CHECKER = String.raw`
const place = document.getElementById('checked')
const drop = document.getElementById('drop')
const say = (lines) => place.replaceChildren(...lines.map(([holds, text]) => {
  const line = document.createElement('p')
  line.textContent = (holds === undefined ? '' : holds ? '✓ ' : '✗ ') + text
  return line
}))
function readFields(text, { delimiter, quote }) {
  const rows = []
  let row = [], cell = '', quoted = false
  for (let i = text.charCodeAt(0) === 0xfeff ? 1 : 0; i < text.length; i++) {
    const c = text[i]
    if (quoted) {
      if (c !== quote) cell += c
      else if (text[i + 1] === quote) cell += text[++i]
      else quoted = false
    } else if (c === quote && cell === '') quoted = true
    else if (c === delimiter) row.push(cell), (cell = '')
    else if (c === '\n') row.push(cell.replace(/\r$/, '')), rows.push(row), (row = []), (cell = '')
    else cell += c
  }
  if (cell !== '' || row.length > 0) row.push(cell), rows.push(row)
  return rows
}
async function check(file) {
  say([[undefined, 'Counting …']])
  const bytes = await file.arrayBuffer()
  const digest = await crypto.subtle.digest('SHA-256', bytes)
  const sha256 = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
  const isSame = sha256 === FACTS.sha256
  const lines = [[isSame, 'sha256 ' + sha256 + (isSame ? ': the file that was verified' : ': not the file that was verified, ' + FACTS.sha256)]]
  if (FACTS.form === undefined) lines.push([undefined, 'Classes are counted of text files.'])
  else {
    const [head = [], ...rows] = readFields(new TextDecoder(FACTS.form.encoding).decode(bytes), FACTS.form)
    const places = FACTS.quasiIdentifiers.map((name) => head.indexOf(name))
    const absent = FACTS.quasiIdentifiers.filter((_, i) => places[i] < 0)
    if (absent.length > 0) lines.push([false, 'The file has no column ' + absent.join(', ')])
    else {
      const sizes = new Map()
      let suppressed = 0
      for (const row of rows) {
        if (places.every((i) => row[i] === STARS)) { suppressed++; continue }
        const key = JSON.stringify(places.map((i) => row[i]))
        sizes.set(key, (sizes.get(key) ?? 0) + 1)
      }
      const smallest = [...sizes.values()].reduce((least, size) => Math.min(least, size), Infinity)
      lines.push([undefined, rows.length + ' rows, ' + sizes.size + ' classes, ' + suppressed + ' rows suppressed'])
      if (sizes.size > 0) lines.push([FACTS.k === undefined ? undefined : smallest >= FACTS.k, 'The smallest class has ' + smallest + ' rows' + (FACTS.k === undefined ? '' : '; k = ' + FACTS.k)])
    }
  }
  say(lines)
}
const checkOrTell = (file) => file && check(file).catch((error) => say([[false, 'The file cannot be counted here: ' + error.message]]))
document.getElementById('file').addEventListener('change', (event) => checkOrTell(event.target.files[0]))
addEventListener('dragover', (event) => { event.preventDefault(); drop.classList.add('over') })
addEventListener('dragleave', () => drop.classList.remove('over'))
addEventListener('drop', (event) => { event.preventDefault(); drop.classList.remove('over'); checkOrTell(event.dataTransfer.files[0]) })
`
