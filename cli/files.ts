/** Files of rows or baskets on the command line: how `verify` and `risk` handle each kind. */
import { type Plan, planFacts } from '../src/plan/read-plan.ts'
import type { About } from '../src/table/about.ts'
import type { VerifyRequest } from '../src/tasks/verify.ts'
import { type BasketOptions, basketsFile } from './baskets-file.ts'
import type { Answer } from './command.ts'
import { tableFile } from './table-file.ts'

export interface FileQuestions extends BasketOptions {
  readonly k?: number | undefined
  readonly m?: number | undefined
  readonly qi?: string[] | undefined
  readonly persons?: string | undefined
  readonly population?: string | undefined
  readonly against?: string | undefined
  readonly witnesses?: string | undefined
  readonly strict?: boolean | undefined
  readonly over?: string | undefined
  readonly sensitive?: string[] | undefined
  readonly h?: number | undefined
}

export interface RiskQuestions extends FileQuestions {
  readonly populationSize?: number | undefined
  readonly warn?: number | undefined
  readonly fail?: number | undefined
  readonly threshold: number
  readonly trials: number
  readonly seed: number
}

export interface FileOfKind {
  verifyRequest(file: string, options: FileQuestions, job: Plan | undefined): Promise<VerifyRequest>
  risk(file: string, options: RiskQuestions, job: Plan | undefined, signal: AbortSignal): Promise<Answer>
}

const FILES: Readonly<Record<About, FileOfKind>> = { columns: tableFile, items: basketsFile }

export function fileKind(job: Plan | undefined, { format, items, qi }: FileQuestions): FileOfKind {
  if (job !== undefined) return FILES[planFacts(job).about]
  return FILES[format === 'transactions' || (items !== undefined && qi === undefined) ? 'items' : 'columns']
}
