/** Hashes and compares the bytes of lines and cells (AssemblyScript, SIMD). Part of the kernels that read lines. */

/** Grows by megabytes: each growth costs the host a view. False if memory is exhausted. */
export function reserve(bytes: usize): bool {
  const pages = <i32>((bytes + 0xffff) >> 16)
  const here = memory.size()
  return pages <= here || memory.grow(max(pages - here, 256)) >= 0
}

/** Compares two texts of equal length, 16 bytes at a time; may read slightly past their ends. */
@inline
export function areSame(known: usize, text: usize, length: u32): bool {
  const whole = length & ~15
  for (let i: u32 = 0; i < whole; i += 16)
    if (v128.any_true(v128.xor(v128.load(known + i), v128.load(text + i)))) return false
  const same = i8x16.bitmask(i8x16.eq(v128.load(known + whole), v128.load(text + whole)))
  return (~same & ((1 << (length & 15)) - 1)) == 0
}

@inline
export function hash(text: usize, length: u32): u64 {
  let mixed: u64 = length
  let i: u32 = 0
  for (; i + 8 <= length; i += 8) mixed = rotl((mixed ^ load<u64>(text + i)) * 0x9e3779b97f4a7c15, 29)
  const rest = length - i
  if (rest > 0) mixed = (mixed ^ (load<u64>(text + i) & ((<u64>1 << (<u64>rest * 8)) - 1))) * 0x9e3779b97f4a7c15
  mixed ^= mixed >> 32
  return mixed * 0xd6e8feb86659fd93
}
