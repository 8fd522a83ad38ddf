/** The manifest beside a release. Equal jobs give equal bytes, and it contains no value of the table. */
import type { FileDigest } from '../ground/hash-file.ts'
import type { Asked, BasketFigures, ItemsReport, Report, RowFigures } from '../report/report.ts'
import type { Job } from '../table/job-schema.ts'
import type { Verification } from '../verification/verification.ts'

export interface Manifest
  extends Pick<Asked, 'seed' | 'algorithm' | 'options' | 'goal' | 'suppressionLimit'>,
    Pick<Report, 'judgement' | 'history' | 'attack'> {
  readonly purpose?: string | undefined
  readonly versions: { readonly halftone: string; readonly engine: string }
  /** `work limit`, or `time limit`, after which another run may give another release. */
  readonly stopped?: string | undefined
  readonly requirements: readonly { readonly name: string; readonly options: Readonly<Record<string, unknown>> }[]
  readonly columns: readonly { readonly name: string; readonly role: string }[]
  /** Private manifest only: with digests, anyone who knows nearly all of a file could guess the rest. */
  readonly input: readonly (Partial<FileDigest> & { readonly name: string; readonly snapshot?: string | undefined })[]
  /** `before`: a report's digest covers only the text before this line, since the date follows it. */
  readonly output: readonly (FileDigest & { readonly name: string; readonly before?: string })[]
  readonly files?: readonly string[]
  /** If there were too many combinations: the binned numeric columns, and the levels of others. */
  readonly coarsened?:
    | {
        readonly combinations: number
        readonly columns: readonly string[]
        readonly bins: number
        readonly levels?: readonly { readonly column: string; readonly level: string }[] | undefined
      }
    | undefined
  readonly table?: string | undefined
  readonly rows: RowFigures | BasketFigures
  readonly metrics: Readonly<Record<string, number>>
  readonly risk: { readonly before: Readonly<Record<string, number>>; readonly after: Readonly<Record<string, number>> }
  readonly figuresOver?: string
  readonly verification: Verification
  readonly job?: AskedJob | undefined
  readonly report?: Report | ItemsReport | undefined
}

export interface AskedJob {
  readonly name: string
  readonly folder: string
  readonly document: Job
}

export function manifestText(manifest: Manifest): string {
  return `${JSON.stringify({ halftone: 'manifest', version: 1, ...manifest }, null, 2)}\n`
}
