/** A table of a source: what is asked for, and the handle to its rows. */
import type { Engine, SourceColumn } from '../engines/engine.ts'
import { didYouMean, listedNames, userError } from '../ground/errors.ts'
import type { FileSource, Source, Sql } from '../sql/dialect.ts'
import type { DerivedScan } from '../sql/scans.ts'
import type { CsvHints } from './csv-dialect.ts'

export interface SourceRequest extends CsvHints {
  readonly source: string | readonly string[]
  /** `transactions`: one line per person, in one column named by `header` or `items`. */
  readonly format?: string
  /** For a database: a table or a SELECT, and columns that order the rows (default: the primary key). */
  readonly table?: string
  readonly query?: string
  readonly path?: string
  readonly key?: readonly string[]
  readonly sheet?: string
  readonly numbers?: FileSource['numbers']
  readonly marked?: boolean | undefined
  /** Columns that are computed from those of the source. */
  readonly derived?: Pick<DerivedScan, 'columns' | 'missingValues'> | undefined
  readonly joined?: JoinedItems | undefined
  readonly base: string
  /** From the command line: messages name its options. */
  readonly typed?: boolean
  /** The file to which `receive` wrote standard input. */
  readonly received?: string
  /** A file that we have just written: private and complete. */
  readonly ours?: boolean
}

/** A handle to rows in an engine. */
export interface Table {
  readonly engine: Engine
  readonly source: Source
  readonly files: readonly string[]
  /** Files that were copied from an object store or a lake. */
  readonly copied?: readonly CopiedFile[]
  readonly name: string
  readonly columns: readonly SourceColumn[]
  readonly warnings: readonly string[]
}

export function requireColumn(table: Table, name: string, asked: string): SourceColumn {
  const found = table.columns.find((column) => column.name === name)
  if (found !== undefined) return found
  const names = table.columns.map((column) => column.name)
  throw userError('known', `columns.${name}`)`${asked} names a column "${name}" that ${table.name} does not
    have${didYouMean(name, names) || `; it has ${listedNames(names)}`}`
}

export interface JoinedItems {
  /** The column of items in the second file. */
  readonly column: string
  readonly file: string
  readonly per: string
}

export type CopiedFile = Pick<PinnedFile, 'address' | 'snapshot'> & { readonly file: string }

export interface PinnedFile {
  readonly address: string
  readonly snapshot?: string
  readonly name: string
  /** The rows, copied as a typed table; the object's bytes are copied when absent. */
  readonly rows?: Sql
  readonly close?: Sql
}
