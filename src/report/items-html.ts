/** Draws the report of baskets as one HTML file, in the same style as that of a table. */
import { approvalSection } from './draw/sections/approval.ts'
import { itemsAskedSection } from './draw/sections/asked.ts'
import { itemsFoundSection } from './draw/sections/found.ts'
import { supportsSection, tokensSection } from './draw/sections/items-pictures.ts'
import { drawItemsVerdict } from './draw/sections/items-verdict.ts'
import { measuresSection } from './draw/sections/measures.ts'
import { repeatSection } from './draw/sections/repeat.ts'
import { risksSection } from './draw/sections/risks.ts'
import { guaranteeSection } from './draw/sections/verdict.ts'
import { verificationSection } from './draw/sections/verification.ts'
import { drawPage } from './html.ts'
import type { ItemsReport } from './items-report.ts'
import type { Signing } from './signing.ts'

export function drawItemsReport(report: ItemsReport, signing?: Signing): string {
  const sections = [
    guaranteeSection(report),
    itemsAskedSection(report),
    itemsFoundSection(report),
    risksSection(report),
    supportsSection(report),
    tokensSection(report),
    measuresSection(report),
    verificationSection(report),
    repeatSection(report),
    signing === undefined ? [] : approvalSection(report, signing),
  ].flat()
  return drawPage(report, drawItemsVerdict(report), sections, signing?.date)
}
