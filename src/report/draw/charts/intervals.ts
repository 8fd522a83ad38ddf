/**
 * Places the groups of a numeric column as blocks on its axis. Neighbours meet half-way between their values; a group
 * without a position leaves a gap. If there are too many groups, neighbours share a block.
 */
import type { ColumnPicture, GroupPicture } from '../../report.ts'

export interface Block {
  readonly from: number
  readonly to: number
  readonly rows: number
  readonly groups: number
  readonly label: string
}

export interface AxisPicture {
  readonly blocks: readonly Block[]
  readonly perBlock: number
}

export const MOST_BLOCKS = 120

type Interval = GroupPicture & { readonly low: number; readonly high: number }

const NARROWEST = 1 / 180

/** Returns at most `most` blocks. Cost: one pass over the groups. */
export function axisBlocks({ groups }: ColumnPicture, most = MOST_BLOCKS): AxisPicture {
  const placed = groups.flatMap((group, index) => (isInterval(group) ? [{ group, index }] : []))
  if (placed.length === 0) return { blocks: [], perBlock: 1 }
  const perBlock = Math.ceil(placed.length / most)
  const range = placed[placed.length - 1].group.high - placed[0].group.low
  const narrowest = range > 0 ? range * NARROWEST : 1
  const blocks: Block[] = []
  for (let first = 0; first < placed.length; first += perBlock) {
    const members = placed.slice(first, first + perBlock)
    const [start, end] = [members[0], members[members.length - 1]]
    const before = neighbour(placed[first - 1], start.index - 1)
    const after = neighbour(placed[first + members.length], end.index + 1)
    const from = before === undefined ? start.group.low : (before.high + start.group.low) / 2
    const to = after === undefined ? end.group.high : (end.group.high + after.low) / 2
    const missing = Math.max(0, narrowest - (to - from)) / 2
    blocks.push({
      from: from - missing,
      to: to + missing,
      rows: members.reduce((sum, { group }) => sum + group.rows, 0),
      groups: members.length,
      label: members.length === 1 ? start.group.label : `${start.group.label} … ${end.group.label}`,
    })
  }
  return { blocks, perBlock }
}

export function isInterval(group: GroupPicture): group is Interval {
  return Number.isFinite(group.low) && Number.isFinite(group.high)
}

function neighbour(
  placed: { readonly group: Interval; readonly index: number } | undefined,
  index: number,
): Interval | undefined {
  return placed?.index === index ? placed.group : undefined
}
