/** Values missing from a tree, and the group to put them into. */
import { type ReactNode, useState } from 'react'
import { formatCount } from '../../../src/ground/format.ts'
import { Button } from '../kit/controls.tsx'
import { Panel } from '../kit/panel.tsx'
import { GroupChoice } from './name-window.tsx'
import { addNodes, type EditNode, findNode, newValue } from './tree-model.ts'
import { editTree } from './tree-store.ts'

const MOST_NAMED = 40

export function UncoveredValues(props: { file: string; root: EditNode; values: readonly string[] }): ReactNode {
  const { file, root, values } = props
  const [group, setGroup] = useState<string>()
  if (values.length === 0) return null
  const target = group !== undefined && findNode(root, group) !== undefined ? group : root.id
  const more = values.length - MOST_NAMED
  return (
    <Panel title={`${values.length === 1 ? '1 value is' : `${formatCount(values.length)} values are`} not in the tree`}>
      <p>{values.slice(0, MOST_NAMED).join(' · ') + (more > 0 ? ` · and ${formatCount(more)} more` : '')}</p>
      <div className="row end">
        <GroupChoice label="Into the group" root={root} value={target} onChange={setGroup} />
        <Button primary onPress={() => editTree(file, (tree) => addNodes(tree, target, values.map(newValue)))}>
          Add all
        </Button>
      </div>
    </Panel>
  )
}
