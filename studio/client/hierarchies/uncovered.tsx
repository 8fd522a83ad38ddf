/** Values missing from a tree: drag them into a group, or use a button. */
import { type ReactNode, useState } from 'react'
import { GridList, GridListItem, ListLayout, type Selection, useDragAndDrop, Virtualizer } from 'react-aria-components'
import { formatCount } from '../../../src/ground/format.ts'
import { Button } from '../kit/controls.tsx'
import { GroupChoice } from './name-window.tsx'
import { VALUE_TYPE } from './tree-editor.tsx'
import { addNodes, type EditNode, findNode, newValue } from './tree-model.ts'
import { RowCheck } from './tree-row.tsx'
import { editTree } from './tree-store.ts'

export function UncoveredValues(props: {
  file: string
  root: EditNode
  values: readonly string[]
  counts: ReadonlyMap<string, number>
}): ReactNode {
  const { file, root, values, counts } = props
  const [selection, setSelection] = useState<Selection>(new Set())
  const [group, setGroup] = useState<string>()
  const { dragAndDropHooks } = useDragAndDrop({
    getItems: (keys) => [...keys].map((key) => ({ [VALUE_TYPE]: String(key), 'text/plain': String(key) })),
    getAllowedDropOperations: () => ['move'],
  })
  const chosen = selection === 'all' ? values : values.filter((value) => selection.has(value))
  const target = group !== undefined && findNode(root, group) !== undefined ? group : root.id
  const put = (moved: readonly string[]) => {
    editTree(file, (tree) => addNodes(tree, target, moved.map(newValue)))
    setSelection(new Set())
  }
  return (
    <div className="uncovered">
      <h3>{values.length === 1 ? '1 value is' : `${formatCount(values.length)} values are`} not in the tree</h3>
      <p className="help">Drag them into a group, or choose one here.</p>
      <Virtualizer layout={ListLayout} layoutOptions={{ rowHeight: 30 }}>
        <GridList
          aria-label="Values that are not in the tree"
          className="value-list"
          selectionMode="multiple"
          selectedKeys={selection}
          onSelectionChange={setSelection}
          dragAndDropHooks={dragAndDropHooks}
          items={values.map((value) => ({ id: value }))}
          style={{ height: Math.min(240, values.length * 30 + 2) }}
        >
          {({ id }) => (
            <GridListItem id={id} textValue={id} className="value-item">
              <RowCheck />
              <span className="tree-name" title={id}>
                {id}
              </span>
              <span className="tree-count">{formatCount(counts.get(id) ?? 0)}</span>
            </GridListItem>
          )}
        </GridList>
      </Virtualizer>
      <div className="row end">
        <GroupChoice label="Into the group" root={root} value={target} onChange={setGroup} />
        <Button isDisabled={chosen.length === 0} onPress={() => put(chosen)}>
          Add selected
        </Button>
        <Button primary onPress={() => put(values)}>
          Add all
        </Button>
      </div>
    </div>
  )
}
