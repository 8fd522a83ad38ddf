/** Draws the reports of tables and baskets as one HTML file without a script; equal reports have equal bytes. */
import type { Markup, Section } from './draw/markup.ts'
import { drawWholePage } from './draw/page.ts'
import { approvalSection } from './draw/sections/approval.ts'
import { boxesSection } from './draw/sections/boxes.ts'
import { classSizesSection } from './draw/sections/class-sizes.ts'
import { columnsSection } from './draw/sections/columns.ts'
import { supportsSection, tokensSection } from './draw/sections/items-pictures.ts'
import { measuresSection, mixedSection } from './draw/sections/measures.ts'
import { attackSection, attributesSection, risksSection } from './draw/sections/risks.ts'
import {
  askedSection,
  foundSection,
  frontSection,
  itemsAskedSection,
  itemsFoundSection,
  repeatSection,
  trailSection,
} from './draw/sections/search.ts'
import { drawItemsVerdict, drawVerdict, guaranteeSection } from './draw/sections/verdict.ts'
import { ruleBookSection, verificationSection } from './draw/sections/verification.ts'
import { worthSection } from './draw/sections/worth.ts'
import { STYLE } from './draw/style.ts'
import type { ItemsReport, Report } from './report.ts'
import type { Signing } from './signing.ts'

export function drawReport(report: Report, signing?: Signing): string {
  const sections = [
    guaranteeSection(report),
    worthSection(report) ?? [],
    ruleBookSection(report) ?? [],
    askedSection(report),
    foundSection(report),
    trailSection(report) ?? [],
    ...frontSection(report),
    risksSection(report),
    attackSection(report) ?? [],
    classSizesSection(report),
    attributesSection(report) ?? [],
    mixedSection(report) ?? [],
    ...boxesSection(report),
    columnsSection(report),
  ]
  return drawPage(report, drawVerdict(report), sections.flat(), signing)
}

export function drawItemsReport(report: ItemsReport, signing?: Signing): string {
  const sections = [
    guaranteeSection(report),
    itemsAskedSection(report),
    itemsFoundSection(report),
    risksSection(report),
    supportsSection(report),
    tokensSection(report),
  ]
  return drawPage(report, drawItemsVerdict(report), sections, signing)
}

/** Draws a page with these sections first; the last ones are the same for all data. */
function drawPage(report: Report | ItemsReport, summary: Markup, first: readonly Section[], signing?: Signing): string {
  const { title, version } = report
  const last = [measuresSection(report), verificationSection(report), repeatSection(report)]
  const sections = [...first, ...last, ...(signing === undefined ? [] : [approvalSection(report, signing)])]
  const style = STYLE + sections.map((section) => section.style ?? '').join('')
  return drawWholePage({ brand: 'Halftone report', title, version, style, summary, sections, date: signing?.date })
}
