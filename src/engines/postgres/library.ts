/** Loads the optional PostgreSQL packages when a table is first opened. */
import type { Readable, Writable } from 'node:stream'
import type * as Pg from 'pg'
import { UserError } from '../../ground/errors.ts'

interface CopyStreams {
  to(statement: string): Readable & Pg.Submittable
  from(statement: string): Writable & Pg.Submittable
}

export async function postgresLibrary(): Promise<{ readonly pg: typeof Pg; readonly copy: CopyStreams }> {
  try {
    const { default: pg } = await import('pg')
    // @ts-expect-error It has no types of its own.
    const copy: CopyStreams = await import('pg-copy-streams')
    return { pg: pg as unknown as typeof Pg, copy }
  } catch (error) {
    throw new UserError(
      'reading from PostgreSQL needs two packages that are not installed; npm install pg pg-copy-streams',
      { cause: error, rule: 'present' },
    )
  }
}
