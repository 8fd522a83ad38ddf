/** Reports of tables and of baskets come in the same place; their shape tells them apart. */
import type { ItemsReport } from '../../../src/report/items-report.ts'
import type { Report } from '../../../src/report/report.ts'

export function isItemsReport(report: Report | ItemsReport): report is ItemsReport {
  return 'supports' in report
}
