/**
 * Publishes a release as a PostgreSQL table. It is staged in the transaction that verifies it, and renamed just before
 * the commit: nobody sees it earlier, and a lost connection leaves nothing behind.
 */
import { randomBytes } from 'node:crypto'
import { UserError, userError } from '../../ground/errors.ts'
import { join, type Sql, sql } from '../../sql/dialect.ts'
import { postgresDialect } from '../../sql/postgres.ts'
import type { EngineRun, EngineTarget, TargetRequest } from '../engine.ts'

const wrongPath = userError('together', 'output.path')

export interface TargetSession {
  ask(statement: Sql, run?: EngineRun): Promise<readonly (readonly (string | null)[])[]>
  commit(): Promise<void>
}

const { identifier, literal } = postgresDialect

const RIGHTS: ReadonlyMap<string, Sql> = new Map(
  [sql`SELECT`, sql`INSERT`, sql`UPDATE`, sql`DELETE`, sql`TRUNCATE`, sql`REFERENCES`, sql`TRIGGER`, sql`MAINTAIN`].map(
    (right) => [right, right],
  ),
)

export async function openTargetTable(session: TargetSession, request: TargetRequest): Promise<EngineTarget> {
  const { table, force, path } = request
  if (path !== undefined)
    throw wrongPath`output.path is a folder of a Spark cluster; PostgreSQL has tables: name output.table`
  if (table.length > 2) throw refusal(`must be a table of this database, such as public.people; got ${table.join('.')}`)
  const [[current]] = await session.ask(sql`SELECT current_schema()`)
  const [schema, name] = table.length === 2 ? table : [current ?? 'public', table[0]]
  const place = identifier(schema, name)
  await requireSchema(session, schema)
  const there = await existing(session, schema, name)
  if (there !== undefined && !force)
    throw refusal(`${schema}.${name} exists already; remove it, choose another name, or add --force to replace it`)
  if (there !== undefined && there.kind !== 'r')
    throw refusal(`${schema}.${name} is there and no plain table, so that it is not replaced; choose another name`)
  if (there !== undefined && !there.owned)
    throw refusal(`${schema}.${name} belongs to somebody else, and only the owner may replace it; choose another name`)
  await refuseSource(session, request, schema, name)
  const key = sql`hashtextextended(${literal(`halftone ${place}`)}, 0)`
  const [[locked]] = await session.ask(sql`SELECT pg_try_advisory_xact_lock(${key})`)
  if (locked !== 't') throw refusal(`${schema}.${name} is being written by another run; wait for it`)
  const staged = [schema, `halftone_${randomBytes(8).toString('hex')}`]
  return {
    staged,
    async publish(note, run) {
      await session.ask(sql`SET LOCAL lock_timeout = '60s'`, run)
      if (there !== undefined) await replace(session, place, identifier(...staged))
      await session.ask(sql`ALTER TABLE ${identifier(...staged)} RENAME TO ${identifier(name)}`, run)
      await session.ask(sql`COMMENT ON TABLE ${place} IS ${literal(note)}`, run)
      await session.commit()
    },
    discard: () => Promise.resolve(),
  }
}

async function requireSchema(session: TargetSession, schema: string): Promise<void> {
  const named = sql`FROM pg_namespace WHERE nspname = ${literal(schema)}`
  const [found] = await session.ask(sql`SELECT has_schema_privilege(oid, 'CREATE') ${named}`)
  if (found === undefined) throw refusal(`is in a schema "${schema}" that there is not; create it, or name another`)
  if (found[0] !== 't')
    throw refusal(`is in schema "${schema}", where the user may not create tables; ask for the right, or name another`)
}

async function existing(session: TargetSession, schema: string, name: string) {
  const [found] = await session.ask(
    sql`SELECT CAST(c.relkind AS text), pg_has_role(c.relowner, 'USAGE') FROM pg_class AS c JOIN pg_namespace AS n ON
      n.oid = c.relnamespace WHERE n.nspname = ${literal(schema)} AND c.relname = ${literal(name)}`,
  )
  return found && { kind: found[0], owned: found[1] === 't' }
}

async function refuseSource(session: TargetSession, { source }: TargetRequest, schema: string, name: string) {
  const [[plan]] = await session.ask(sql`EXPLAIN (VERBOSE, FORMAT JSON) SELECT * FROM ${postgresDialect.scan(source)}`)
  const reads = (node: unknown): boolean => {
    if (node === null || typeof node !== 'object') return false
    const record = node as Readonly<Record<string, unknown>>
    return (record['Schema'] === schema && record['Relation Name'] === name) || Object.values(record).some(reads)
  }
  if (reads(JSON.parse(plan ?? '[]')))
    throw refusal(
      'is the table that the data come from; a release must not replace what it was made from: choose another name',
    )
}

async function replace(session: TargetSession, place: Sql, staged: Sql): Promise<void> {
  await session.ask(sql`LOCK TABLE ${place} IN ACCESS EXCLUSIVE MODE`)
  const rights = await session.ask(
    sql`SELECT a.privilege_type, CASE WHEN a.grantee <> 0 THEN pg_get_userbyid(a.grantee) END FROM pg_class AS c CROSS
      JOIN LATERAL aclexplode(c.relacl) AS a WHERE c.oid = CAST(CAST(${literal(place)} AS regclass) AS oid) AND
      a.grantee <> c.relowner`,
  )
  const grants = rights.flatMap(([privilege, grantee]) => {
    const right = RIGHTS.get(String(privilege))
    const whom = typeof grantee === 'string' ? identifier(grantee) : sql`PUBLIC`
    return right === undefined ? [] : [sql`GRANT ${right} ON TABLE ${staged} TO ${whom}`]
  })
  await session.ask(join([sql`DROP TABLE ${place}`, ...grants], '; '))
}

function refusal(words: string): UserError {
  return new UserError(`output.table ${words}`, { path: 'output.table', rule: 'file' })
}
