/** A binary heap: smallest item first. */

export function createHeap<T>(compare: (a: T, b: T) => number) {
  const items: T[] = []

  function rise(at: number): void {
    while (at > 0) {
      const parent = (at - 1) >> 1
      if (compare(items[at], items[parent]) >= 0) return
      swap(at, parent)
      at = parent
    }
  }
  function sink(at: number): void {
    for (;;) {
      let least = at
      for (const child of [2 * at + 1, 2 * at + 2]) {
        if (child < items.length && compare(items[child], items[least]) < 0) least = child
      }
      if (least === at) return
      swap(at, least)
      at = least
    }
  }
  function swap(a: number, b: number): void {
    const item = items[a]
    items[a] = items[b]
    items[b] = item
  }

  return {
    push(item: T): void {
      items.push(item)
      rise(items.length - 1)
    },
    pop(): T | undefined {
      const top = items[0]
      const last = items.pop()
      if (items.length > 0) {
        items[0] = last as T
        sink(0)
      }
      return top
    },
  }
}
