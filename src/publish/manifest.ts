/**
 * The manifest beside a release: its origin, method, results and verification. It does not depend on the clock, so
 * equal jobs give equal bytes, and contains no value of the table.
 */

import type { BasketFigures, ItemsReport } from '../report/items-report.ts'
import type { Judgement } from '../report/judgement.ts'
import type { Report, RowFigures } from '../report/report.ts'
import type { Job } from '../table/job-schema.ts'
import type { Verification } from '../verification/verification.ts'
import type { FileDigest } from './hash-file.ts'

export interface Manifest {
  /** The purpose of the release, in the job's words. */
  readonly purpose?: string | undefined
  readonly versions: { readonly halftone: string; readonly engine: string }
  readonly seed: number
  readonly algorithm: string
  /**
   * The limit that ended the search: `work limit`, or `time limit`, after which another run may give another release.
   */
  readonly stopped?: string | undefined
  readonly options: Readonly<Record<string, unknown>>
  readonly goal: string
  readonly requirements: readonly { readonly name: string; readonly options: Readonly<Record<string, unknown>> }[]
  readonly suppressionLimit: number
  readonly columns: readonly { readonly name: string; readonly role: string }[]
  /** Only the private manifest has digests: with them, anyone who knows nearly all of a file could guess the rest. */
  readonly input: readonly (Partial<FileDigest> & { readonly name: string })[]
  /** `before`: a report's digest covers only the text before this line, since the date follows it. */
  readonly output: readonly (FileDigest & { readonly name: string; readonly before?: string })[]
  /** Private manifest only: paths of the outputs, relative to its folder. */
  readonly files?: readonly string[]
  /**
   * If there were too many combinations to count: the numeric columns that were binned, and the levels that others were
   * counted at.
   */
  readonly coarsened?:
    | {
        readonly combinations: number
        readonly columns: readonly string[]
        readonly bins: number
        readonly levels?: readonly { readonly column: string; readonly level: string }[] | undefined
      }
    | undefined
  /** If the release is a table: its name and database. */
  readonly table?: string | undefined
  readonly rows: RowFigures | BasketFigures
  readonly metrics: Readonly<Record<string, number>>
  readonly risk: { readonly before: Readonly<Record<string, number>>; readonly after: Readonly<Record<string, number>> }
  /** The reference of the metrics, if not all rows. */
  readonly figuresOver?: string
  readonly verification: Verification
  readonly judgement?: Judgement | undefined
  /** Private manifest only: the job, to inspect and repeat it. */
  readonly job?: AskedJob | undefined
  /** Private manifest only: the report as data. */
  readonly report?: Report | ItemsReport | undefined
}

export interface AskedJob {
  /** Name in errors. */
  readonly name: string
  /** Base of its paths, relative to the manifest's folder. */
  readonly folder: string
  readonly document: Job
}

export function manifestText(manifest: Manifest): string {
  return `${JSON.stringify({ halftone: 'manifest', version: 1, ...manifest }, null, 2)}\n`
}
