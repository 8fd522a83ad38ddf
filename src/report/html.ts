/** Draws the report as one self-contained HTML file without a script. Equal reports give equal bytes. */
import type { Markup } from './draw/markup.ts'
import { drawWholePage } from './draw/page.ts'
import { approvalSection } from './draw/sections/approval.ts'
import { askedSection } from './draw/sections/asked.ts'
import { attackSection } from './draw/sections/attack.ts'
import { attributesSection } from './draw/sections/attributes.ts'
import { boxesSection } from './draw/sections/boxes.ts'
import { classSizesSection } from './draw/sections/class-sizes.ts'
import { columnsSection } from './draw/sections/columns.ts'
import { foundSection } from './draw/sections/found.ts'
import { frontSection } from './draw/sections/front.ts'
import { measuresSection } from './draw/sections/measures.ts'
import { mixedSection } from './draw/sections/mixed.ts'
import { repeatSection } from './draw/sections/repeat.ts'
import { risksSection } from './draw/sections/risks.ts'
import { ruleBookSection } from './draw/sections/rule-book.ts'
import type { Section } from './draw/sections/section.ts'
import { trailSection } from './draw/sections/trail.ts'
import { drawVerdict, guaranteeSection } from './draw/sections/verdict.ts'
import { verificationSection } from './draw/sections/verification.ts'
import { worthSection } from './draw/sections/worth.ts'
import { STYLE } from './draw/style.ts'
import type { Report } from './report.ts'
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
    measuresSection(report),
    verificationSection(report),
    repeatSection(report),
    signing === undefined ? [] : approvalSection(report, signing),
  ].flat()
  return drawPage(report, drawVerdict(report), sections, signing?.date)
}

export function drawPage(
  { title, version }: Pick<Report, 'title' | 'version'>,
  verdict: Markup,
  sections: readonly Section[],
  date?: string,
): string {
  const style = STYLE + sections.map((section) => section.style ?? '').join('')
  return drawWholePage({ brand: 'Halftone report', title, version, style, summary: verdict, sections, date })
}
