/** Windows that ask for a name, or for a group to put nodes into. */
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Button, Choice, TextInput, Window } from '../kit/controls.tsx'
import { type EditNode, findNode, groupsOf } from './tree-model.ts'

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
  // Once: what is typed replaces the name that is proposed.
  useEffect(() => {
    const input = place.current?.querySelector('input')
    input?.focus()
    input?.select()
  }, [])
  const isReady = text.trim() !== ''
  return (
    <Window title={title} onClose={onClose}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault()
          if (isReady) onName(text)
        }}
      >
        <div ref={place}>
          <TextInput label={label} value={text} onChange={setText} />
        </div>
        <div className="row">
          <Button primary type="submit" isDisabled={!isReady}>
            {action}
          </Button>
          <Button onPress={onClose}>Cancel</Button>
        </div>
      </form>
    </Window>
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
    <Window title={moved.size === 1 ? 'Move one node' : `Move ${moved.size} nodes`} onClose={onClose}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault()
          if (group !== undefined) onPlace(group)
        }}
      >
        <GroupChoice label="Into the group" root={root} moved={moved} value={group} onChange={setGroup} />
        <div className="row">
          <Button primary type="submit" isDisabled={group === undefined}>
            Move
          </Button>
          <Button onPress={onClose}>Cancel</Button>
        </div>
      </form>
    </Window>
  )
}

/** One of the groups of a tree that is not itself moved. */
export function GroupChoice(props: {
  label: string
  root: EditNode
  moved?: ReadonlySet<string>
  value: string | undefined
  onChange: (group: string) => void
}): ReactNode {
  const { label, root, moved = new Set(), value, onChange } = props
  const groups = groupsOf(root).filter(
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
