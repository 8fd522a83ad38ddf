/**
 * C4.5 in its plainest form: an object per row, maps for counts, a sort per numeric column and node. Yardstick and
 * oracle for `learn/decision-tree`.
 */
import type { CodedTable } from '../../../src/learn/coded-table.ts'
import { addedErrors } from '../../../src/learn/decision-tree/pessimistic-errors.ts'

export interface PlainNode {
  column?: number
  threshold?: number
  branches: PlainNode[]
  classes: number[]
}

interface PlainRow {
  cells: (number | undefined)[]
  label: number
  weight: number
  /** Rows it represents before it was divided. */
  whole: number
}

type Split = { column: number; threshold?: number; gain: number; ratio: number; branches: number }

export function growPlainTree(table: CodedTable, { minimum = 2, confidence = 0.25, prune = true } = {}): PlainNode {
  const classCount = table.target.values.length
  const rows: PlainRow[] = Array.from({ length: table.rows }, (_, row) => {
    const weight = table.weights?.[row] ?? 1
    return {
      cells: table.columns.map((column) => {
        const cell = column.kind === 'categories' ? column.codes[row] : column.values[row]
        return cell < 0 && column.kind === 'categories' ? undefined : Number.isNaN(cell) ? undefined : cell
      }),
      label: table.target.codes[row],
      weight,
      whole: weight,
    }
  }).filter((row) => row.weight > 0)
  const all = rows
  const totalRows = total(rows)

  const manyValued = table.columns.map(
    (column) => column.kind === 'categories' && column.values.length >= 0.3 * totalRows,
  )

  function grow(here: PlainRow[]): PlainNode {
    const split = choose(here)
    const classes = sumClasses(here, classCount)
    if (!split) return { branches: [], classes }
    return {
      column: split.column,
      threshold: split.threshold,
      classes,
      branches: divide(split, here).map(grow),
    }
  }

  function choose(here: PlainRow[]): Split | undefined {
    const weight = total(here)
    if (weight < 2 * minimum - 1e-6 || sumClasses(here, classCount).some((one) => Math.abs(one - weight) < 1e-6))
      return undefined
    const splits = table.columns
      .map((column, place) => (column.kind === 'categories' ? byCategory(here, place) : byThreshold(here, place)))
      .filter((split) => split !== undefined)
    const counted = splits.filter((split) => manyValued.every(Boolean) || !manyValued[split.column])
    if (counted.length === 0) return undefined
    const mean = counted.reduce((sum, split) => sum + split.gain, 0) / counted.length
    let best: Split | undefined
    for (const split of splits) {
      if (split.gain >= mean - 0.001 && split.ratio > (best?.ratio ?? 0) + 1e-6) best = split
    }
    return best
  }

  function byCategory(here: PlainRow[], column: number): Split | undefined {
    const known = here.filter((row) => row.cells[column] !== undefined)
    const groups = new Map<number, PlainRow[]>()
    for (const row of known) {
      const group = groups.get(row.cells[column]!)
      if (group) group.push(row)
      else groups.set(row.cells[column]!, [row])
    }
    const parts = [...groups.values()]
    if (parts.filter((part) => total(part) >= minimum - 1e-6).length < 2) return undefined
    const schema = table.columns[column]
    const branches = schema.kind === 'categories' ? schema.values.length : 2
    return { column, branches, ...worth(here, known, parts, 0) }
  }

  function byThreshold(here: PlainRow[], column: number): Split | undefined {
    const known = here.filter((row) => row.cells[column] !== undefined)
    known.sort((a, b) => a.cells[column]! - b.cells[column]!)
    const fair = (0.1 * total(known)) / classCount
    const smallest = fair <= minimum + 1e-6 ? minimum : Math.min(25, fair)
    if (known.reduce((sum, row) => sum + row.whole, 0) < 2 * smallest - 1e-6) return undefined
    const before = bits(sumClasses(known, classCount))
    const below = new Array<number>(classCount).fill(0)
    const above = sumClasses(known, classCount)
    let candidates = 0
    let best = 0
    let at = -1
    for (let i = 1; i < known.length; i++) {
      below[known[i - 1].label] += known[i - 1].weight
      above[known[i - 1].label] -= known[i - 1].weight
      if (known[i - 1].cells[column]! + 1e-5 >= known[i].cells[column]!) continue
      if (add(below) < smallest - 1e-6 || add(above) < smallest - 1e-6) continue
      candidates++
      const gain = (before - bits(below) - bits(above)) / total(here)
      if (gain > best + 1e-6) {
        best = gain
        at = i
      }
    }
    if (at < 0) return undefined
    const middle = (known[at - 1].cells[column]! + known[at].cells[column]!) / 2
    let threshold = Number.NEGATIVE_INFINITY
    for (const row of all) if (row.cells[column]! <= middle) threshold = Math.max(threshold, row.cells[column]!)
    const result = worth(here, known, [known.slice(0, at), known.slice(at)], Math.log2(candidates) / total(here))
    return result.gain > 1e-6 ? { column, threshold, branches: 2, ...result } : undefined
  }

  function worth(here: PlainRow[], known: PlainRow[], parts: PlainRow[][], price: number) {
    const weight = total(here)
    const after = parts.reduce((sum, part) => sum + bits(sumClasses(part, classCount)), 0)
    const gain = (bits(sumClasses(known, classCount)) - after) / weight - price
    const information = bits([...parts.map(total), weight - total(known)])
    return { gain: Math.abs(gain) < 1e-12 ? 0 : gain, ratio: information < 1e-6 ? 0 : gain / (information / weight) }
  }

  const grown = grow(rows)
  return prune ? pruned(collapse(grown), rows, confidence) : grown
}

