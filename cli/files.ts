/** Files of rows or baskets on the command line: how `verify` and `risk` handle each kind. */
import { type Plan, planFacts } from '../src/plan/read-plan.ts'
import type { About } from '../src/table/about.ts'
import { basketsFile } from './baskets-file.ts'
import type { FileOfKind, FileQuestions } from './file-questions.ts'
import { tableFile } from './table-file.ts'

const FILES: Readonly<Record<About, FileOfKind>> = { columns: tableFile, items: basketsFile }

export function fileKind(job: Plan | undefined, { format, items, qi }: FileQuestions): FileOfKind {
  if (job !== undefined) return FILES[planFacts(job).about]
  return FILES[format === 'transactions' || (items !== undefined && qi === undefined) ? 'items' : 'columns']
}
