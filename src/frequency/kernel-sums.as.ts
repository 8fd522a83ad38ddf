/** What the kernel adds up after a count (AssemblyScript): histograms of targets, and kept rows. Part of `kernel.as.ts`. */
import {
  classOfAt,
  columnAt,
  columnGroupOf,
  columnGroups,
  columns,
  combinations,
  keptAt,
  representativesAt,
  sizesAt,
} from './kernel-layout.as'

/** Adds up the value counts of a target by class, after `fillClassOf`. */
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
 * Adds up the rows of the classes that are not marked, by column and group, after a count. `codesAt` has the codes of each
 * combination side by side, `codeBytes` wide. The sums of a column stand `apart` bytes behind its group numbers.
 */
export function sumKept(classes: i32, marksAt: usize, codesAt: usize, codeBytes: i32, apart: usize): void {
  for (let column = 0; column < columns; column++) {
    memory.fill(columnGroupOf(column) + apart, 0, (<usize>columnGroups(column)) << 2)
  }
  if (codeBytes == 1) addKept<u8>(classes, marksAt, codesAt, apart)
  else if (codeBytes == 2) addKept<u16>(classes, marksAt, codesAt, apart)
  else addKept<u32>(classes, marksAt, codesAt, apart)
}

function addKept<C>(classes: i32, marksAt: usize, codesAt: usize, apart: usize): void {
  // Which classes are kept is hard to foresee: a list made without branches is cheaper than skipping the others as they come.
  const list = keptAt
  let kept = list
  for (let c: usize = 0, end = <usize>classes; c < end; c++) {
    store<u32>(kept, <u32>c)
    kept += (<usize>(load<u8>(marksAt + c) == 0)) << 2
  }
  const width = <usize>columns * sizeof<C>()
  const first = columnAt(0)
  const last = columnAt(columns)
  const sizes = sizesAt
  const representatives = representativesAt
  for (let at = list; at < kept; at += 4) {
    const c = (<usize>load<u32>(at)) << 2
    const size = load<u32>(sizes + c)
    let code = codesAt + (<usize>load<u32>(representatives + c)) * width
    for (let column = first; column < last; column += 24) {
      const groupOf = <usize>load<u32>(column, 8)
      const group = load<u32>(groupOf + ((<usize>load<C>(code)) << 2))
      const sum = groupOf + apart + ((<usize>group) << 2)
      store<u32>(sum, load<u32>(sum) + size)
      code += sizeof<C>()
    }
  }
}
