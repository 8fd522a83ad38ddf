/**
 * Parses Spark Connect addresses: `sc://host:15002/;use_ssl=true;user_id=ann`. A token comes only from the environment,
 * so that no job file, manifest or process list shows it. Connections to other machines are encrypted by default.
 * Settings that start with `x-` are sent as headers: Databricks names the cluster that way.
 */
import { UserError } from '../../ground/errors.ts'

export interface SparkAddress {
  readonly target: string
  readonly tls: boolean
  readonly user: string
  readonly session?: string | undefined
  readonly token?: string | undefined
  readonly headers: Readonly<Record<string, string>>
}

/** The name used by Spark's own clients. */
export const TOKEN_VARIABLE = 'SPARK_CONNECT_AUTHENTICATE_TOKEN'

export function readAddress(address: string, environment: Readonly<Record<string, string | undefined>>): SparkAddress {
  const found = /^sc:\/\/([^/;@]+)(?:\/;?(.*))?$/i.exec(address)
  const bad = (rule: string) => new UserError(`data.source ${rule}`, { path: 'data.source', rule: 'value' })
  if (found === null) throw bad('must be an address such as sc://spark.example:15002')
  const [, place, rest = ''] = found
  const settings = new Map(
    rest
      .split(';')
      .filter((part) => part !== '')
      .map((part) => {
        const at = part.indexOf('=')
        return [part.slice(0, at < 0 ? undefined : at).toLowerCase(), at < 0 ? '' : part.slice(at + 1)] as const
      }),
  )
  if (settings.has('token')) throw bad(`has a token in the address of ${place}; remove it, and set ${TOKEN_VARIABLE}`)
  const further = [...settings].filter(([name]) => name.startsWith('x-'))
  const headers = Object.fromEntries(further.map(([name, value]) => [name, decoded(value)]))
  const wrong = Object.entries(headers).find(
    ([name, value]) => !/^[a-z0-9-]+(?<!-bin)$/.test(name) || !/^[\x21-\x7e]+$/.test(value),
  )
  if (wrong !== undefined)
    throw bad(
      `has a setting in the address of ${place} that cannot be a header; write x- and letters, ` +
        'and a value without spaces, such as ;x-databricks-cluster-id=ID',
    )
  const known = ['use_ssl', 'user_id', 'session_id', ...Object.keys(headers)]
  const unknown = [...settings.keys()].find((name) => !known.includes(name))
  if (unknown !== undefined)
    throw bad(
      `has a setting "${unknown}" in the address of ${place}; ` +
        'it may have use_ssl, user_id, session_id, and headers such as x-databricks-cluster-id',
    )
  const session = settings.get('session_id')
  if (session !== undefined && !/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(session))
    throw bad(
      `has a session_id in the address of ${place} that is no UUID; ` +
        'write one such as 00112233-4455-6677-8899-aabbccddeeff, or remove it',
    )
  const here = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/i.test(place)
  const tls = settings.has('use_ssl') ? settings.get('use_ssl') === 'true' : !here
  const token = environment[TOKEN_VARIABLE]
  const secret = token === undefined ? Object.keys(headers)[0] : TOKEN_VARIABLE
  if (secret !== undefined && !tls && !here)
    throw bad(
      `asks for no encryption, and ${secret} would travel to ${place} readable by all; remove it or use_ssl=false`,
    )
  return {
    target: /:\d+$/.test(place) ? place : `${place}:15002`,
    tls,
    user: settings.get('user_id') ?? 'halftone',
    session,
    token,
    headers,
  }
}

/** Undoes percent-encoding, as Spark's own clients do. */
function decoded(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}
