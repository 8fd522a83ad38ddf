/** Wraps an engine and records the shape of each statement, without data texts, for dry runs. */
import type { Engine } from './engine.ts'

export function recordingEngine(engine: Engine): { readonly engine: Engine; readonly statements: readonly string[] } {
  const statements: string[] = []
  // Engines differ on backslashes before quotes: with one present, hides everything between the outer quotes.
  const note = (statement: string) =>
    statements.push(statement.replaceAll(statement.includes('\\') ? /'.*'/gs : /'(?:[^']|'')*'/gs, "'…'"))
  const recorded = new Proxy(engine, {
    get(target, name) {
      const value = Reflect.get(target, name, target) as unknown
      if (typeof value !== 'function') return value
      return (...given: unknown[]) => {
        if (name === 'execute' || name === 'query' || name === 'export') note(String(given[0]))
        return Reflect.apply(value, target, given)
      }
    },
  })
  return { engine: recorded, statements }
}
