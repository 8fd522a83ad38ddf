/**
 * An engine that disconnects when idle or lost, so that no connection or transaction stays open while a person reads,
 * and reconnects on the next query. Session tables do not survive.
 */
import type { Engine } from '../../../src/engines/engine.ts'
import { InternalError, UserError } from '../../../src/ground/errors.ts'

/** Milliseconds. */
const CALM = 5000

export function restingEngine(first: Engine, open: () => Promise<Engine>, calm = CALM): Engine {
  let current: Promise<Engine> | undefined = Promise.resolve(first)
  let asked = 0
  let closed = false
  let timer: NodeJS.Timeout | undefined
  const rest = async (): Promise<void> => {
    clearTimeout(timer)
    const closing = current
    current = undefined
    await (await closing?.catch(() => undefined))?.close()
  }
  const ask = async <T>(question: (engine: Engine) => Promise<T>): Promise<T> => {
    if (closed) throw new InternalError('the engine is closed')
    clearTimeout(timer)
    asked++
    try {
      current ??= open()
      return await question(await current)
    } catch (error) {
      // The next query reconnects after any connection error.
      if (error instanceof UserError && error.path === 'data.source') await rest()
      throw error
    } finally {
      asked--
      if (asked === 0 && closed) await rest()
      else if (asked === 0) timer = setTimeout(() => void rest(), calm).unref()
    }
  }
  timer = setTimeout(() => void rest(), calm).unref()
  return {
    dialect: first.dialect,
    version: first.version,
    mostCombinations: first.mostCombinations,
    describe: (source) => ask((engine) => engine.describe(source)),
    execute: (statement, run) => ask((engine) => engine.execute(statement, run)),
    query: (statement, run) => ask((engine) => engine.query(statement, run)),
    export: (select, sink, run) => ask((engine) => engine.export(select, sink, run)),
    uploadDictionary: (name, texts) => ask((engine) => engine.uploadDictionary(name, texts)),
    async close() {
      closed = true
      if (asked === 0) await rest()
    },
  }
}
