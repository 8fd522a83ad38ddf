/** The check of a written file: a SELECT with a figure per class, and the figures that break the promise. */
import type { Dialect, Sql } from '../sql/dialect.ts'

export interface ClassCheck {
  /** A SELECT with one row per class: `class`, its number, and `figure`. */
  figures(file: CountedFile): Sql
  /**
   * The figure as an aggregate over the rows of a class, if one suffices. `value` merges all missing values; `count`
   * is the number of rows of the row's class, or of all; with a column only those with the row's value.
   */
  aggregate?(value: (column: string) => Sql, count: (within: 'class' | 'all', column?: string) => Sql): Sql
  breaks(figure: Sql): Sql
  readonly worst: 'least' | 'most'
  /** The result in words: "smallest class 12, asked 10". */
  found(counted: CountedFigures): string
  /** Compares classes with all rows. Without the data, it uses the file's rows, and the verdict says so. */
  readonly comparesWithAll?: true
  /** Index of the value that breaks the class; undefined if no single one does. */
  blame?(values: readonly ClassValue[]): number | undefined
}

/** Verification's counts as FROM items that need an alias. Includes suppressed rows only if they must hold too. */
export interface CountedFile {
  readonly dialect: Dialect
  /** Rows of the original data; of the file if unknown. */
  readonly rows: number
  readonly classes: Sql
  /** Released labels: `class`, and a text per quasi-identifier in `columns`, with their `names`. */
  readonly shown: { readonly classes: Sql; readonly columns: readonly Sql[]; readonly names: readonly string[] }
  /** Values in each class: `class`, `size` (of the class), `value`, `amount`, `share` (amount / size). */
  values(column: string): Sql
  /** Values in all rows, including suppressed ones: `value`, `share`. */
  domain(column: string): Sql
  /**
   * People of the register who match each class (`class`, `size`, `people`), and how many match none. With suppressed
   * rows, the latter match these: one more class (0 if the file lacks it), and nobody is left.
   */
  register(): { readonly classes: Sql; readonly strangers: number }
}

export interface CountedFigures {
  readonly classes: number
  readonly broken: number
  readonly worst: number | undefined
}

export function foundText(
  { classes, broken, worst }: CountedFigures,
  inWords: (worst: number) => string,
  breach: string,
  asked?: number | string,
): string {
  const text = worst === undefined ? 'no classes' : inWords(worst)
  if (broken > 0) return `${broken} of ${classes} classes ${breach}; ${text}`
  return asked === undefined ? text : `${text}, asked ${asked}`
}

export interface ClassValue {
  readonly value: string
  readonly share: number
  readonly overall: number
}
