/** Generates or imports trees as a first draft, in one step that can be undone. */
import type { ReactNode } from 'react'
import { FileTrigger } from 'react-aria-components'
import type { GroupRequest, TreeAnswer } from '../../server/hierarchies/api.ts'
import { Button, MenuButton } from '../kit/controls.tsx'
import { post } from '../shell/request.ts'
import { type OpenedData, useStudio, useTelling } from '../shell/studio.tsx'
import { toEditTree } from './tree-model.ts'
import { editTree } from './tree-store.ts'

const ways: readonly { readonly id: GroupRequest['by']; readonly title: string }[] = [
  { id: 'name', title: 'By the first word of their names' },
  { id: 'prefix', title: 'By how they begin, as codes do' },
  { id: 'frequency', title: 'By frequency: rare ones together' },
]

export function GroupForMe({ data, file, column }: { data: OpenedData; file: string; column: string }): ReactNode {
  const { tell } = useStudio()
  const telling = useTelling()
  const group = (by: GroupRequest['by']) =>
    telling(async () => {
      const { tree } = await post<TreeAnswer>('hierarchies/group', { data: data.id, column, by })
      editTree(file, () => toEditTree(tree))
      tell({ kind: 'good', text: `The values of ${column} are in new groups; Undo brings the old ones back` })
    })
  return <MenuButton title="Group for me" items={ways} onAction={(by) => void group(by)} />
}

/** Reads a tree from a file of this machine: nested JSON, or one line per value. */
export function ImportTree({ file, column }: { file: string; column: string }): ReactNode {
  const { tell } = useStudio()
  const telling = useTelling()
  const take = (chosen: File) =>
    telling(async () => {
      const { tree } = await post<TreeAnswer>('hierarchies/import', { name: chosen.name, text: await chosen.text() })
      editTree(file, () => toEditTree(tree))
      tell({ kind: 'good', text: `${chosen.name} is the tree of ${column} now; Undo brings the old one back` })
    })
  return (
    <FileTrigger
      acceptedFileTypes={['.json', '.csv', '.tsv', '.txt']}
      onSelect={(files) => {
        const chosen = files?.item(0)
        if (chosen != null) void take(chosen)
      }}
    >
      <Button>Import …</Button>
    </FileTrigger>
  )
}
