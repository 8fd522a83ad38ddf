/** Reads and validates a YAML or JSON document. Errors name position, rule, value and the nearest known key. */
import * as yaml from 'yaml'
import type * as z from 'zod'
import { didYouMean, type Fault, UserError, userError } from '../ground/errors.ts'
import { schemaParts, schemasUnder, withoutChoice } from './schema-places.ts'

export function readDocument<T extends z.ZodType>(text: string, name: string, schema: T): z.output<T> {
  const lines = new yaml.LineCounter()
  const document = parseYaml(text, name, lines)
  const fault = document.errors[0]
  if (fault !== undefined) {
    const { line, col } = lines.linePos(fault.pos[0])
    throw new UserError([
      { place: `${name}:${line}:${col}`, message: `is not valid YAML: ${fault.message}`, path: name, rule: 'file' },
    ])
  }
  refuseDoubleKeys(document, name, lines)
  const value = plainValue(document, name)
  if (value === null || typeof value !== 'object' || Array.isArray(value)) {
    const wrongFile = userError('file', name)
    throw wrongFile`${name} must be a mapping of keys such as data, columns, privacy, output; got ${describe(value)}`
  }
  // A document is parsed once, so compiling a parser for its schema costs more than it saves.
  const result = schema.safeParse(value, { jitless: true })
  const where = (path: Path): string => place(document, lines, name, path)
  if (result.success) {
    const lost = lostKey(value, result.data, [])
    if (lost === undefined) return result.data
    const path = lost.map(String).join('.')
    throw new UserError([{ place: where(lost), path, rule: 'known', message: `unknown key "${path}"; remove it` }])
  }
  throw new UserError(explain(result.error.issues, { root: value, schema, where }))
}

/** Characters; the YAML parser takes two microseconds and 200 bytes of memory per byte. */
const largestDocument = 500_000
const deepestDocument = 100

function parseYaml(text: string, name: string, lineCounter: yaml.LineCounter): yaml.Document.Parsed {
  const wrongFile = userError('file', name)
  if (text.length > largestDocument)
    throw wrongFile`${name} must have at most ${largestDocument} characters; got ${text.length}: put long lists of
      values into taxonomy files`
  if (isDeep(text))
    throw wrongFile`${name} is nested in more than ${deepestDocument} levels; a job has a few: write it flatter, or
      quote a text that has many brackets`
  // The parser's check for unique keys is quadratic: with 100,000 columns it takes minutes.
  return yaml.parseDocument(text, { lineCounter, prettyErrors: false, uniqueKeys: false })
}

function refuseDoubleKeys(document: yaml.Document, name: string, lines: yaml.LineCounter): void {
  yaml.visit(document, {
    Map(_, { items }) {
      const seen = new Set<string>()
      for (const { key } of items) {
        if (!yaml.isScalar(key)) continue
        const keyText = String(key.value)
        if (seen.has(keyText)) {
          const { line, col } = lines.linePos(key.range?.[0] ?? 0)
          const message = 'a key stands here twice; a column has one role, a setting one value: remove one of them'
          throw new UserError([{ place: `${name}:${line}:${col}`, message, path: name, rule: 'file' }])
        }
        seen.add(keyText)
      }
    },
  })
}

