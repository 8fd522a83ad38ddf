/** The toolbar of the tree editor; its buttons act on the selection. */
import type { ReactNode } from 'react'
import { Toolbar } from 'react-aria-components'
import { Button } from '../kit/controls.tsx'
import { UndoButtons, type Undoing } from '../kit/steps.tsx'
import { type EditNode, findNode } from './tree-model.ts'

export function TreeTools(props: {
  root: EditNode
  ids: ReadonlySet<string>
  undoing: Undoing
  onAsk: (kind: 'group' | 'rename' | 'add-group' | 'add-value' | 'move') => void
  onRemove: () => void
  onDissolve: (id: string) => void
  onShift: (by: -1 | 1) => void
  onExpand: (all: boolean) => void
}): ReactNode {
  const { root, ids, undoing, onAsk, onRemove, onDissolve, onShift, onExpand } = props
  const none = ids.size === 0
  const [first] = ids
  const single = ids.size === 1 ? findNode(root, first) : undefined
  return (
    <Toolbar aria-label="Edit the tree" className="row tree-tools">
      <span className="row tool-group">
        <UndoButtons {...undoing} />
      </span>
      <span className="row tool-group">
        <Button isDisabled={none} onPress={() => onAsk('group')}>
          Group …
        </Button>
        <Button isDisabled={single === undefined} onPress={() => onAsk('rename')}>
          Rename …
        </Button>
        <Button isDisabled={none} onPress={() => onAsk('move')}>
          Move to …
        </Button>
        <Button isDisabled={single === undefined} onPress={() => onShift(-1)} aria-label="Move up">
          ↑
        </Button>
        <Button isDisabled={single === undefined} onPress={() => onShift(1)} aria-label="Move down">
          ↓
        </Button>
        <Button isDisabled={single?.children === undefined} onPress={() => onDissolve(first)}>
          Dissolve
        </Button>
        <Button isDisabled={none} onPress={onRemove}>
          Remove
        </Button>
      </span>
      <span className="row tool-group">
        <Button onPress={() => onAsk('add-group')}>Add group …</Button>
        <Button onPress={() => onAsk('add-value')}>Add value …</Button>
      </span>
      <span className="row tool-group">
        <Button onPress={() => onExpand(true)}>Open all</Button>
        <Button onPress={() => onExpand(false)}>Close all</Button>
      </span>
    </Toolbar>
  )
}
