/** Sums after a count (AssemblyScript): histograms of targets, and kept rows. Part of `kernel.as.ts`. */
import {
  classOfAt, columnGroupOf, columnGroups, columnSize, columns, combinations, compositeAt, composites, firstColumn,
  keptAt, packed, representativesAt, rowsAt, sizesAt, tells,
} from './kernel-layout.as'

/** Sums the value counts of a target by class, after `fillClassOf`. */
export function fillHistogram(classes: i32, source: usize, into: usize, width: i32): void {
  const bytes = (<usize>width) << 2
  memory.fill(into, 0, <usize>classes * bytes)
  for (let i = 0; i < combinations; i++) {
    let to = into + <usize>load<u32>(classOfAt + ((<usize>i) << 2)) * bytes
    const end = source + bytes
    while (source < end) {
      store<u32>(to, load<u32>(to) + load<u32>(source))
      to += 4
      source += 4
    }
  }
}

/**
 * Sums the kept rows by column and group after a count: first by composite code at `sums`, then by group. The sums of a
 * column are `apart` bytes after its group numbers.
 */
export function sumKept(classes: i32, marksAt: usize, sums: usize, apart: usize): void {
  for (let column = 0; column < columns; column++) {
    memory.fill(columnGroupOf(column) + apart, 0, (<usize>columnGroups(column)) << 2)
  }
  const end = listKept(classes, marksAt)
  if (packed) {
    memory.fill(sums, 0, PACKED_SUMS)
    addPacked(end, sums)
  }
  for (let composite = 0; composite < composites; composite++) {
    const codes = codesOf(composite)
    if (packed) spreadSums(composite, sums + (<usize>composite) * PACKED_STEP, codes, apart)
    else if (!tells(composite)) showAll(composite, end, apart)
    else {
      memory.fill(sums, 0, (<usize>codes) << 2)
      if (load<i32>(compositeAt(composite), 12) == 2) addCodes<u16>(composite, end, sums)
      else addCodes<u32>(composite, end, sums)
      spreadSums(composite, sums, codes, apart)
    }
  }
}

/** Distances in bytes between the sums of packed codes: 2048, 2048 and 1024 sums. */
const PACKED_STEP: usize = 2048 << 2
const PACKED_SUMS: usize = (2048 + 2048 + 1024) << 2

/** Lists kept classes without branches, which mispredict. */
function listKept(classes: i32, marksAt: usize): usize {
  let kept = keptAt
  for (let c: usize = 0, end = <usize>classes; c < end; c++) {
    store<u32>(kept, <u32>c << 2)
    kept += (<usize>(load<u8>(marksAt + c) == 0)) << 2
  }
  return kept
}

function addPacked(end: usize, sums: usize): void {
  const rows = rowsAt
  const sizes = sizesAt
  const representatives = representativesAt
  for (let at = keptAt; at < end; at += 4) {
    const c = <usize>load<u32>(at)
    const size = load<u32>(sizes + c)
    const row = load<u32>(rows + ((<usize>load<u32>(representatives + c)) << 2))
    addTo(sums + ((row << 2) & 0x1ffc), size)
    addTo(sums + PACKED_STEP + ((row >> 9) & 0x1ffc), size)
    addTo(sums + 2 * PACKED_STEP + ((row >> 20) & 0xffc), size)
  }
}

function addCodes<C>(composite: i32, end: usize, sums: usize): void {
  const codes = <usize>load<u32>(compositeAt(composite), 8)
  const sizes = sizesAt
  const representatives = representativesAt
  for (let at = keptAt; at < end; at += 4) {
    const c = <usize>load<u32>(at)
    const code = load<C>(codes + (<usize>load<u32>(representatives + c)) * sizeof<C>())
    addTo(sums + ((<usize>code) << 2), load<u32>(sizes + c))
  }
}

@inline function addTo(at: usize, amount: u32): void {
  store<u32>(at, load<u32>(at) + amount)
}

function showAll(composite: i32, end: usize, apart: usize): void {
  let total: u32 = 0
  for (let at = keptAt; at < end; at += 4) total += load<u32>(sizesAt + <usize>load<u32>(at))
  for (let column = firstColumn(composite); column < firstColumn(composite + 1); column++) {
    store<u32>(columnGroupOf(column) + apart, total)
  }
}

function codesOf(composite: i32): i32 {
  let codes = 1
  for (let column = firstColumn(composite); column < firstColumn(composite + 1); column++) codes *= columnSize(column)
  return codes
}

/** Splits sums by composite code into sums by group of each column, lowest digit first. */
function spreadSums(composite: i32, sums: usize, codes: i32, apart: usize): void {
  for (let column = firstColumn(composite + 1) - 1; column >= firstColumn(composite); column--) {
    const size = columnSize(column)
    const groupOf = columnGroupOf(column)
    const into = groupOf + apart
    codes /= size
    let from = sums
    for (let high = 0; high < codes; high++) {
      let total: u32 = 0
      for (let code: usize = 0, end = (<usize>size) << 2; code < end; code += 4) {
        const amount = load<u32>(from)
        from += 4
        if (amount == 0) continue
        total += amount
        addTo(into + ((<usize>load<u32>(groupOf + code)) << 2), amount)
      }
      store<u32>(sums + ((<usize>high) << 2), total)
    }
  }
}