function divide({ column, threshold, branches }: Pick<Split, 'column' | 'threshold' | 'branches'>, here: PlainRow[]) {
  const chooseBranch = (cell: number) => (threshold === undefined ? cell : cell <= threshold ? 0 : 1)
  const known = new Array<number>(branches).fill(0)
  for (const row of here) if (row.cells[column] !== undefined) known[chooseBranch(row.cells[column])] += row.weight
  const shares = known.map((weight) => (add(known) > 0 ? weight / add(known) : 1 / branches))
  return shares.map((share, branch) =>
    here.flatMap((row) => {
      const cell = row.cells[column]
      if (cell !== undefined) return chooseBranch(cell) === branch ? [row] : []
      return share > 1e-6 ? [{ ...row, weight: row.weight * share }] : []
    }),
  )
}

function collapse(node: PlainNode): PlainNode {
  if (node.branches.length === 0) return node
  if (leafErrors(node) >= wrong(node.classes) - 0.001) return { branches: [], classes: node.classes }
  return { ...node, branches: node.branches.map(collapse) }
}

function leafErrors(node: PlainNode): number {
  return node.branches.length === 0 ? wrong(node.classes) : node.branches.reduce((sum, one) => sum + leafErrors(one), 0)
}

function expected(classes: number[], confidence: number): number {
  return add(classes) < 1e-6 ? 0 : wrong(classes) + addedErrors(add(classes), wrong(classes), confidence)
}

function expectedBelow(node: PlainNode, confidence: number): number {
  return node.branches.length === 0
    ? expected(node.classes, confidence)
    : node.branches.reduce((sum, branch) => sum + expectedBelow(branch, confidence), 0)
}

function send(node: PlainNode, here: PlainRow[]): PlainNode {
  if (node.branches.length === 0) return { branches: [], classes: sumClasses(here, node.classes.length) }
  const parts = divide({ column: node.column!, threshold: node.threshold, branches: node.branches.length }, here)
  return {
    ...node,
    classes: sumClasses(here, node.classes.length),
    branches: node.branches.map((branch, place) => send(branch, parts[place])),
  }
}

function pruned(node: PlainNode, here: PlainRow[], confidence: number): PlainNode {
  if (node.branches.length === 0) return node
  const parts = divide({ column: node.column!, threshold: node.threshold, branches: node.branches.length }, here)
  const kept = { ...node, branches: node.branches.map((branch, place) => pruned(branch, parts[place], confidence)) }
  let largest = 0
  kept.branches.forEach((branch, place) => {
    if (add(branch.classes) >= add(kept.branches[largest].classes) - 1e-6) largest = place
  })
  const raised = send(kept.branches[largest], here)
  const asLeaf = expected(node.classes, confidence)
  if (asLeaf <= expectedBelow(kept, confidence) + 0.100001 && asLeaf <= expectedBelow(raised, confidence) + 0.100001) {
    return { branches: [], classes: node.classes }
  }
  return expectedBelow(raised, confidence) <= expectedBelow(kept, confidence) + 0.100001
    ? pruned(raised, here, confidence)
    : kept
}

function sumClasses(here: PlainRow[], classCount: number): number[] {
  const classes = new Array<number>(classCount).fill(0)
  for (const row of here) classes[row.label] += row.weight
  return classes
}

function total(rows: PlainRow[]): number {
  return rows.reduce((sum, row) => sum + row.weight, 0)
}

function add(values: number[]): number {
  return values.reduce((sum, value) => sum + value, 0)
}

function wrong(classes: number[]): number {
  return add(classes) - Math.max(...classes)
}

/** Σ w · H(w) */
function bits(weights: number[]): number {
  const whole = add(weights)
  return weights.reduce((sum, weight) => (weight > 1e-6 ? sum - weight * Math.log2(weight / whole) : sum), 0)
}
