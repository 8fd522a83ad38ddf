/** Imports and exports trees: nested JSON, or one line per value. */
import type { ReactNode } from 'react'
import { FileTrigger } from 'react-aria-components'
import type { TreeAnswer, TreeFormat } from '../../server/hierarchies/api.ts'
import { Button, MenuButton } from '../kit/controls.tsx'
import { post } from '../shell/request.ts'
import { useStudio, useTelling } from '../shell/studio.tsx'
import { type EditNode, toEditTree, toTaxonomy } from './tree-model.ts'
import { editTree } from './tree-store.ts'

const formats: readonly { readonly id: TreeFormat; readonly title: string }[] = [
  { id: 'json', title: 'Nested JSON' },
  { id: 'csv', title: 'A line per value (CSV)' },
]

export function TreeTransfer({ file, root, column }: { file: string; root: EditNode; column: string }): ReactNode {
  const { tell } = useStudio()
  const telling = useTelling()
  const take = (chosen: File) =>
    telling(async () => {
      const { tree } = await post<TreeAnswer>('hierarchies/import', { name: chosen.name, text: await chosen.text() })
      editTree(file, () => toEditTree(tree))
      tell({ kind: 'good', text: `${chosen.name} is the tree of ${column} now; Undo brings the old one back` })
    })
  const give = (format: TreeFormat) =>
    telling(async () => {
      const { text } = await post<{ text: string }>('hierarchies/export', { tree: toTaxonomy(root), format })
      const stem = file.replace(/^.*\//, '').replace(/\.[^.]*$/, '')
      download(`${stem}.${format}`, text)
    })
  return (
    <>
      <FileTrigger
        acceptedFileTypes={['.json', '.csv', '.tsv', '.txt']}
        onSelect={(files) => {
          const chosen = files?.item(0)
          if (chosen != null) void take(chosen)
        }}
      >
        <Button>Import …</Button>
      </FileTrigger>
      <MenuButton title="Export" items={formats} onAction={(format) => void give(format)} />
    </>
  )
}

function download(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/octet-stream' }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
