/** Windows that ask for a name, or for a target group. */
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Choice, FormWindow, TextInput } from '../kit/controls.tsx'
import { type EditNode, findNode, listGroups } from './tree-model.ts'

export function NameWindow(props: {
  title: string
  label: string
  name: string
  action: string
  onClose: () => void
  onName: (name: string) => void
}): ReactNode {
  const { title, label, name, action, onClose, onName } = props
  const [text, setText] = useState(name)
  const place = useRef<HTMLDivElement>(null)
  // Select the proposed name once, so that typing replaces it.
  useEffect(() => {
    const input = place.current?.querySelector('input')
    input?.focus()
    input?.select()
  }, [])
  return (
    <FormWindow
      title={title}
      action={action}
      isReady={text.trim() !== ''}
      onSend={() => onName(text)}
      onClose={onClose}
    >
      <div ref={place}>
        <TextInput label={label} value={text} onChange={setText} />
      </div>
    </FormWindow>
  )
}

export function PlaceWindow(props: {
  root: EditNode
  moved: ReadonlySet<string>
  onClose: () => void
  onPlace: (group: string) => void
}): ReactNode {
  const { root, moved, onClose, onPlace } = props
  const [group, setGroup] = useState<string>()
  return (
    <FormWindow
      title={moved.size === 1 ? 'Move one node' : `Move ${moved.size} nodes`}
      action="Move"
      isReady={group !== undefined}
      onSend={() => group !== undefined && onPlace(group)}
      onClose={onClose}
    >
      <GroupChoice label="Into the group" root={root} moved={moved} value={group} onChange={setGroup} />
    </FormWindow>
  )
}

export function GroupChoice(props: {
  label: string
  root: EditNode
  moved?: ReadonlySet<string>
  value: string | undefined
  onChange: (group: string) => void
}): ReactNode {
  const { label, root, moved = new Set(), value, onChange } = props
  const groups = listGroups(root).filter(
    ({ node }) =>
      ![...moved].some((id) => findNode(findNode(root, id) ?? root, node.id) !== undefined && id !== root.id),
  )
  return (
    <Choice
      label={label}
      value={value}
      items={groups.map(({ node, depth }) => ({ id: node.id, title: `${'  '.repeat(depth)}${node.name}` }))}
      onChange={onChange}
    />
  )
}
