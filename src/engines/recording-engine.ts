/** An engine that also notes what it is asked, for a run that shows what it would do: the shape of each statement, without texts of the data. */
import type { Engine } from './engine.ts'

export function recordingEngine(engine: Engine): { readonly engine: Engine; readonly statements: readonly string[] } {
  const statements: string[] = []
  // What a backslash does to a quote differs between engines: with one in it, all from the first quote to the last is hidden.
  const note = (statement: string) =>
    statements.push(statement.replaceAll(statement.includes('\\') ? /'.*'/gs : /'(?:[^']|'')*'/gs, "'…'"))
  const recorded = new Proxy(engine, {
    get(target, name) {
      const own = Reflect.get(target, name, target) as unknown
      if (typeof own !== 'function') return own
      return (...given: unknown[]) => {
        if (name === 'execute' || name === 'query' || name === 'export') note(String(given[0]))
        return Reflect.apply(own, target, given)
      }
    },
  })
  return { engine: recorded, statements }
}
