/**
 * The groups of a numeric column as blocks on its axis. Blocks of neighbouring groups meet half-way between the last value of one and
 * the first of the next; where a group has no place on the axis (all its rows suppressed, or missing values) there is a gap. Where
 * there are more groups than can be drawn, neighbours share a block, and the picture says so.
 */
import type { ColumnPicture, GroupPicture } from '../../report.ts'

export interface Block {
  readonly from: number
  readonly to: number
  readonly rows: number
  /** How many groups it stands for. */
  readonly groups: number
  readonly label: string
}

export interface AxisPicture {
  readonly blocks: readonly Block[]
  /** Groups per block: 1 unless there are too many to draw. */
  readonly perBlock: number
}

/** As many blocks as an axis of a report can hold. */
export const MOST_BLOCKS = 120

type Interval = GroupPicture & { readonly low: number; readonly high: number }

/** A block narrower than this share of the axis cannot be seen and is drawn so wide. */
const NARROWEST = 1 / 180

/** Blocks of the groups that have a place on the axis, at most `most`. Cost: one pass over the groups. */
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

/** A group with a place on the axis. */
export function isInterval(group: GroupPicture): group is Interval {
  return Number.isFinite(group.low) && Number.isFinite(group.high)
}

/** The interval of a placed group, if that group stands just at `index`. */
function neighbour(
  placed: { readonly group: Interval; readonly index: number } | undefined,
  index: number,
): Interval | undefined {
  return placed?.index === index ? placed.group : undefined
}
