/** Memory layout of the kernel (AssemblyScript): fixed addresses, addresses set by the host, and the description. */

// Fixed addresses: an address known to the compiler saves an addition per load.
export const TABLE_0: usize = 0x10000 // lookup tables of packed rows: 2048, 2048 and 1024 entries of 4 bytes
export const TABLE_1: usize = 0x12000
export const TABLE_2: usize = 0x14000
export const SLOTS: usize = 0x20000 // direct table: counts, then a representative of each key
export const SLOT_ROWS: usize = 0xa0000 // up to 0x120000, where the memory that is laid out begins
export const MOST_KEYS: f64 = 9.2e18 // below 2^63
export const BLOCK: i32 = 2048

// How the table is laid out, and where: set once by the host, in these exported globals. Addresses are in bytes.
export let combinations: i32 = 0
export let columns: i32 = 0
export let composites: i32 = 0
export let packed: bool = false
export let paired: bool = false
export let denseLimit: u32 = 0
export let stampLimit: u32 = 0
export let hashBits: u32 = 0
export let lastStamp: u32 = 0
export let descriptionAt: usize = 0
export let rowsAt: usize = 0
export let countsAt: usize = 0
export let keysAt: usize = 0
export let stampsAt: usize = 0
export let hashAt: usize = 0
export let classKeysAt: usize = 0
export let sizesAt: usize = 0
export let representativesAt: usize = 0
export let classOfAt: usize = 0
export let pairsAt: usize = 0
export let keptAt: usize = 0

export function heapBase(): usize {
  return __heap_base
}

// The description. Per column, in table order: its number of groups (rewritten each time). Then per column, ordered by
// composite: its size, its index in the table, the address of its group numbers, the column of this order at its index,
// and its stride (64 bits). Then per composite: its first column in that order, the addresses of its lookup table and
// of its codes, and the width of these in bytes.
@inline export function groupsInPlace(place: i32): i32 {
  return load<i32>(descriptionAt + ((<usize>place) << 2))
}
@inline export function columnAt(column: i32): usize {
  return descriptionAt + (((<usize>columns + 3) & ~3) << 2) + (<usize>column) * 24
}
@inline export function columnSize(column: i32): i32 {
  return load<i32>(columnAt(column))
}
@inline export function columnInPlace(place: i32): i32 {
  return load<i32>(columnAt(place), 12)
}
@inline export function columnGroups(column: i32): i32 {
  return groupsInPlace(load<i32>(columnAt(column), 4))
}
@inline export function columnGroupOf(column: i32): usize {
  return load<u32>(columnAt(column), 8)
}
@inline export function compositeAt(composite: i32): usize {
  return columnAt(columns) + ((<usize>composite) << 4)
}
@inline export function firstColumn(composite: i32): i32 {
  return composite == composites ? columns : load<i32>(compositeAt(composite))
}

/** Whether a column of the composite has more than one group; most of a wide table have one and add nothing. */
export function tells(composite: i32): bool {
  for (let column = firstColumn(composite); column < firstColumn(composite + 1); column++) {
    if (columnGroups(column) > 1) return true
  }
  return false
}

