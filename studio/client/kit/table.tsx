/** A table built from column definitions. */
import { type ReactNode, useEffect, useRef, useState } from 'react'
import './table.css'

export interface TableColumn<Row> {
  readonly title: string
  /** Hides the title visually, for columns of bars or buttons. */
  readonly silent?: boolean
  readonly number?: boolean
  readonly heads?: boolean
  readonly cell: (row: Row, index: number) => ReactNode
}

export function Table<Row>(props: {
  /** Read aloud; shown with `captioned`. */
  caption: string
  captioned?: boolean
  className?: string
  scrolled?: boolean
  columns: readonly TableColumn<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row, index: number) => string | number
}): ReactNode {
  const { caption, captioned = false, className, scrolled = false, columns, rows, rowKey } = props
  const table = (
    <table className={className}>
      <caption className={captioned ? undefined : 'spoken'}>{caption}</caption>
      <thead>
        <tr>
          {columns.map(({ title, silent, number }) => (
            <th key={title} scope="col" {...numberCell(number)}>
              {silent ? <span className="spoken">{title}</span> : title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <tr key={rowKey(row, index)}>
            {columns.map(({ title, heads, number, cell }) =>
              heads ? (
                <th key={title} scope="row">
                  {cell(row, index)}
                </th>
              ) : (
                <td key={title} {...numberCell(number)}>
                  {cell(row, index)}
                </td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
  if (!scrolled) return <Scroll label={caption}>{table}</Scroll>
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
    <section className="scroll scrolled-table" tabIndex={0} aria-label={caption}>
      {table}
    </section>
  )
}

/** A focusable, named scroll region if its content overflows, otherwise not a tab stop. */
export function Scroll({ label, children }: { label: string; children: ReactNode }): ReactNode {
  const place = useRef<HTMLDivElement>(null)
  const [isCut, setCut] = useState(false)
  useEffect(() => {
    const element = place.current
    if (element === null) return
    const observer = new ResizeObserver(() => setCut(element.scrollWidth > element.clientWidth))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  const reached = isCut ? { role: 'region', tabIndex: 0, 'aria-label': label } : {}
  return (
    <div ref={place} className="scroll" {...reached}>
      {children}
    </div>
  )
}

function numberCell(number = false): { className?: string } {
  return number ? { className: 'number-cell' } : {}
}
