/** Checks a job's settings for pseudonyms and shifted dates without the data. */
import { resolve } from 'node:path'
import { didYouMean, UserError, userError } from '../ground/errors.ts'
import type { KeptColumn, KeptKeyed } from '../recoding/recoding.ts'
import { PSEUDONYM_FORMATS } from '../sql/keyed.ts'
import type { PseudonymColumn, PseudonymFormat, ShiftedColumn } from '../sql/scans.ts'
import type { Role } from '../table/column.ts'
import type { JobColumn } from '../table/job-schema.ts'
import { DEFAULT_KEY } from './key-file.ts'

const wrongKey = userError('present', '--key')

export type PlannedKeyed = PlannedPseudonym | PlannedShift

interface Keyed {
  readonly key: string
  readonly named: string
  /** Pseudonyms of different scopes cannot be linked. */
  readonly scope: string
  /** From an earlier release, which needs this key. */
  readonly fingerprint?: string | undefined
}

export interface PlannedPseudonym extends Keyed, Pick<PseudonymColumn, 'kind' | 'format' | 'length'> {}

export interface PlannedShift extends Keyed, Pick<ShiftedColumn, 'kind' | 'by' | 'days' | 'format'> {}

type KeyedSettings = Pick<JobColumn, 'role' | 'format' | 'key' | 'scope' | 'length' | 'shift'>

const formats = Object.keys(PSEUDONYM_FORMATS) as readonly PseudonymFormat[]

const shiftable: readonly Role[] = ['other', 'sensitive']

export function planKeyed(
  name: string,
  columns: Readonly<Record<string, KeyedSettings>>,
  base: string,
): PlannedKeyed | undefined {
  const settings = columns[name]
  const path = `columns.${name}`
  const wrongFormat = userError('known', `${path}.format`)
  const wrongLength = userError('value', `${path}.length`)
  const unknownPerson = userError('known', `${path}.shift.by`)
  const wrongPerson = userError('together', `${path}.shift.by`)
  const { role, shift } = settings
  if (role !== 'pseudonym') refuseKeys(name, settings)
  if (role === 'pseudonym') {
    if (shift !== undefined) refuseShift(name, role)
    const { format = 'hex', scope = '' } = settings
    const known = formats.find((candidate) => candidate === format)
    if (known === undefined)
      throw wrongFormat`the pseudonyms of column "${name}" may have the format ${formats.join(', ')}; got
        "${format}"${didYouMean(format, formats)}`
    const { shortest, longest, unit, default: usual } = PSEUDONYM_FORMATS[known]
    const { length = usual } = settings
    if (length < shortest || length > longest)
      throw wrongLength`the pseudonyms of column "${name}" may have ${shortest} to ${longest} ${unit}; got ${length}`
    return { kind: 'pseudonym', ...resolveKey(settings, base), scope, format: known, length }
  }
  if (shift === undefined) return undefined
  if (!shiftable.includes(role)) refuseShift(name, role)
  if (shift.by === name) throw wrongPerson`column "${name}" cannot be shifted by itself; name the column of the person`
  const person = Object.hasOwn(columns, shift.by) ? columns[shift.by] : undefined
  if (person === undefined)
    throw unknownPerson`the dates of column "${name}" are shifted by "${shift.by}", which the job does not
      name${didYouMean(shift.by, Object.keys(columns)) || '; give it the role pseudonym or identifier'}`
  // Defaults to the person's key, so that all dates of one person shift alike.
  const keySettings = settings.key === undefined && person.role === 'pseudonym' ? person : settings
  return {
    kind: 'shift',
    ...resolveKey(keySettings, base),
    scope: settings.scope ?? (person.role === 'pseudonym' ? (person.scope ?? '') : ''),
    by: shift.by,
    days: shift.days,
    format: settings.format,
  }
}

function resolveKey({ key = DEFAULT_KEY }: KeyedSettings, base: string): Pick<Keyed, 'key' | 'named'> {
  return { key: resolve(base, key), named: key }
}

function refuseKeys(name: string, settings: KeyedSettings): void {
  const allowed = settings.shift === undefined ? [] : ['key', 'scope']
  const stray = (['key', 'scope', 'length'] as const).find(
    (key) => settings[key] !== undefined && !allowed.includes(key),
  )
  if (stray === undefined) return
  const wrongRole = userError('together', `columns.${name}`)
  throw wrongRole`column "${name}" has ${stray}, which only a pseudonym has, but its role is ${settings.role}; remove
    it, or give it role: pseudonym`
}

function refuseShift(name: string, role: Role): never {
  const why =
    role === 'quasi-identifier'
      ? 'a quasi-identifier is made coarser until nobody can be picked out by its true value; shifted dates ' +
        'would be counted as if others knew them. Remove shift (levels: [month, year] makes dates coarser), or ' +
        'give it role: other or sensitive'
      : `dates of role ${shiftable.join(' or ')} may be shifted, and its role is ${role}; remove shift, or ` +
        'change the role'
  throw new UserError(`column "${name}" cannot have shift: ${why}`, { path: `columns.${name}.shift`, rule: 'together' })
}

export function keyedText(keyed: PlannedKeyed): string {
  return keyed.kind === 'pseudonym'
    ? `pseudonyms of ${keyed.length} ${keyed.format === 'hex' ? 'hexadecimal digits' : keyed.format}`
    : `dates shifted by up to ${keyed.days} days for each ${keyed.by}`
}

export function keptKeyed(
  { key: _, named: _named, ...settings }: PlannedKeyed,
  fingerprint: string | undefined,
): KeptKeyed {
  return { ...settings, fingerprint: fingerprint ?? settings.fingerprint }
}

/** Returns the keyed columns of an earlier release, to be repeated with the key of the request or of the job. */
export function keyedAgain(
  keptColumns: readonly KeptColumn[],
  {
    name,
    key,
    job,
    keep = [],
  }: {
    readonly name: string
    readonly key?: string | undefined
    readonly job?: PlannedColumns | undefined
    readonly keep?: readonly string[] | undefined
  },
): { readonly name: string; readonly role: KeptColumn['role']; readonly keyed: PlannedKeyed }[] {
  return keptColumns.flatMap(({ column, role, keyed }) => {
    if (keyed === undefined) return []
    const jobColumn = job?.columns.find((planned) => planned.name === column)
    const wrongColumn = userError('together', `columns.${column}`)
    if (keep.includes(column) || (jobColumn !== undefined && jobColumn.keyed?.kind !== keyed.kind))
      throw wrongColumn`column "${column}" is released as
        ${keyed.kind === 'pseudonym' ? 'a pseudonym' : 'shifted dates'} by ${name}, and
        ${jobColumn === undefined || keep.includes(column) ? '--keep' : job?.name} would release it as it is; leave that
        out, or run the job on the new data`
    const file = key === undefined ? jobColumn?.keyed?.key : resolve(key)
    if (file === undefined)
      throw wrongKey`column "${column}" needs the key that ${name} was made with; give it with --key FILE, or the job
        with --job`
    return [{ name: column, role, keyed: { ...keyed, key: file, named: key ?? jobColumn?.keyed?.named ?? file } }]
  })
}

interface PlannedColumns {
  readonly name: string
  readonly columns: readonly { readonly name: string; readonly keyed?: PlannedKeyed | undefined }[]
}
