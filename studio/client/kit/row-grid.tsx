/**
 * A virtualized table: only visible rows and columns are in the DOM. An ARIA grid with one tab stop; arrows, page keys,
 * Home and End move between cells (with Ctrl to the first or last row). Browsers limit the height of elements, so in a
 * very long table one scroll bar pixel covers several rows; the wheel still moves row by row.
 * Two grids with the same `link` scroll together:
 *
 *     const link = useGridLink()
 *     <RowGrid label="Before" windows={before} columns={columns} link={link} />
 *     <RowGrid label="After" windows={after} columns={columns} link={link} />
 */
// biome-ignore-all lint/a11y/useSemanticElements: a table element cannot leave out the rows that are not in sight
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus and names its active cell
// biome-ignore-all lint/a11y/useKeyWithClickEvents: keys are the grid's
// biome-ignore-all lint/a11y/noNoninteractiveTabindex: the grid is the one stop of the Tab key
import { useVirtualizer } from '@tanstack/react-virtual'
import type { KeyboardEvent, ReactNode, RefObject } from 'react'
import { useCallback, useEffect, useId, useMemo, useRef, useState } from 'react'
import { formatCount } from '../../../src/ground/format.ts'
import type { RowWindows } from './row-windows.ts'
import './row-grid.css'

export interface GridColumn {
  readonly name: string
  /** Shown below the name, for example the role. */
  readonly note?: string
}

export interface PointedCell {
  readonly row: number
  readonly column: number
  /** In the viewport, in pixels. */
  readonly x: number
  readonly y: number
}

type Cell = Pick<PointedCell, 'row' | 'column'>
type Pointing = (cell: PointedCell | undefined) => void
/** A column in sight: its place in pixels. */
type PlacedColumn = { readonly index: number; readonly start: number; readonly size: number }
type Marking = (row: number, column: number, cell: string | null) => boolean

export interface Sorting {
  readonly column?: number | undefined
  readonly descending?: boolean | undefined
  by(column: number): void
}

const ROW = 28
const HEAD = 44
const NUMBERS = 84
/** Pixels; browsers do not draw elements much taller than this. */
const TALLEST = 15_000_000

