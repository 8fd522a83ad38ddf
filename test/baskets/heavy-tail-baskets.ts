/** Baskets as shops have them: few items that many people have, and very many that hardly anybody has. */
import { randomFrom } from '../../src/ground/random.ts'

/** Lines of some ten item numbers each; every item occurs, and the chance of an item falls with its number. */
export function heavyTailBaskets(baskets: number, items: number): string {
  const random = randomFrom(7)
  const lines: string[] = []
  for (let basket = 0; basket < baskets; basket++) {
    const size = 1 + Math.floor(-8 * Math.log(1 - random.uniform()))
    const held = new Set(basket < items ? [basket] : [])
    // The logarithm of an item's number is even: item n is drawn with a chance of 1/n.
    for (let i = 0; i < size; i++) held.add(Math.min(items - 1, Math.floor((items + 1) ** random.uniform()) - 1))
    lines.push([...held].sort((a, b) => a - b).join(' '))
  }
  return `${lines.join('\n')}\n`
}
