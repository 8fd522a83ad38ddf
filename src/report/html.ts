/**
 * The report as one HTML file that stands alone: no script, no request to anywhere, and a policy that forbids both, so that it can be
 * mailed, archived and opened from a disk in years. The same report gives the same bytes.
 */
import { createHash } from 'node:crypto'
import { html, type Markup, shortened, trusted, visible } from './draw/markup.ts'
import { askedSection } from './draw/sections/asked.ts'
import { classSizesSection } from './draw/sections/class-sizes.ts'
import { columnsSection } from './draw/sections/columns.ts'
import { foundSection } from './draw/sections/found.ts'
import { frontSection } from './draw/sections/front.ts'
import { measuresSection } from './draw/sections/measures.ts'
import { protectionSection } from './draw/sections/protection.ts'
import { repeatSection } from './draw/sections/repeat.ts'
import { risksSection } from './draw/sections/risks.ts'
import { drawSection, type Section } from './draw/sections/section.ts'
import { trailSection } from './draw/sections/trail.ts'
import { drawVerdict, guaranteeSection } from './draw/sections/verdict.ts'
import { verificationSection } from './draw/sections/verification.ts'
import { STYLE } from './draw/style.ts'
import type { Report } from './report.ts'

/** Loads what draws the charts, which takes a while: for a moment when there is nothing else to do. What fails now fails again when it is needed. */
export async function loadCharts(): Promise<void> {
  await import('./draw/charts.ts').catch(() => {})
}

/** The whole page, as text to be written in UTF-8. */
export async function drawReport(report: Report): Promise<string> {
  const { reportCharts } = await import('./draw/charts.ts')
  const charts = reportCharts()
  const sections = [
    guaranteeSection(report),
    askedSection(report),
    foundSection(report, charts),
    trailSection(report, charts) ?? [],
    ...frontSection(report, charts),
    risksSection(report, charts),
    classSizesSection(report, charts),
    protectionSection(report),
    columnsSection(report, charts),
    measuresSection(report),
    verificationSection(report),
    repeatSection(report),
  ].flat()
  return drawPage(report, drawVerdict(report), sections)
}

/** The page around the sections, as text. */
export function drawPage(
  report: Pick<Report, 'title' | 'version'>,
  verdict: Markup,
  sections: readonly Section[],
): string {
  const title = shortened(visible(report.title), 200)
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy()}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<meta name="generator" content="Halftone ${report.version}">
<title>${title} · Halftone report</title>
<link rel="icon" href="data:,">
<style>${trusted(STYLE)}</style>
</head>
<body>
<a class="skip" href="#main">Skip to the report</a>
<div class="page">
<header>
<p class="brand">${dots()}Halftone report</p>
<h1>${title}</h1>
${verdict}
</header>
<nav aria-label="Contents"><ul>${sections.map(({ id, contents }) => html`<li><a href="#${id}">${contents}</a></li>`)}</ul></nav>
<main id="main">
${sections.map(drawSection)}</main>
<footer>Made by Halftone ${report.version}. This file needs no network and holds no raw rows.</footer>
</div>
</body>
</html>
`.markup
}

/** Nothing may be loaded or run; the one stylesheet is allowed by its hash. */
function policy(): string {
  const hash = createHash('sha256').update(STYLE).digest('base64')
  return `default-src 'none'; style-src 'sha256-${hash}'; img-src data:; base-uri 'none'; form-action 'none'`
}

/** The sign of the house: fewer tones, same picture. */
function dots(): Markup {
  const radii = [3, 2.4, 1.7, 2.4, 1.7, 1.1, 1.7, 1.1, 0.6]
  return html`<svg viewBox="0 0 20 20" aria-hidden="true" focusable="false">${radii.map(
    (radius, i) => html`<circle cx="${3.5 + (i % 3) * 6.5}" cy="${3.5 + Math.floor(i / 3) * 6.5}" r="${radius}"/>`,
  )}</svg>`
}
