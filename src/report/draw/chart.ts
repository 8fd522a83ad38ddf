/**
 * What every chart shares. A chart is a pure function from data and settings to an SVG element: the report draws it on a document
 * without a browser, the studio on its own page. Colours are the page's custom properties (`--ink`, `--accent`, `--mark`, …), so
 * that light, dark and print come from the stylesheet.
 */
import { html } from './markup.ts'

/** The part of an SVG element that we use; a browser's elements and those of `svg-document.ts` both have it. */
export interface SvgElement {
  readonly outerHTML: string
  getAttribute(name: string): string | null
  setAttribute(name: string, value: string): void
  querySelectorAll(selector: string): Iterable<SvgPart>
}

interface SvgPart {
  readonly attributes: Iterable<{ readonly name: string; value: string }>
  remove(): void
}

export interface ChartSettings {
  /** The document to make elements with: the browser's own, or that of `svg-document.ts`. */
  readonly document: unknown
  /** Pixels. */
  readonly width: number
}

/** Options of Plot that all charts have alike; pixels around the frame. */
export function chartOptions(
  { document, width }: ChartSettings,
  height: number,
  { top, right, bottom, left }: { top: number; right?: number; bottom: number; left: number },
) {
  const margins = { marginTop: top, marginRight: right, marginBottom: bottom, marginLeft: left }
  return { document: document as never, className: 'plot', width, height, style: undefined, ...margins }
}

/** What an axis below the frame is called, in its middle. */
export function below(label: string) {
  return { label, labelAnchor: 'center', labelArrow: 'none' } as const
}

/** Finishes a plot: one image to assistive technology, described by `label`. */
export function asImage(plot: unknown, label: string): SvgElement {
  const svg = plot as SvgElement
  svg.setAttribute('role', 'img')
  svg.setAttribute('aria-label', label)
  return svg
}

/**
 * The element as text for a page whose policy allows one stylesheet only: no `<style>` inside, and lengths of at most two decimals,
 * which halves the size and cannot be seen.
 */
export function serialized(svg: SvgElement): string {
  for (const style of svg.querySelectorAll('style')) style.remove()
  for (const element of svg.querySelectorAll('*')) {
    for (const attribute of element.attributes) {
      if (LENGTHS.has(attribute.name)) {
        attribute.value = attribute.value.replace(/-?\d+\.\d{3,}/g, (number) =>
          String(Number(Number(number).toFixed(2))),
        )
      }
    }
  }
  // The label may hold a column's name, and not every document escapes attributes.
  const label = svg.getAttribute('aria-label') ?? ''
  svg.setAttribute('aria-label', '')
  return svg.outerHTML.replace('aria-label=""', () => html`aria-label="${label}"`.markup)
}

const LENGTHS = new Set(['d', 'transform', 'x', 'y', 'x1', 'x2', 'y1', 'y2', 'cx', 'cy', 'width', 'height', 'dx', 'dy'])
