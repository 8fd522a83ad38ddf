/** The contract of a file format: how its files are named, how they begin, how they are read, and how a release is written. */
import type { Engine } from '../../engines/engine.ts'
import type { FileSink, FileSource } from '../../sql/dialect.ts'
import type { SourceRequest } from '../open-source.ts'

export interface FormatRecord {
  /** The word in `data.format` and `--format`. */
  readonly name: string
  /** The name in lists of formats, such as "json lines". */
  readonly title: string
  /** The choice in the studio, with a note beside it. */
  readonly label: string
  readonly note?: string
  /** Completes "x.pdf is a PDF, not …". */
  readonly content: string
  /** Endings that tell the format, the usual one first. `.gz` may follow. */
  readonly endings: readonly string[]
  /** Endings of files that may hold anything, and are read in this format unless the request says otherwise. */
  readonly vagueEndings?: readonly string[]
  /** Text of cells between delimiters, of lines, or of objects; absent for binary files. */
  readonly text?: 'delimited' | 'lines' | 'objects'
  /** The delimiter that the ending promises. */
  readonly delimiter?: string
  /** First bytes of the files. The reader of such a format recognizes them itself. */
  readonly magic?: Signature
  /** The name of the format on a Spark cluster, if the cluster reads it. */
  readonly cluster?: string
  /** For `init`: whether a file without a telling ending looks like this format. */
  looksLike?(file: string): boolean
  /** For `init`: completes a request that says nothing about the layout of the file. */
  detect?(request: SourceRequest, file: string): SourceRequest
  /** Describes the files as a source of the engine. Files the engine cannot read are rewritten into its folder first. */
  read(files: readonly string[], request: SourceRequest, engine: Engine): Promise<ReadFiles>
  /** Refuses a file that was cut off; returns a warning about one that may have been. */
  checkWhole?(file: string): Promise<string | undefined>
  /** How a release is written; absent if the format is only read. */
  readonly write?: {
    /** Endings of releases, the usual one first. */
    readonly endings: readonly string[]
    /** Whether `.gz` may follow. */
    readonly gzip?: boolean
    readonly sink: Pick<FileSink, 'format' | 'delimiter' | 'options' | 'make'>
  }
}

export interface ReadFiles {
  readonly source: FileSource
  readonly warnings: readonly string[]
}

/** The first bytes (latin-1) of a kind of file, with the remedy if such a file was taken for another. */
export interface Signature {
  readonly begins: string
  readonly named?: RegExp
  readonly kind: string
  readonly remedy: string
}
