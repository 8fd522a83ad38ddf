/** Edits a tree, also by keyboard alone. Only visible rows are drawn, so that thousands of values stay fast. */
import { type KeyboardEvent, type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { type Key, ListLayout, type Selection, Tree, Virtualizer } from 'react-aria-components'
import { undoByKeys } from '../kit/steps.tsx'
import { NameWindow, PlaceWindow } from './name-window.tsx'
import {
  addNodes,
  dissolveGroup,
  type EditNode,
  findNode,
  findParent,
  freeNodeName,
  groupNodes,
  groupsAbove,
  moveNodes,
  newGroup,
  newValue,
  removeNodes,
  renameNode,
  rowsBelow,
  shiftNode,
  visitNodes,
} from './tree-model.ts'
import { type CountedThings, type ShownNode, shownNode, TreeRow } from './tree-row.tsx'
import { TreeSearch } from './tree-search.tsx'
import { editTree, type HeldTree, undoingTree } from './tree-store.ts'
import { TreeTools } from './tree-tools.tsx'

const NONE: ReadonlyMap<string, number> = new Map()
const OPEN_NODES = 60
const SEEN_NODES = 20
const ROW_HEIGHT = 32

type Asking =
  | { readonly kind: 'group' | 'rename' | 'add-group' | 'add-value' | 'move'; readonly ids: ReadonlySet<string> }
  | undefined

export function TreeEditor(props: {
  label: string
  file: string
  held: HeldTree
  /** Absent while values are being counted. */
  counts: ReadonlyMap<string, number> | undefined
  things: CountedThings
}): ReactNode {
  const { label, file, held, counts, things } = props
  const { now: root } = held
  const undoing = undoingTree(file)
  const rows = useMemo(() => (counts === undefined ? NONE : rowsBelow(root, counts)), [root, counts])
  const [expanded, setExpanded] = useState<Set<Key>>(() => firstExpanded(root))
  const known = useRef(new WeakMap<EditNode, ShownNode>())
  const view = useMemo(() => shownNode(root, expanded, rows, known.current), [root, expanded, rows])
  // An imported or restored tree starts expanded.
  const [whose, setWhose] = useState(root.id)
  if (whose !== root.id) {
    setWhose(root.id)
    setExpanded(firstExpanded(root))
  }
  const [selection, setSelection] = useState<Selection>(new Set())
  const [asking, setAsking] = useState<Asking>()
  const ids = useMemo(() => chosen(root, selection), [root, selection])
  const change = (edit: (tree: EditNode) => EditNode) => editTree(file, edit)
  const open = (id: string) => setExpanded((ids) => new Set([...ids, id]))
  const remove = (removed: ReadonlySet<string>) => {
    change((tree) => removeNodes(tree, removed))
    setSelection(new Set())
  }
  const field = useRef<HTMLInputElement>(null)
  const { place, show, enter } = useShownNode(root, expanded, (id) => {
    setExpanded((ids) => new Set([...ids, ...groupsAbove(root, id).map((group) => group.id)]))
    setSelection(new Set([id]))
  })
  const dissolve = (id: string) => change((tree) => dissolveGroup(tree, id))

  const onKeyDown = (event: KeyboardEvent) => {
    if (undoByKeys(event, undoing)) {
      event.stopPropagation()
      return
    }
    const pressed = readKey(event, root, ids)
    if (pressed === undefined) return
    const { act, focused, chosen } = pressed
    // The browser's search only sees rows that are drawn.
    if (act === 'find') field.current?.select()
    else if (act === 'rename') setAsking({ kind: 'rename', ids: new Set([focused]) })
    else if (act === 'remove') remove(chosen)
    else if (act === 'group' || act === 'move') setAsking({ kind: act, ids: chosen })
    else change((tree) => shiftNode(tree, focused, act === 'up' ? -1 : 1))
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <>
      <TreeTools
        root={root}
        ids={ids}
        undoing={undoing}
        onAsk={(kind) => setAsking({ kind, ids })}
        onRemove={() => remove(ids)}
        onDissolve={dissolve}
        onShift={(by) => change((tree) => [...ids].reduce((changed, id) => shiftNode(changed, id, by), tree))}
        onExpand={(all) => setExpanded(all ? allGroups(root) : new Set([root.id]))}
      />
      {size(root) > SEEN_NODES ? <TreeSearch root={root} field={field} onFound={show} onEnter={enter} /> : null}
      <div ref={place} onKeyDownCapture={onKeyDown}>
        <Virtualizer layout={ListLayout} layoutOptions={{ rowHeight: ROW_HEIGHT }}>
          <Tree
            aria-label={label}
            className="tree"
            style={{ height: `min(max(300px, 100vh - 400px), ${openNodes(root, expanded).length * ROW_HEIGHT + 2}px)` }}
            items={[view]}
            selectionMode="multiple"
            selectedKeys={selection}
            onSelectionChange={setSelection}
            expandedKeys={expanded}
            onExpandedChange={(keys) => setExpanded(new Set(keys))}
          >
            {(node: ShownNode) => <TreeRow node={node} things={things} />}
          </Tree>
        </Virtualizer>
      </div>
      {asking === undefined ? null : (
        <Asked
          asking={asking}
          root={root}
          onClose={() => setAsking(undefined)}
          onName={(name) => {
            const [first] = asking.ids
            if (asking.kind === 'rename') change((tree) => renameNode(tree, first, name))
            else if (asking.kind === 'group') {
              const made = groupNodes(root, asking.ids, name)
              change(() => made.root)
              setExpanded((ids) => new Set([...ids, made.group.id]))
              setSelection(new Set())
            } else {
              const place = groupFor(root, first)
              change((tree) => addNodes(tree, place, [asking.kind === 'add-group' ? newGroup(name) : newValue(name)]))
              open(place)
            }
            setAsking(undefined)
          }}
          onPlace={(group) => {
            change((tree) => moveNodes(tree, asking.ids, group))
            open(group)
            setSelection(new Set())
            setAsking(undefined)
          }}
        />
      )}
    </>
  )
}

/** Expands the groups above a node and scrolls to it. */
function useShownNode(root: EditNode, expanded: ReadonlySet<Key>, open: (id: string) => void) {
  const place = useRef<HTMLDivElement>(null)
  const [shown, setShown] = useState<string>()
  const tree = () => place.current?.querySelector<HTMLElement>('.tree')
  useEffect(() => {
    const element = place.current?.querySelector<HTMLElement>('.tree')
    if (shown === undefined || element === null || element === undefined) return
    const top = openNodes(root, expanded).indexOf(shown) * ROW_HEIGHT
    if (top < element.scrollTop || top + ROW_HEIGHT > element.scrollTop + element.clientHeight)
      element.scrollTop = top - element.clientHeight / 2
    // Only once: later edits must not scroll back.
    setShown(undefined)
  }, [shown, root, expanded])
  return {
    place,
    show: (id: string) => {
      open(id)
      setShown(id)
    },
    enter: () => tree()?.querySelector<HTMLElement>('[role="row"][aria-selected="true"]')?.focus(),
  }
}

function openNodes(root: EditNode, expanded: ReadonlySet<Key>): string[] {
  const below = (root.children ?? []).flatMap((child) => openNodes(child, expanded))
  return expanded.has(root.id) ? [root.id, ...below] : [root.id]
}

function size(root: EditNode): number {
  let nodes = 0
  visitNodes(root, () => nodes++)
  return nodes
}

function Asked(props: {
  asking: NonNullable<Asking>
  root: EditNode
  onClose: () => void
  onName: (name: string) => void
  onPlace: (group: string) => void
}): ReactNode {
  const { asking, root, onClose, onName, onPlace } = props
  const [first] = asking.ids
  if (asking.kind === 'move') return <PlaceWindow root={root} moved={asking.ids} onClose={onClose} onPlace={onPlace} />
  const words = chooseWords(asking.kind)
  return <NameWindow {...words} onClose={onClose} onName={onName} />

  function chooseWords(kind: Exclude<NonNullable<Asking>['kind'], 'move'>) {
    const { size } = asking.ids
    if (kind === 'rename')
      return { title: 'Rename', label: 'Name', name: findNode(root, first)?.name ?? '', action: 'Rename' }
    const free = freeNodeName(root, 'group')
    const label = 'Name of the group'
    if (kind === 'group')
      return { title: size === 1 ? 'Group one node' : `Group ${size} nodes`, label, name: free, action: 'Group' }
    const under = `under ${findNode(root, groupFor(root, first))?.name ?? ''}`
    return kind === 'add-group'
      ? { title: `Add a group ${under}`, label, name: free, action: 'Add' }
      : { title: `Add a value ${under}`, label: 'Name of the value', name: '', action: 'Add' }
  }
}

type KeyAction = 'rename' | 'remove' | 'group' | 'move' | 'up' | 'down' | 'find'

/** The action of a key, the focused node, and the nodes it is about: the selected ones, or else the focused one. */
function readKey({ target, key, ctrlKey, metaKey, altKey }: KeyboardEvent, root: EditNode, ids: ReadonlySet<string>) {
  const element = target as HTMLElement
  const act = keyAction(key, ctrlKey || metaKey, altKey)
  if (act === undefined || element.closest('input, textarea') !== null) return undefined
  const focused = element.closest<HTMLElement>('[role="row"]')?.dataset['key'] ?? ''
  const chosen = ids.size > 0 ? ids : new Set(focused === '' || focused === root.id ? [] : [focused])
  if (act === 'find') return { act, focused, chosen }
  return (act === 'rename' ? focused === '' : chosen.size === 0) ? undefined : { act, focused, chosen }
}

function keyAction(key: string, meta: boolean, alt: boolean): KeyAction | undefined {
  if (key === 'F2') return 'rename'
  if (key === 'Delete') return 'remove'
  if (alt && key === 'ArrowUp') return 'up'
  if (alt && key === 'ArrowDown') return 'down'
  return meta ? LETTERS[key.toLowerCase()] : undefined
}

const LETTERS: Readonly<Record<string, KeyAction>> = { f: 'find', g: 'group', m: 'move' }

/** The group that receives a new node: the selected group, the group of the selected value, or the root. */
function groupFor(root: EditNode, id: string | undefined): string {
  if (id === undefined) return root.id
  return findNode(root, id)?.children === undefined ? (findParent(root, id)?.id ?? root.id) : id
}

function chosen(root: EditNode, selection: Selection): Set<string> {
  const ids = new Set<string>()
  visitNodes(root, ({ id }, parent) => {
    if (parent !== undefined && (selection === 'all' || selection.has(id))) ids.add(id)
  })
  return ids
}

function firstExpanded(root: EditNode): Set<Key> {
  return size(root) <= OPEN_NODES ? allGroups(root) : new Set([root.id])
}

function allGroups(root: EditNode): Set<Key> {
  const groups = new Set<Key>()
  visitNodes(root, ({ id, children }) => {
    if (children !== undefined) groups.add(id)
  })
  return groups
}
