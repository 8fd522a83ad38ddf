/** Parses values of command line options. */
import { availableParallelism } from 'node:os'
import { InvalidArgumentError } from '@commander-js/extra-typings'

export function wholeNumber(text: string): number {
  const value = Number(text)
  if (!Number.isInteger(value) || value < 0 || text.trim() === '')
    throw new InvalidArgumentError(`must be a whole number; got "${text}".`)
  return value
}

export function anyNumber(text: string): number {
  const value = Number(text)
  if (!Number.isFinite(value) || text.trim() === '') throw new InvalidArgumentError(`must be a number; got "${text}".`)
  return value
}

/** Parses `512MB` or `4GB` into bytes. */
export function byteSize(text: string): number {
  const [, number, unit] = /^(\d+(?:\.\d+)?)\s*([KMGT])i?B$/i.exec(text) ?? []
  if (number === undefined) throw new InvalidArgumentError(`must be a size such as 512MB or 4GB; got "${text}".`)
  return Math.round(Number(number) * 1024 ** ('KMGT'.indexOf(unit.toUpperCase()) + 1))
}

/** Parses a number of folds from 2, or `5x2`. */
export function parseFolds(text: string): number | '5x2' {
  if (text === '5x2') return text
  const value = wholeNumber(text)
  if (value < 2) throw new InvalidArgumentError(`must be 5x2, or a whole number of at least 2; got "${text}".`)
  return value
}

/** Parses `a,b,c`, trimming spaces. Quote a name that contains a comma: `"a,b",c`. */
export function listOfNames(text: string): string[] {
  const names = [...text.matchAll(/\s*(?:"((?:[^"]|"")*)"\s*(?=,|$)|([^,]+))/g)]
    .map(([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain.trim())
    .filter((name) => name !== '')
  if (names.length === 0) throw new InvalidArgumentError('must be column names separated by commas.')
  return names
}

export function defaultThreads(): number {
  return availableParallelism()
}
