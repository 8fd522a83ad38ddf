/** Imports a tree in one step that can be undone. */
import type { ReactNode } from 'react'
import { FileTrigger } from 'react-aria-components'
import type { TreeAnswer } from '../../server/hierarchies/api.ts'
import { Button } from '../kit/controls.tsx'
import { post } from '../shell/request.ts'
import { useStudio, useTelling } from '../shell/use-studio.ts'
import { toEditTree } from './tree-model.ts'
import { editTree } from './tree-store.ts'

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
