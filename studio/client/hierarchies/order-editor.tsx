/** An ordered list of values, moved by buttons. */
import { type ReactNode, useState } from 'react'
import { GridList, GridListItem, ListLayout, type Selection, Virtualizer } from 'react-aria-components'
import { many } from '../../../src/ground/format.ts'
import { Button } from '../kit/controls.tsx'

export function OrderEditor(props: {
  column: string
  order: readonly string[]
  counts: ReadonlyMap<string, number>
  onChange: (order: string[]) => void
}): ReactNode {
  const { column, order, counts, onChange } = props
  const [selection, setSelection] = useState<Selection>(new Set())
  const chosen = order.filter((value) => selection === 'all' || selection.has(value))
  const shift = (by: -1 | 1) => {
    const next = [...order]
    const places = chosen.map((value) => next.indexOf(value)).sort((a, b) => (a - b) * -by)
    for (const place of places) {
      const to = place + by
      if (to < 0 || to >= next.length || chosen.includes(next[to])) continue
      ;[next[place], next[to]] = [next[to], next[place]]
    }
    onChange(next)
  }
  const remove = () => {
    onChange(order.filter((value) => !chosen.includes(value)))
    setSelection(new Set())
  }
  return (
    <>
      <div className="row tree-tools" role="toolbar" aria-label="Edit the order">
        <Button isDisabled={chosen.length === 0} onPress={() => shift(-1)}>
          Move up
        </Button>
        <Button isDisabled={chosen.length === 0} onPress={() => shift(1)}>
          Move down
        </Button>
        <Button onPress={() => onChange(order.toReversed())}>Reverse</Button>
        <Button isDisabled={chosen.length === 0 || chosen.length === order.length} onPress={remove}>
          Remove
        </Button>
      </div>
      <Virtualizer layout={ListLayout} layoutOptions={{ rowHeight: 30 }}>
        <GridList
          aria-label={`Order of ${column}`}
          className="value-list"
          selectionMode="multiple"
          selectionBehavior="replace"
          selectedKeys={selection}
          onSelectionChange={setSelection}
          items={order.map((id, i) => ({ id, place: i + 1 }))}
          style={{ height: Math.min(420, order.length * 30 + 2) }}
        >
          {({ id, place }) => (
            <GridListItem id={id} textValue={id} className="value-item">
              <span className="order-place">{place}</span>
              <span className="tree-name" title={id}>
                {id}
              </span>
              <span className="tree-count">{many(counts.get(id) ?? 0, 'row')}</span>
            </GridListItem>
          )}
        </GridList>
      </Virtualizer>
    </>
  )
}
