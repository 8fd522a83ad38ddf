/** Orders runs by name and groups rows. The page's script uses this too, so it imports nothing. */

/** By length first: a longer number is larger. */
export function compareRuns(a: string, b: string): number {
  return a.length - b.length || (a < b ? -1 : a > b ? 1 : 0)
}

export function compareNames(a: string, b: string): number {
  const [[runA, pointA], [runB, pointB]] = [a.split('.'), b.split('.')]
  return compareRuns(runA, runB) || Number(pointA ?? 0) - Number(pointB ?? 0)
}

export function grouped<T>(values: readonly T[], key: (value: T) => string | number): readonly (readonly T[])[] {
  const groups = new Map<string | number, T[]>()
  for (const value of values) {
    const group = groups.get(key(value))
    if (group === undefined) groups.set(key(value), [value])
    else group.push(value)
  }
  return [...groups.values()]
}
