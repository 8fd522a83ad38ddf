/** Tests without a server; test/engines/ releases to a real Spark. */
import { describe, expect, it } from 'vitest'
import { UserError } from '../../ground/errors.ts'
import type { Sql } from '../../sql/dialect.ts'
import type { QueryResult } from '../engine.ts'
import { openTargetTable } from './target-table.ts'

function sparkThatDies(written: boolean) {
  const statements: string[] = []
  let isDead = false
  const answer = {
    rows: 1,
    texts: () => ['here'],
    numbers: () => Float64Array.of(0),
    integers: () => Int32Array.of(0),
  } satisfies QueryResult
  const ask = async (statement: Sql) => {
    statements.push(statement)
    if (isDead || statement.startsWith('DESCRIBE')) throw new UserError('Spark does not answer', { rule: 'file' })
    return answer
  }
  const engine = {
    execute: async (statement: Sql) => void (await ask(statement)),
    query: ask,
    hasWritten: () => written,
  }
  const kill = () => {
    isDead = true
  }
  return { engine, statements, kill }
}

const request = { table: ['released'], source: { kind: 'table', table: ['people'] }, force: false } as const

describe('openTargetTable(engine, request)', () => {
  it('has nothing to remove before anything was staged, also where Spark is gone', async () => {
    const { engine, statements, kill } = sparkThatDies(false)
    const target = await openTargetTable(engine, request)
    kill()
    await target.discard()
    expect(statements.filter((statement) => statement.startsWith('DROP'))).toEqual([])
  })

  it('names a staged table that it could not remove', async () => {
    const { engine, kill } = sparkThatDies(true)
    const target = await openTargetTable(engine, request)
    kill()
    await expect(target.discard()).rejects.toThrow(new RegExp(`${target.staged.join('.')}.*drop it`))
  })
})