export function RowGrid(props: {
  label: string
  columns: readonly GridColumn[]
  windows: RowWindows
  height?: number
  isMarked?: Marking | undefined
  link?: GridLink | undefined
  /** The table of the linked grid: column widths fit both. */
  beside?: RowWindows | undefined
  /** Sorts by a click on a name, or by Enter in a cell of the column. */
  sorting?: Sorting | undefined
  pointed?: number | undefined
  onPoint?: Pointing | undefined
}): ReactNode {
  const { label, columns, windows, height = 420, isMarked, link, beside, sorting, pointed, onPoint } = props
  const id = useId()
  const scroller = useRef<HTMLDivElement>(null)
  const widths = useWidths(columns, windows, beside)
  const { scale, tall } = scrollScale(windows.rows, height)
  // Rows are placed by the exact offset: redraw on every move.
  const [, draw] = useState(0)
  const offset = usePreciseOffset(scroller, scale, draw)
  const rows = useVirtualizer({
    count: windows.rows,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    overscan: 4,
    initialRect: { width: 0, height },
    observeElementOffset: offset.observe,
    scrollToFn: (to) => offset.set(to),
  })
  const across = useVirtualizer({
    count: columns.length,
    horizontal: true,
    getScrollElement: () => scroller.current,
    estimateSize: (column) => widths[column],
    overscan: 2,
    initialRect: { width: 1200, height },
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: measured anew when widths change
  useEffect(() => across.measure(), [widths, across])
  const shown = rows.getVirtualItems()
  const [first, last] = [shown[0]?.index ?? 0, shown.at(-1)?.index ?? 0]
  useEffect(() => windows.need(first, last), [windows, first, last])
  useLinked(link, id, scroller, offset)

  const [active, setActive] = useState({ row: 0, column: 0 })
  const lastCell = { row: windows.rows - 1, column: columns.length - 1 }
  const move = ({ row, column }: Cell) => {
    const next = {
      row: Math.max(0, Math.min(lastCell.row, row)),
      column: Math.max(0, Math.min(lastCell.column, column)),
    }
    setActive(next)
    showRow(offset, scroller.current?.clientHeight ?? height, next.row)
    across.scrollToIndex(next.column, { align: 'auto' })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') sorting?.by(active.column)
    const page = Math.floor((height - HEAD) / ROW) - 1
    const to: Cell | undefined = targets(active, lastCell, page, event.ctrlKey || event.metaKey)[event.key]
    if (to === undefined) return
    event.preventDefault()
    move(to)
  }
  const inSight = (row: number, column: number) =>
    row >= first && row <= last && across.getVirtualItems().some(({ index }) => index === column)
  const width = NUMBERS + across.getTotalSize()
  return (
    <div
      ref={scroller}
      className="row-grid"
      role="grid"
      aria-label={label}
      aria-rowcount={windows.rows + 1}
      aria-colcount={columns.length + 1}
      aria-readonly="true"
      tabIndex={0}
      aria-activedescendant={inSight(active.row, active.column) ? `${id}-${active.row}-${active.column}` : undefined}
      style={{ height }}
      onKeyDown={onKeyDown}
      onPointerLeave={() => onPoint?.(undefined)}
    >
      <div role="presentation" style={{ height: tall, width, minWidth: '100%' }}>
        <div role="presentation" className="row-grid-view" style={{ height, width }}>
          <HeadRow columns={columns} across={across.getVirtualItems()} width={width} sorting={sorting} />
          <div role="rowgroup" className="row-grid-body">
            {shown.map(({ index: row, start }) => (
              <GridRow
                key={row}
                id={id}
                row={row}
                place={windows.place(row) ?? row}
                cells={windows.row(row)}
                across={across.getVirtualItems()}
                style={{ width, height: ROW, transform: `translateY(${HEAD + start - offset.get()}px)` }}
                isPointed={row === pointed}
                activeColumn={active.row === row ? active.column : undefined}
                isMarked={isMarked}
                onPoint={onPoint}
                onChoose={(column) => move({ row, column })}
              />
            ))}
          </div>
        </div>
      </div>
    </div>
  )
}

function HeadRow(props: {
  columns: readonly GridColumn[]
  across: readonly PlacedColumn[]
  width: number
  sorting: Sorting | undefined
}): ReactNode {
  const { columns, across, width, sorting } = props
  return (
    <div role="rowgroup">
      <div role="row" className="row-grid-head" aria-rowindex={1} style={{ width, height: HEAD }}>
        <span role="columnheader" aria-colindex={1} className="row-number" style={{ width: NUMBERS }}>
          row
        </span>
        {across.map(({ index, start, size }) => (
          <span
            key={index}
            role="columnheader"
            aria-colindex={index + 2}
            className={sorting === undefined ? undefined : 'sorts'}
            style={{ left: NUMBERS + start, width: size }}
            title={columns[index].name}
            aria-sort={sorting?.column !== index ? undefined : sorting.descending ? 'descending' : 'ascending'}
            onClick={() => sorting?.by(index)}
          >
            <b>{columns[index].name}</b>
            {columns[index].note === undefined ? null : <small>{columns[index].note}</small>}
          </span>
        ))}
      </div>
    </div>
  )
}

function GridRow(props: {
  id: string
  row: number
  place: number
  cells: readonly (string | null)[] | undefined
  across: readonly PlacedColumn[]
  style: object
  isPointed: boolean
  activeColumn: number | undefined
  isMarked: Marking | undefined
  onPoint: Pointing | undefined
  onChoose: (column: number) => void
}): ReactNode {
  const { id, row, place, cells, across, style, isPointed, activeColumn, isMarked, onPoint, onChoose } = props
  return (
    <div
      role="row"
      aria-rowindex={row + 2}
      aria-busy={cells === undefined}
      className={`row-grid-row${row % 2 === 1 ? ' odd' : ''}${isPointed ? ' pointed' : ''}`}
      style={style}
    >
      <span role="rowheader" aria-colindex={1} className="row-number" style={{ width: NUMBERS }}>
        {formatCount(place + 1)}
      </span>
      {across.map(({ index: column, start, size }) => {
        const cell = cells?.[column]
        const marked = cells !== undefined && isMarked?.(row, column, cell ?? null) === true
        const isActive = activeColumn === column
        return (
          <span
            key={column}
            id={`${id}-${row}-${column}`}
            role="gridcell"
            aria-colindex={column + 2}
            className={`cell${marked ? ' marked' : ''}${isActive ? ' active' : ''}${cell === null ? ' none' : ''}`}
            style={{ left: NUMBERS + start, width: size }}
            title={cell ?? undefined}
            onClick={() => onChoose(column)}
            onPointerMove={({ clientX: x, clientY: y }) => onPoint?.({ row, column, x, y })}
          >
            {cells === undefined ? '…' : marked ? <mark>{cell ?? '–'}</mark> : (cell ?? '–')}
          </span>
        )
      })}
    </div>
  )
}

/** The cell that each key leads to, from the active one. */
function targets({ row, column }: Cell, last: Cell, page: number, all: boolean): Readonly<Record<string, Cell>> {
  return {
    ArrowDown: { row: row + 1, column },
    ArrowUp: { row: row - 1, column },
    ArrowRight: { row, column: column + 1 },
    ArrowLeft: { row, column: column - 1 },
    PageDown: { row: row + page, column },
    PageUp: { row: row - page, column },
    Home: { row: all ? 0 : row, column: 0 },
    End: { row: all ? last.row : row, column: last.column },
  }
}

/** Scrolls by the least amount that shows the row below the header. */
function showRow(offset: PreciseOffset, height: number, row: number): void {
  const [top, bottom] = [row * ROW, (row + 1) * ROW]
  const seen = height - HEAD
  if (top < offset.get()) offset.set(top)
  else if (bottom > offset.get() + seen) offset.set(bottom - seen)
}

/** Table pixels per scroll bar pixel. */
function scrollScale(rows: number, height: number): { scale: number; tall: number } {
  const whole = rows * ROW + HEAD
  const tall = Math.max(1, Math.min(whole, TALLEST))
  return { scale: tall < whole ? (whole - height) / (tall - height) : 1, tall }
}

interface PreciseOffset {
  get(): number
  set(offset: number): void
  observe(instance: unknown, tell: (offset: number, isScrolling: boolean) => void): () => void
}

/** The exact scroll offset, finer than the scroll bar allows in long tables. */
function usePreciseOffset(scroller: RefObject<HTMLDivElement | null>, scale: number, draw: (offset: number) => void) {
  const exact = useRef(0)
  const factor = useRef(scale)
  factor.current = scale
  return useMemo((): PreciseOffset => {
    const set = (offset: number) => {
      const element = scroller.current
      if (element === null) return
      const most = (element.scrollHeight - element.clientHeight) * factor.current
      exact.current = Math.max(0, Math.min(offset, most))
      element.scrollTop = exact.current / factor.current
      // A move below one scroll bar pixel raises no event.
      element.dispatchEvent(new Event('scroll'))
    }
    return {
      get: () => exact.current,
      set,
      observe: (_, tell) => {
        const element = scroller.current
        if (element === null) return () => {}
        let rest: ReturnType<typeof setTimeout> | undefined
        const onScroll = () => {
          const coarse = element.scrollTop * factor.current
          if (factor.current === 1 || Math.abs(coarse - exact.current) > factor.current * 1.5) exact.current = coarse
          tell(exact.current, true)
          draw(exact.current)
          clearTimeout(rest)
          rest = setTimeout(() => tell(exact.current, false), 120)
        }
        const onWheel = (event: WheelEvent) => {
          if (factor.current === 1 || event.ctrlKey || Math.abs(event.deltaY) <= Math.abs(event.deltaX)) return
          event.preventDefault()
          set(exact.current + event.deltaY * (event.deltaMode === 1 ? ROW : 1))
        }
        element.addEventListener('scroll', onScroll)
        element.addEventListener('wheel', onWheel, { passive: false })
        tell(exact.current, false)
        return () => {
          clearTimeout(rest)
          element.removeEventListener('scroll', onScroll)
          element.removeEventListener('wheel', onWheel)
        }
      },
    }
  }, [scroller, draw])
}

/** Column widths from the first rows; fixed while scrolling. */
function useWidths(columns: readonly GridColumn[], windows: RowWindows, beside: RowWindows | undefined) {
  const known = windows.rows === 0 ? undefined : windows.row(0)
  const knownBeside = beside === undefined || beside.rows === 0 ? undefined : beside.row(0)
  const names = columns.map(({ name, note = '' }) => `${name}|${note}`).join('\n')
  // biome-ignore lint/correctness/useExhaustiveDependencies: names stand for the columns, the first row for the rows
  return useMemo(
    () =>
      columns.map(({ name, note = '' }, column) => {
        let longest = Math.max(name.length * 1.1, note.length)
        for (const source of beside === undefined ? [windows] : [windows, beside]) {
          for (let row = 0; row < Math.min(100, source.rows); row++)
            longest = Math.max(longest, source.row(row)?.[column]?.length ?? 0)
        }
        // A basket file has one column and room for it.
        return Math.round(Math.max(64, Math.min(columns.length <= 2 ? 1000 : 260, longest * 9.4 + 24)))
      }),
    [names, known, knownBeside],
  )
}

export interface GridLink {
  readonly grids: Map<string, (top: number, left: number) => void>
}

function useLinked(
  link: GridLink | undefined,
  id: string,
  scroller: RefObject<HTMLDivElement | null>,
  offset: PreciseOffset,
): void {
  const follow = useCallback(
    (top: number, left: number) => {
      const element = scroller.current
      if (element === null) return
      if (Math.abs(offset.get() - top) > 0.5) offset.set(top)
      if (Math.abs(element.scrollLeft - left) > 0.5) element.scrollLeft = left
    },
    [scroller, offset],
  )
  useEffect(() => {
    const element = scroller.current
    if (link === undefined || element === null) return
    link.grids.set(id, follow)
    const lead = () => {
      for (const [other, move] of link.grids) if (other !== id) move(offset.get(), element.scrollLeft)
    }
    element.addEventListener('scroll', lead)
    return () => {
      link.grids.delete(id)
      element.removeEventListener('scroll', lead)
    }
  }, [link, id, scroller, offset, follow])
}
