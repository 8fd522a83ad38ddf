/**
 * The question that verification asks of a written file: a figure for every class, as a SELECT over what it has counted there, and which
 * figures break the promise. It is text only; `verification/` has the engine, and counts knowing nothing of the search.
 */
import type { Dialect, Sql } from '../sql/dialect.ts'

export interface ClassCheck {
  /** A SELECT with one row per class: `class`, its number, and `figure`. */
  figures(file: CountedFile): Sql
  /**
   * The figure as an aggregate over the rows of a class, where one aggregate can say it; `value` is a column's value, all that is missing being one.
   * Persons, where they are counted, are in the aggregate.
   */
  aggregate?(value: (column: string) => Sql): Sql
  /** The condition on a figure that breaks the promise. */
  breaks(figure: Sql): Sql
  /** Which figures are the worst: witnesses come worst first. */
  readonly worst: 'least' | 'most'
  /** What was counted, in plain words: "smallest class 12, asked 10". */
  found(counted: CountedFigures): string
  /** It compares classes with all rows: without the data, the file's own rows stand for them, and the verdict says so. */
  readonly comparesWithAll?: true
  /** Of the values of a class that breaks it, the place of the one to blame; absent when no single one is. */
  blame?(values: readonly ClassValue[]): number | undefined
}

/** What verification has counted, as FROM items that want a name (`AS c`). Suppressed rows are among the classes only where they must hold too. */
export interface CountedFile {
  readonly dialect: Dialect
  /** Rows of the data that the release was made from; where that is not known, of the file. */
  readonly rows: number
  /** `class`, `size`. */
  readonly classes: Sql
  /** What each class shows: `class` and a text for each quasi-identifier, in these columns; and the names of the quasi-identifiers. */
  readonly shown: { readonly classes: Sql; readonly columns: readonly Sql[]; readonly names: readonly string[] }
  /** Values of a column that occur in each class: `class`, `size` (of the class), `value`, `amount`, `share` (amount / size). */
  values(column: string): Sql
  /** Values of a column in all rows, suppressed ones too: `value`, `share`. */
  domain(column: string): Sql
  /**
   * People of the register who look like each class (`class`, `size`, `people`), and how many look like none. Where rows are suppressed, masked
   * or left out, these look like them: one more class (0 if the file does not have it), and nobody looks like none.
   */
  register(): { readonly classes: Sql; readonly strangers: number }
}

export interface CountedFigures {
  readonly classes: number
  readonly broken: number
  /** The worst figure of all; undefined when there is no class. */
  readonly worst: number | undefined
}

/** The worst figure in words, beside what is asked for, or behind what the classes do that break it. */
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
  /** Share in the class, and in all rows. */
  readonly share: number
  readonly overall: number
}
