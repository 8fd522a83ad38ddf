/** The contract of a file format: names, first bytes, reading, and writing of releases. */
import type { Engine } from '../../engines/engine.ts'
import type { FileSink, FileSource } from '../../sql/dialect.ts'
import type { SourceRequest } from '../table.ts'

export interface FormatRecord {
  readonly name: string
  /** The name in lists of formats, such as "json lines". */
  readonly title: string
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
  readonly delimiter?: string
  readonly magic?: Signature
  readonly cluster?: string
  /** For `init`: whether a file with an unknown ending looks like this format. */
  looksLike?(file: string): boolean
  /** For `init`: adds the layout of the file to the request. */
  detect?(request: SourceRequest, file: string): SourceRequest
  /** Describes the files as a source of the engine; rewrites files that the engine cannot read. */
  read(files: readonly string[], request: SourceRequest, engine: Engine): Promise<ReadFiles>
  /** Throws if the file is truncated; returns a warning if it may be. Compressed text is unpacked to `into`. */
  checkWhole?(file: string, into?: string): Promise<string | undefined>
  readonly write?: {
    readonly endings: readonly string[]
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
