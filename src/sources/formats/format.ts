/** The contract of a file format: names, first bytes, reading, and writing of releases. */
import type { Engine } from '../../engines/engine.ts'
import type { FileSink, FileSource } from '../../sql/dialect.ts'
import type { SourceRequest } from '../open-source.ts'

export interface FormatRecord {
  /** The word in `data.format` and `--format`. */
  readonly name: string
  /** The name in lists of formats, such as "json lines". */
  readonly title: string
  /** The choice in the studio, with a note. */
  readonly label: string
  readonly note?: string
  /** Completes "x.pdf is a PDF, not …". */
  readonly content: string
  /** Endings of the format, the usual one first. `.gz` may follow. */
  readonly endings: readonly string[]
  /** Ambiguous endings, read in this format by default. */
  readonly vagueEndings?: readonly string[]
  /** Delimited cells, lines or objects; absent for binary files. */
  readonly text?: 'delimited' | 'lines' | 'objects'
  /** The delimiter implied by the ending. */
  readonly delimiter?: string
  /** First bytes of the files; the reader of the format checks them itself. */
  readonly magic?: Signature
  /** Name of the format on a Spark cluster, if the cluster reads it. */
  readonly cluster?: string
  /** For `init`: whether a file with an unknown ending looks like this format. */
  looksLike?(file: string): boolean
  /** For `init`: adds the layout of the file to the request. */
  detect?(request: SourceRequest, file: string): SourceRequest
  /**
   * Describes the files as a source of the engine; first rewrites files that the engine cannot read into its folder.
   */
  read(files: readonly string[], request: SourceRequest, engine: Engine): Promise<ReadFiles>
  /** Throws if the file is truncated; returns a warning if it may be. */
  checkWhole?(file: string): Promise<string | undefined>
  /** Absent if the format is only read. */
  readonly write?: {
    /** The usual one first. */
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

/** The first bytes (latin-1) of a kind of file, and the remedy if it was mistaken for another. */
export interface Signature {
  readonly begins: string
  readonly named?: RegExp
  readonly kind: string
  readonly remedy: string
}
