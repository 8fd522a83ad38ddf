/** Caches per session or file. Failures are not cached. */
import { madeOnce } from '../../src/ground/made-once.ts'
import type { Session } from './session.ts'

/** Memoizes by key for as long as the owner lives. */
export function remembered<Owner extends object, T>(): (
  owner: Owner,
  key: string,
  ask: () => Promise<T>,
) => Promise<T> {
  const caches = madeOnce((_: Owner) => new Map<string, Promise<T>>())
  return (owner, key, ask) => {
    const cache = caches(owner)
    return cache.get(key) ?? kept(cache, key, ask())
  }
}

/** Keeps the latest few open; closes the oldest before another is opened, and all when the session ends. */
export function keptOpen<T extends { close(): Promise<void> }>(most: number) {
  const caches = madeOnce((session: Session) => {
    const cache = new Map<string, Promise<T>>()
    session.onClose.push(() => closeAll([...cache.values()]))
    return cache
  })
  return (session: Session, id: string, open: () => Promise<T>): Promise<T> => {
    const cache = caches(session)
    const known = cache.get(id)
    if (known !== undefined) return known
    const oldest = [...cache].slice(0, Math.max(0, cache.size + 1 - most))
    for (const [key] of oldest) cache.delete(key)
    return kept(cache, id, closeAll(oldest.map(([, other]) => other)).then(open))
  }
}

function kept<T>(cache: Map<string, Promise<T>>, key: string, answer: Promise<T>): Promise<T> {
  cache.set(key, answer)
  answer.catch(() => cache.get(key) === answer && cache.delete(key))
  return answer
}

async function closeAll(all: readonly Promise<{ close(): Promise<void> }>[]): Promise<void> {
  await Promise.all(all.map((open) => open.then((item) => item.close()).catch(() => {})))
}