/** Uses the parser's iterative first stage; the recursive second one would overflow the stack. */
function isDeep(text: string): boolean {
  // A level needs a bracket, colon, dash or question mark; the 10 allow for the parser's initial levels.
  if ((text.match(/[[{:?-]/g)?.length ?? 0) < deepestDocument - 10) return false
  const parser = new yaml.Parser()
  for (const lexeme of new yaml.Lexer().lex(text)) {
    for (const _ of parser.next(lexeme));
    if (parser.stack.length > deepestDocument) return true
  }
  return false
}

/** The schema silently drops a key `__proto__` except in mappings with user-defined names. */
function lostKey(given: unknown, read: unknown, path: Path): Path | undefined {
  if (given === null || typeof given !== 'object' || read === null || typeof read !== 'object') return undefined
  for (const [key, value] of Object.entries(given)) {
    const keyPath = [...path, key]
    const lost = Object.hasOwn(read, key) ? lostKey(value, (read as Record<string, unknown>)[key], keyPath) : keyPath
    if (lost !== undefined) return lost
  }
  return undefined
}

function plainValue(document: yaml.Document, name: string): unknown {
  try {
    return document.toJS()
  } catch (error) {
    // An alias without its anchor, or nested aliases that would expand to something huge.
    throw new UserError(`${name} is not valid YAML: ${(error as Error).message}`, { path: name, rule: 'file' })
  }
}

type Path = readonly PropertyKey[]

interface Context {
  readonly root: unknown
  readonly schema: z.ZodType
  readonly where: (path: Path) => string
}

const MOST_LINES = 10

function explain(issues: readonly z.core.$ZodIssue[], context: Context): Fault[] {
  const faults = issues.slice(0, MOST_LINES).flatMap((issue) => explainOne(issue, context))
  const more = faults.length + Math.max(0, issues.length - MOST_LINES) - (MOST_LINES - 1)
  if (more <= 1) return faults
  return [...faults.slice(0, MOST_LINES - 1), { rule: 'value', message: `and ${more} more; fix these first` }]
}

function faultAt(path: Path, { where }: Context): (message: string, rule?: Fault['rule']) => Fault[] {
  const key = path.map(String).join('.')
  return (message, rule = 'value') => [{ place: where(path), path: key, rule, message: `${key}${message}` }]
}

function explainOne(issue: z.core.$ZodIssue, context: Context): Fault[] {
  const { root, schema, where } = context
  const key = issue.path.map(String).join('.')
  const got = valueAt(root, issue.path)
  const fault = faultAt(issue.path, context)
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys.map((unknown) => {
        const known = knownKeys(schema, issue.path)
        const hint = didYouMean(unknown, known) || (known.length > 0 ? `; known keys are ${known.join(', ')}` : '')
        const path = key === '' ? unknown : `${key}.${unknown}`
        return { place: where([...issue.path, unknown]), path, rule: 'known', message: `unknown key "${path}"${hint}` }
      })
    case 'invalid_type':
      if (got === undefined) return fault(` is missing; add it (${expected(issue.expected)})`, 'present')
      if (Array.isArray(got) && issue.path.at(-1) === 'role') return fault(twoRoles(got))
      return fault(` must be ${expected(issue.expected)}; got ${describe(got)}`)
    case 'invalid_value': {
      const choices = issue.values.map(String)
      if (got === undefined) return fault(` is missing; add it (${choices.join(', ')})`, 'present')
      if (Array.isArray(got) && issue.path.at(-1) === 'role') return fault(twoRoles(got))
      const hint = typeof got === 'string' ? didYouMean(got, choices) : ''
      const wanted = choices.length === 1 ? choices[0] : `one of ${choices.join(', ')}`
      return fault(` must be ${wanted}; got ${describe(got)}${hint}`)
    }
    case 'too_small':
      return fault(` must be ${minimumText(issue, isWhole(schema, issue.path))}; got ${describe(got)}`)
    case 'too_big': {
      const unit = issue.origin === 'string' ? ` character${issue.maximum === 1 ? '' : 's'}` : ''
      return fault(` must be at most ${issue.maximum}${unit}; got ${describe(got)}`)
    }
    case 'invalid_union':
      return explainUnion(issue, context)
    default:
      return fault(`: ${issue.message}; got ${describe(got)}`)
  }
}

/** For a union, reports the errors of the nearest branch: the one that accepts the value's type. */
function explainUnion(issue: z.core.$ZodIssueInvalidUnion, context: Context): Fault[] {
  const got = valueAt(context.root, issue.path)
  const branches = issue.errors.map((branch) =>
    branch.map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] }) as z.core.$ZodIssue),
  )
  const near = branches.find((branch) =>
    branch.every(
      (inner) => inner.path.length > issue.path.length || !['invalid_type', 'invalid_value'].includes(inner.code),
    ),
  )
  if (near !== undefined) return explain(near, context)
  const wanted = new Set(branches.flat().map(wantedBy))
  const choice = [...wanted].join(' or ')
  const fault = faultAt(issue.path, context)
  return got === undefined
    ? fault(` is missing; add it (${choice})`, 'present')
    : fault(` must be ${choice}; got ${describe(got)}`)
}

function wantedBy(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_type') return expected(issue.expected)
  return issue.code === 'invalid_value' ? issue.values.map(String).join(', ') : issue.message
}

function twoRoles(got: readonly unknown[]): string {
  return ` must be one role; got ${got.length} (${got.join(', ')}): a column has one role, choose it`
}

function minimumText(issue: z.core.$ZodIssueTooSmall, whole: boolean): string {
  if (issue.origin === 'string') return 'text that is not empty'
  if (issue.origin === 'array') return `a list of at least ${issue.minimum}`
  return `${whole ? 'a whole number' : 'a number'} ${issue.inclusive ? 'of at least' : 'above'} ${issue.minimum}`
}

function expected(type: string): string {
  const names: Record<string, string> = {
    int: 'a whole number',
    number: 'a number',
    string: 'text',
    object: 'a mapping',
    record: 'a mapping',
    array: 'a list',
    boolean: 'true or false',
  }
  return names[type] ?? type
}

function describe(value: unknown): string {
  if (value === undefined) return 'nothing'
  const text = typeof value === 'number' ? String(value) : JSON.stringify(value)
  return text.length > 80 ? `${text.slice(0, 77)}…` : text
}

function valueAt(root: unknown, path: Path): unknown {
  let value = root
  for (const key of path) {
    if (value === null || typeof value !== 'object' || !Object.hasOwn(value, key)) return undefined
    value = (value as Record<PropertyKey, unknown>)[key]
  }
  return value
}

function knownKeys(schema: z.ZodType, path: Path): string[] {
  const shapes = schemasAt(schema, path).map((part) => schemaParts(part).shape ?? {})
  return [...new Set(shapes.flatMap((shape) => Object.keys(shape)))]
}

function isWhole(schema: z.ZodType, path: Path): boolean {
  return schemasAt(schema, path).some((part) => (part as { isInt?: boolean }).isInt === true)
}

function schemasAt(schema: z.ZodType, path: Path): unknown[] {
  const under = (places: readonly unknown[], key: PropertyKey) =>
    places.flatMap((place) => schemasUnder(place, String(key)))
  return path.reduce<unknown[]>(under, withoutChoice(schema))
}

/** Returns `job.yaml:6:11` for the node at a path, or for its nearest ancestor. */
function place(document: yaml.Document, lines: yaml.LineCounter, name: string, path: Path): string {
  for (let length = path.length; length > 0; length--) {
    const parent = document.getIn(path.slice(0, length - 1), true)
    const key = path[length - 1]
    let offset: number | undefined
    if (yaml.isMap(parent)) {
      const pair = parent.items.find(
        (item) => String(yaml.isScalar(item.key) ? item.key.value : item.key) === String(key),
      )
      offset = (pair?.key as yaml.Node | undefined)?.range?.[0]
    } else if (yaml.isSeq(parent)) {
      offset = (parent.items[Number(key)] as yaml.Node | undefined)?.range?.[0]
    }
    if (offset !== undefined) {
      const { line, col } = lines.linePos(offset)
      return `${name}:${line}:${col}`
    }
  }
  return name
}
