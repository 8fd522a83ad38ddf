/** The counter in TypeScript: test oracle and fallback without WebAssembly. Cost: combinations × columns. */
import type { Grouping } from '../../hierarchy/grouping.ts'
import type { ClassCounter, Classes } from '../classes.ts'
import type { CategoryTarget, FrequencyTable } from '../frequency-table.ts'

export function plainCounter(table: FrequencyTable): ClassCounter {
  const { combinations, columns, counts } = table
  const targets = table.targets.filter((target): target is CategoryTarget => target.kind === 'categories')
  const keys = new Float64Array(combinations)
  const classes: Classes & { round: number } = {
    count: 0,
    round: 0,
    sizes: new Int32Array(combinations),
    representatives: new Int32Array(combinations),
    classIds: new Int32Array(combinations),
    histograms: targets.map((target) => new Int32Array(combinations * target.values.length)),
  }

  /** Renumbers the keys 0..count−1 before the radix gets too large. */
  function renumber(): number {
    const numbers = new Map<number, number>()
    for (let i = 0; i < combinations; i++) {
      // Inline: a function shared with maps of texts takes a fifth longer.
      let number = numbers.get(keys[i])
      if (number === undefined) numbers.set(keys[i], (number = numbers.size))
      keys[i] = number
    }
    return Math.max(1, numbers.size)
  }

  function count(groupings: readonly Grouping[]): Classes {
    classes.round++
    keys.fill(0)
    let radix = 1
    for (let column = 0; column < columns.length; column++) {
      const { codeGroups, groups } = groupings[column]
      if (radix * groups > Number.MAX_SAFE_INTEGER) radix = renumber()
      const { codes } = columns[column]
      for (let i = 0; i < combinations; i++) keys[i] = keys[i] * groups + codeGroups[codes[i]]
      radix *= groups
    }
    classes.count = combinations === 0 ? 0 : renumber()
    const { sizes, representatives, classIds, histograms } = classes
    sizes.fill(0, 0, classes.count)
    for (let i = 0; i < combinations; i++) {
      const number = (classIds[i] = keys[i])
      if (sizes[number] === 0) representatives[number] = i
      sizes[number] += counts[i]
    }
    for (let t = 0; t < targets.length; t++) {
      const width = targets[t].values.length
      const counts = targets[t].counts
      const histogram = histograms[t]
      histogram.fill(0, 0, classes.count * width)
      for (let i = 0; i < combinations; i++) {
        const to = classIds[i] * width
        for (let v = 0; v < width; v++) histogram[to + v] += counts[i * width + v]
      }
    }
    return classes
  }

  return { count }
}
