/** Lists the studies in the folder, to open or to continue. */
import type { ReactNode } from 'react'
import type { FolderFile } from '../../server/data/api.ts'
import { Button } from '../kit/controls.tsx'
import { Panel } from '../kit/panel.tsx'
import { useAnswer } from '../shell/use-answer.ts'

export function OpenStudies({ onOpen }: { onOpen: (path: string) => void }): ReactNode {
  const { answer: files = [] } = useAnswer<readonly FolderFile[]>('data/files')
  const studies = files.filter(({ kind }) => kind === 'study')
  if (studies.length === 0) return null
  return (
    <Panel title="Studies in this folder">
      <ul>
        {studies.map(({ path }) => (
          <li key={path}>
            <Button quiet onPress={() => onOpen(path)}>
              {path}
            </Button>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
