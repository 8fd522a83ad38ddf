/**
 * Which sets of codes were met before, exactly: a prefix tree of ascending lists whose edges (node, code) lie in one open-addressing
 * table of numbers. 13 bytes a slot, at most two thirds of the slots in use; a Set of texts takes ten times that and ends at 2²⁴.
 */

export interface DistinctSets {
  /** Adds the ascending list from `from` up to but excluding `to`; true when it is new. */
  add(list: Int32Array, from: number, to: number): boolean
}

/** Codes are from 0 up to but excluding `codes`. */
export function distinctSets(codes: number): DistinctSets {
  let slots = 1 << 12
  // An edge is node · codes + code, and −1 a free slot. Node 0 is the empty list.
  let edges = new Float64Array(slots).fill(-1)
  let nodes = new Int32Array(slots)
  let ends = new Uint8Array(slots)
  let used = 0

  const slotOf = (edge: number): number => {
    // Both halves of the edge are stirred (the constants of MurmurHash3's finalizer), so that neighbours scatter.
    let bits = Math.imul(edge | 0, 0x85ebca6b) ^ Math.imul((edge / 2 ** 32) | 0, 0xc2b2ae35)
    bits = Math.imul(bits ^ (bits >>> 15), 0xc2b2ae35)
    let slot = (bits ^ (bits >>> 13)) & (slots - 1)
    while (edges[slot] !== edge && edges[slot] >= 0) slot = (slot + 1) & (slots - 1)
    return slot
  }

  const grow = (): void => {
    const [oldEdges, oldNodes, oldEnds] = [edges, nodes, ends]
    slots *= 2
    edges = new Float64Array(slots).fill(-1)
    nodes = new Int32Array(slots)
    ends = new Uint8Array(slots)
    oldEdges.forEach((edge, old) => {
      if (edge < 0) return
      const slot = slotOf(edge)
      edges[slot] = edge
      nodes[slot] = oldNodes[old]
      ends[slot] = oldEnds[old]
    })
  }

  return {
    add(list, from, to) {
      let node = 0
      let slot = -1
      for (let at = from; at < to; at++) {
        const edge = node * codes + list[at]
        slot = slotOf(edge)
        if (edges[slot] < 0) {
          if (3 * used >= 2 * slots) {
            grow()
            slot = slotOf(edge)
          }
          edges[slot] = edge
          nodes[slot] = ++used
        }
        node = nodes[slot]
      }
      if (slot < 0 || ends[slot] === 1) return false
      ends[slot] = 1
      return true
    },
  }
}
