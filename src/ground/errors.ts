/** The kinds of error. A message names thing, rule, value and remedy: `k must be a whole number; got 1.5: …`. */
import { prose } from './format.ts'

/** Stable codes, printed after each message and as `code` in `--json`. The first six are rules. */
export const ERROR_CODES = {
  known: { code: 'HT101', meaning: 'A name must be one of those that there are.' },
  present: { code: 'HT102', meaning: 'Something must be given.' },
  value: { code: 'HT103', meaning: 'A value must be of its type and in its range.' },
  together: { code: 'HT104', meaning: 'Two settings must fit together.' },
  file: { code: 'HT201', meaning: 'A file must be there, readable or free to be written, and of its form.' },
  data: { code: 'HT301', meaning: 'The data must be such that the job can be done with it.' },
  request: { code: 'HT100', meaning: 'What was asked for cannot be done as it is; the message says why.' },
  use: { code: 'HT110', meaning: 'Unknown command, option or value.' },
  disk: { code: 'HT202', meaning: 'The disk or the system refused to read or write.' },
  cancelled: { code: 'HT130', meaning: 'A person or a signal asked to stop.' },
  internal: { code: 'HT900', meaning: 'A promise of our own code is broken: please report it.' },
} as const

export type Rule = 'known' | 'present' | 'value' | 'together' | 'file' | 'data'

export interface Fault {
  readonly message: string
  /** A key of the job (`privacy.k`, `columns.age.taxonomy`), a column (`columns.age`), or a file. */
  readonly path?: string | undefined
  readonly rule?: Rule | undefined
  readonly place?: string | undefined
  readonly values?: readonly DataValue[] | undefined
}

/** An error that the user can fix: a wrong file, key or value. The command line exits with 2. */
export class UserError extends Error {
  override readonly name = 'UserError'
  readonly faults: readonly Fault[]

  constructor(wrong: string, about: Pick<Fault, 'path' | 'values'> & { readonly rule: Rule } & ErrorOptions)
  constructor(faults: readonly Fault[], options?: ErrorOptions)
  constructor(wrong: string | readonly Fault[], { cause, ...about }: Omit<Fault, 'message'> & ErrorOptions = {}) {
    const faults = typeof wrong === 'string' ? [{ message: wrong, ...about }] : wrong
    super(faults.map(({ place, message }) => (place === undefined ? message : `${place} ${message}`)).join('\n'), {
      cause,
    })
    this.faults = faults
  }

  get path(): string | undefined {
    return this.faults[0]?.path
  }

  get rule(): Rule | undefined {
    return this.faults[0]?.rule
  }

  get values(): readonly DataValue[] {
    return this.faults.flatMap(({ values = [] }) => values)
  }

  get code(): string {
    return faultCode(this.faults[0])
  }
}

/** Template tag: `const wrongValue = userError('value', 'privacy.k')`, throw wrongValue`k must be at least 2`. */
export function userError(rule: Rule, path?: string, cause?: unknown) {
  return (sentence: TemplateStringsArray, ...parts: readonly unknown[]): UserError => {
    const masks = parts.filter((part) => part instanceof DataValue)
    const values = masks.length === 0 ? undefined : masks
    return new UserError(prose(sentence, ...parts), { path, rule, cause, values })
  }
}

export function faultCode(fault: Pick<Fault, 'rule'> | undefined): string {
  return ERROR_CODES[fault?.rule ?? 'request'].code
}

export function naming(thing: string, { message, path, rule, values, cause }: UserError): UserError {
  return new UserError([{ message: `${thing}: ${message}`, path, rule, values }], { cause })
}

/** Runs `work`; errors without a path get `path`. */
export function within<T>(path: string, work: () => T, rule?: Rule): T {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof UserError)) throw error
    const faults = error.faults.map((fault) => ({ path, rule, ...withoutUndefined(fault) }))
    throw new UserError(faults, { cause: error.cause })
  }
}

