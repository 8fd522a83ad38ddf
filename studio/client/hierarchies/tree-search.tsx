/** Finds a node by name: Enter goes to the next match, Shift+Enter back, arrow down into the tree. */
import { type KeyboardEvent, type ReactNode, type RefObject, useMemo, useState } from 'react'
import { formatCount } from '../../../src/ground/format.ts'
import { type EditNode, nodesNamed } from './tree-model.ts'

export function TreeSearch(props: {
  root: EditNode
  field: RefObject<HTMLInputElement | null>
  onFound: (id: string) => void
  onEnter: () => void
}): ReactNode {
  const { root, field, onFound, onEnter } = props
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const found = useMemo(() => nodesNamed(root, text), [root, text])
  const place = Math.min(at, found.length - 1)
  const goTo = (nodes: readonly EditNode[], next: number) => {
    if (nodes.length === 0) return
    // Wraps around.
    const index = (next + nodes.length) % nodes.length
    setAt(index)
    onFound(nodes[index].id)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') goTo(found, event.shiftKey ? place - 1 : place + 1)
    else if (event.key === 'ArrowDown' && found.length > 0) onEnter()
    else if (event.key === 'Escape' && text !== '') setText('')
    else return
    event.preventDefault()
  }
  return (
    <search className="row tree-search">
      <div className="field">
        <input
          ref={field}
          type="search"
          aria-label="Find in the tree"
          placeholder="Find a value or group"
          value={text}
          onChange={({ target }) => {
            setText(target.value)
            goTo(nodesNamed(root, target.value), 0)
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      <span className="help" role="status">
        {text.trim() === ''
          ? ''
          : found.length === 0
            ? 'none is called so'
            : `${formatCount(place + 1)} of ${formatCount(found.length)}`}
      </span>
    </search>
  )
}
