/** Chooses one of several columns, all visible with a note. */
import type { ReactNode } from 'react'
import { ToggleButton, ToggleButtonGroup } from 'react-aria-components'

export function ColumnChoice(props: {
  columns: readonly { readonly name: string; readonly note: string; readonly changed?: boolean }[]
  chosen: number
  onChange: (index: number) => void
}): ReactNode {
  const { columns, chosen, onChange } = props
  return (
    <ToggleButtonGroup
      aria-label="Column"
      className="row"
      selectionMode="single"
      disallowEmptySelection
      selectedKeys={[String(chosen)]}
      onSelectionChange={(keys) => {
        for (const key of keys) onChange(Number(key))
      }}
    >
      {columns.map(({ name, note, changed = false }, i) => (
        <ToggleButton key={name} id={String(i)} className="column-button">
          <b>
            {name}
            {changed ? <span className="changed"> · moved</span> : null}
          </b>
          <small>{note}</small>
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  )
}
