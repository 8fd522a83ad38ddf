/**
 * Draws one self-contained HTML file with a content security policy that forbids every request and allows its
 * stylesheet, and its script if it has one, by their hashes. Equal reports give equal bytes.
 */
import { createHash } from 'node:crypto'
import { NOT_HASHED } from '../signing.ts'
import { drawSection, html, type Markup, type Section, shortened, trusted, visible } from './markup.ts'

export interface Page {
  readonly brand: string
  readonly title: string
  readonly version: string
  readonly style: string
  readonly summary: Markup
  readonly sections: readonly Section[]
  /** Allowed by its hash; needs no request. */
  readonly script?: string | undefined
  /** Creation date; printed after the mark that ends the hashed part. */
  readonly date?: string | undefined
}

export function drawWholePage({ brand, version, style, summary, sections, script, date, ...page }: Page): string {
  const title = shortened(visible(page.title), 200)
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policyFor(style, script)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<meta name="generator" content="Halftone ${version}">
<title>${title} · ${brand}</title>
<link rel="icon" href="data:,">
<style>${trusted(style)}</style>
</head>
<body>
<a class="skip" href="#main">Skip to the report</a>
<div class="page">
<header>
<p class="brand">${dots()}${brand}</p>
<h1>${title}</h1>
${summary}
</header>
<nav aria-label="Contents"><ul>${sections.map(({ id, contents }) => html`<li><a href="#${id}">${contents}</a></li>`)}</ul></nav>
<main id="main">
${sections.map(drawSection)}</main>
<footer>Made by Halftone ${version}. This file needs no network and holds no raw rows.${
    date !== undefined &&
    html`
${trusted(NOT_HASHED)}
<span class="made">Made on <time datetime="${date}">${date}</time>.</span>`
  }</footer>
</div>${
    script !== undefined &&
    html`
<script>${trusted(script)}</script>`
  }
</body>
</html>
`.markup
}

function policyFor(style: string, script: string | undefined): string {
  const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
  const scripts = script === undefined ? '' : ` script-src ${hash(script)};`
  return `default-src 'none'; style-src ${hash(style)};${scripts} img-src data:; base-uri 'none'; form-action 'none'`
}

function dots(): Markup {
  const radii = [3, 2.4, 1.7, 2.4, 1.7, 1.1, 1.7, 1.1, 0.6]
  return html`<svg viewBox="0 0 20 20" aria-hidden="true" focusable="false">${radii.map(
    (radius, i) => html`<circle cx="${3.5 + (i % 3) * 6.5}" cy="${3.5 + Math.floor(i / 3) * 6.5}" r="${radius}"/>`,
  )}</svg>`
}
