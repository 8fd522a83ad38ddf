/** Questions that verify and risk ask of a file. */
import type { Plan } from '../src/plan/read-plan.ts'
import type { VerifyRequest } from '../src/tasks/verify.ts'
import type { Answer } from './command.ts'
import type { FileOptions } from './source-options.ts'

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

export type BasketOptions = FileOptions & {
  readonly items?: string | undefined
  readonly separator?: string | undefined
  readonly per?: string | undefined
  readonly recoding?: string | undefined
}
