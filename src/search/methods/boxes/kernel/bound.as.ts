/** Lower bound of a row's loss. */
import { boxAt, codesAt, k, lossJoined, rowBytes, setBox, word } from './space.as'

/**
 * A class has k − 1 other rows and its box covers the farthest, so a row loses at least as much as the pair with its
 * k-th nearest row. Rounded down to 1/16,384 of a total loss.
 */
export function leastLoss(combination: i32, combinations: i32, counts: usize, buckets: usize, shift: i32): u32 {
  const codes = codesAt + <usize>combination * rowBytes
  setBox(boxAt, codes)
  memory.fill(buckets, 0, (16384 + 1) << 2)
  for (let c = 0; c < combinations; c++) {
    const other = codesAt + <usize>c * rowBytes
    const slot = buckets + ((<usize>(lossJoined(boxAt, other, other) >> shift)) << 2)
    store<i32>(slot, load<i32>(slot) + word(counts, c))
  }
  let near: i64 = 0
  for (let bucket = 0; bucket <= 16384; bucket++) {
    near += word(buckets, bucket)
    if (near >= k) return <u32>bucket << shift
  }
  return 0
}
