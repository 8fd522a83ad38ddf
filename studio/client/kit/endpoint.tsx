/** An endpoint on an axis: drag it, move it with arrow and page keys, remove it with Delete. */
import { type KeyboardEvent, type ReactNode, useRef } from 'react'
import './endpoint.css'

const STEPS: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowDown: -1,
  ArrowRight: 1,
  ArrowUp: 1,
  PageDown: -10,
  PageUp: 10,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
}

export function Endpoint(props: {
  label: string
  left: number | string
  value: number
  least: number
  most: number
  text: string
  spoken?: string
  look?: string
  onStep: (by: number) => void
  /** Returns whether it moved; `begun` is true after the first move of a drag. */
  onDrag: (clientX: number, begun: boolean) => boolean
  onDrop?: () => void
  onRemove: () => void
}): ReactNode {
  const { label, left, value, least, most, text, spoken, look = '', onStep, onDrag, onDrop, onRemove } = props
  const drag = useRef<{ begun: boolean } | undefined>(undefined)
  const drop = (): void => {
    drag.current = undefined
    onDrop?.()
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = STEPS[event.key]
    if (step !== undefined) onStep(step)
    else if (event.key === 'Delete' || event.key === 'Backspace') onRemove()
    else return
    event.preventDefault()
  }
  return (
    <div
      role="slider"
      tabIndex={0}
      className={`endpoint ${look}`}
      style={{ left }}
      aria-label={label}
      aria-valuemin={least}
      aria-valuemax={most}
      aria-valuenow={value}
      aria-valuetext={spoken}
      onClick={(event) => event.stopPropagation()}
      onDoubleClick={onRemove}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        drag.current = { begun: false }
      }}
      onPointerMove={({ clientX }) => {
        if (drag.current === undefined) return
        if (onDrag(clientX, drag.current.begun)) drag.current.begun = true
      }}
      onPointerUp={drop}
      onPointerCancel={drop}
    >
      <span aria-hidden="true">{text}</span>
    </div>
  )
}