/** Runs `work`, then closes `used`. If both fail, throws the error of the work plus the faults of closing. */
export async function closingAfter<T>(used: { close(): Promise<void> }, work: () => Promise<T>): Promise<T> {
  let result: T
  try {
    result = await work()
  } catch (error) {
    const left = await used.close().catch((failure: unknown) => failure)
    // After an engine has died, every call fails: only the error of closing says why.
    if (error instanceof InternalError && left instanceof UserError) throw left
    if (!(error instanceof UserError && left instanceof UserError)) throw error
    const { message, path, rule } = error
    const values = [...error.values, ...left.values]
    throw new UserError([{ message: `${message}; ${left.message}`, path, rule, values }], { cause: error.cause })
  }
  await used.close()
  return result
}

export function withoutUndefined<T extends object>(values: T): T {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as T
}

export class InternalError extends Error {
  override readonly name = 'InternalError'
}

export class CancelledError extends Error {
  override readonly name = 'CancelledError'
  constructor(message = 'cancelled') {
    super(message)
  }
}

export function throwIfCancelled(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw new CancelledError()
}

/**
 * A data value in a message. Converts to masked text (its beginning and length), so logs, JSON and stack traces never
 * show it; `withValues` shows it on request.
 */
export class DataValue {
  readonly #value: string

  constructor(value: string) {
    this.#value = value
  }

  toString(): string {
    const letters = Array.from(this.#value)
    const start = JSON.stringify(`${letters.length > 2 ? letters[0] : ''}…`)
    return `${start} (${letters.length === 1 ? '1 character' : `${letters.length} characters`})`
  }

  toJSON(): string {
    return this.toString()
  }

  unmasked(): string {
    return JSON.stringify(this.#value)
  }
}

export function masked(value: string): DataValue {
  return new DataValue(value)
}

export function withValues({ message, values = [] }: Fault): string {
  let shown = ''
  let rest = message
  for (const value of values) {
    const mask = String(value)
    const start = rest.indexOf(mask)
    if (start < 0) continue
    shown += rest.slice(0, start) + value.unmasked()
    rest = rest.slice(start + mask.length)
  }
  return shown + rest
}

export function listedNames(names: readonly string[], most = 30): string {
  const shown = names
    .slice(0, most)
    .map((name) => (name.length > longestName ? `${name.slice(0, longestName)}…` : name))
    .join(', ')
  return names.length > most ? `${shown} and ${names.length - most} more` : shown
}

const longestName = 200

export function nearestName(name: string, known: readonly string[]): string | undefined {
  let best: string | undefined
  let bestDistance = Math.max(2, Math.floor(name.length / 3)) + 1
  if (name.length > longestName) return undefined
  for (const candidate of known) {
    if (Math.abs(candidate.length - name.length) >= bestDistance) continue
    const distance = editDistance(name.toLowerCase(), candidate.toLowerCase())
    if (distance < bestDistance) {
      best = candidate
      bestDistance = distance
    }
  }
  return best
}

export function didYouMean(name: string, known: readonly string[]): string {
  const nearest = nearestName(name, known)
  return nearest === undefined ? '' : `; did you mean "${nearest}"?`
}

/** Optimal string alignment: counts insertions, deletions, replacements and swaps of neighbouring letters. */
function editDistance(a: string, b: string): number {
  let beforePrevious: number[] = []
  let previous = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const current = [i]
    for (let j = 1; j <= b.length; j++) {
      const replaced = previous[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1)
      current[j] = Math.min(previous[j] + 1, current[j - 1] + 1, replaced)
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        current[j] = Math.min(current[j], beforePrevious[j - 2] + 1)
    }
    beforePrevious = previous
    previous = current
  }
  return previous[b.length]
}

export function namesInWords(names: readonly string[], last = 'and'): string {
  return names.length < 2 ? names.join() : `${names.slice(0, -1).join(', ')} ${last} ${names.at(-1)}`
}
