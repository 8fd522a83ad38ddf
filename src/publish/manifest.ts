/**
 * The manifest beside a release: how it was made, from what, what came out, and that it was verified. Nothing in it depends on the
 * clock, so the same job gives the same bytes, and nothing in it is a value of the table.
 */

import type { BasketFigures, ItemsReport } from '../report/items-report.ts'
import type { Judgement } from '../report/judgement.ts'
import type { Report, RowFigures } from '../report/report.ts'
import type { Job } from '../table/job-schema.ts'
import type { Verification } from '../verification/verification.ts'
import type { FileDigest } from './hash-file.ts'

export interface Manifest {
  /** What the release is for, in the job's words. */
  readonly purpose?: string | undefined
  readonly versions: { readonly halftone: string; readonly engine: string }
  readonly seed: number
  readonly algorithm: string
  /** The limit that ended the search: `work limit`, or `time limit`, after which another run may give another release. */
  readonly stopped?: string | undefined
  readonly options: Readonly<Record<string, unknown>>
  readonly goal: string
  readonly requirements: readonly { readonly name: string; readonly options: Readonly<Record<string, unknown>> }[]
  readonly suppressionLimit: number
  readonly columns: readonly { readonly name: string; readonly role: string }[]
  /** Digests are in the private manifest alone: whoever knows nearly all of a file finds the rest by guessing. */
  readonly input: readonly (Partial<FileDigest> & { readonly name: string })[]
  /** The digest of a report is that of what stands before a line of it, behind which the day stands. */
  readonly output: readonly (FileDigest & { readonly name: string; readonly before?: string })[]
  /** Of the private manifest: where the outputs lie, from its own folder. */
  readonly files?: readonly string[]
  /** Where there were more combinations than are counted: the numeric columns that were cut into bins for it, and the levels that others were counted by. */
  readonly coarsened?:
    | {
        readonly combinations: number
        readonly columns: readonly string[]
        readonly bins: number
        readonly levels?: readonly { readonly column: string; readonly level: string }[] | undefined
      }
    | undefined
  /** Where the release is a table: which, and of which database. */
  readonly table?: string | undefined
  readonly rows: RowFigures | BasketFigures
  readonly metrics: Readonly<Record<string, number>>
  readonly risk: { readonly before: Readonly<Record<string, number>>; readonly after: Readonly<Record<string, number>> }
  /** What the metrics are measured against, where it is not all rows. */
  readonly figuresOver?: string
  readonly verification: Verification
  readonly judgement?: Judgement | undefined
  /** Of the private manifest: the job as it was asked for, with which it can be looked at and run again. */
  readonly job?: AskedJob | undefined
  /** Of the private manifest: the report as data. */
  readonly report?: Report | ItemsReport | undefined
}

export interface AskedJob {
  /** What errors call it. */
  readonly name: string
  /** Where its paths start, from the folder of the manifest. */
  readonly folder: string
  readonly document: Job
}

export function manifestText(manifest: Manifest): string {
  return `${JSON.stringify({ halftone: 'manifest', version: 1, ...manifest }, null, 2)}\n`
}
