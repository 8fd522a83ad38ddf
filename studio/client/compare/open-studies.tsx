/** Studies that lie in the folder, to be looked at again or to be gone on with. */
import { type ReactNode, useEffect, useState } from 'react'
import type { FolderFile } from '../../server/data/api.ts'
import { Button } from '../kit/controls.tsx'
import { Panel } from '../kit/panel.tsx'
import { get } from '../shell/request.ts'

export function OpenStudies({ onOpen }: { onOpen: (path: string) => void }): ReactNode {
  const [files, setFiles] = useState<readonly FolderFile[]>([])
  useEffect(() => {
    get<readonly FolderFile[]>('data/files').then(setFiles, () => {})
  }, [])
  const studies = files.filter(({ kind }) => kind === 'study')
  if (studies.length === 0) return null
  return (
    <Panel title="Studies in this folder">
      <ul className="plain-list">
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
