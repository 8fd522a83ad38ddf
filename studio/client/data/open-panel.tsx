/** Opens a file from the folder's list, by a button, or dropped on the page. */
import { type ReactNode, useEffect, useState } from 'react'
import { FileTrigger } from 'react-aria-components'
import { formatFigure } from '../../../src/ground/format.ts'
import type { FolderFile } from '../../server/data/api.ts'
import { Button, Progress } from '../kit/controls.tsx'
import { Panel } from '../kit/panel.tsx'
import { post } from '../shell/request.ts'
import { useShownAnswer } from '../shell/use-answer.ts'
import { useStudio, useTelling } from '../shell/use-studio.ts'
import type { Opening } from './opening.ts'

export function OpenPanel({ opening }: { opening: Opening }): ReactNode {
  const { facts, records } = useStudio()
  const files = useShownAnswer<readonly FolderFile[]>('data/files')
  const shown = (files ?? []).filter(({ kind }) => kind === 'data' || kind === 'job')
  return (
    <div className="columns-two open-panel">
      <Panel title="Open a file">
        <div className="drop-zone">
          {opening.busy === undefined ? (
            <>
              <p className="drop-words">Drop a file anywhere on this page</p>
              <p className="help">{records.formats.map(({ title }) => title).join(', ')}</p>
              <ChooseFile opening={opening} primary />
            </>
          ) : (
            <Progress label={opening.busy.label} share={opening.busy.share} />
          )}
        </div>
        <p className="help">A dropped file is copied to {facts.folder}/uploads. Nothing leaves this machine.</p>
      </Panel>
      <Panel title="In the folder">
        {files === undefined ? (
          <p className="skeleton">Looking …</p>
        ) : shown.length === 0 ? (
          <p className="help">There is no data file and no job in {facts.folder} yet.</p>
        ) : (
          <ul className="file-list" aria-label="Files in the folder">
            {shown.map((file) => (
              <li key={file.path}>
                <Button quiet onPress={() => void opening.open(file)} isDisabled={opening.busy !== undefined}>
                  {file.path}
                </Button>
                <span className="help">
                  {file.kind === 'job' ? 'job' : 'data'} · {bytesText(file.bytes)}
                </span>
              </li>
            ))}
          </ul>
        )}
      </Panel>
      <Samples opening={opening} />
    </div>
  )
}

function Samples({ opening }: { opening: Opening }): ReactNode {
  const { records } = useStudio()
  const telling = useTelling()
  return (
    <Panel title="No data at hand?" wide>
      <ul className="stack" aria-label="Sample data">
        {records.samples.map(({ name, title, summary }) => (
          <li key={name} className="row">
            <Button
              isDisabled={opening.busy !== undefined}
              onPress={() =>
                void telling(async () => {
                  const { path } = await post<{ path: string }>('data/sample', { name })
                  await opening.open({ path, kind: 'job' })
                })
              }
            >
              Try {title}
            </Button>
            <span className="help">{summary}</span>
          </li>
        ))}
      </ul>
      <p className="help">Made up, with a job and hierarchies; it is written to a folder of its own here.</p>
    </Panel>
  )
}

export function ChooseFile({ opening, primary = false }: { opening: Opening; primary?: boolean }): ReactNode {
  return (
    <FileTrigger
      onSelect={(chosen) => {
        const file = chosen?.item(0)
        if (file != null) void opening.take(file)
      }}
    >
      <Button primary={primary} isDisabled={opening.busy !== undefined}>
        Choose a file …
      </Button>
    </FileTrigger>
  )
}

/** Opens a file dropped anywhere on the page; returns whether one hovers over it. */
export function useDroppedFile(opening: Opening): boolean {
  const [hovers, setHovers] = useState(false)
  const { take } = opening
  useEffect(() => {
    const holdsFile = (event: DragEvent) => event.dataTransfer?.types.includes('Files') === true
    const over = (event: DragEvent) => {
      if (!holdsFile(event)) return
      event.preventDefault()
      setHovers(true)
    }
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) setHovers(false)
    }
    const drop = (event: DragEvent) => {
      if (!holdsFile(event)) return
      event.preventDefault()
      setHovers(false)
      const file = event.dataTransfer?.files.item(0)
      if (file != null) void take(file)
    }
    window.addEventListener('dragover', over)
    window.addEventListener('dragleave', leave)
    window.addEventListener('drop', drop)
    return () => {
      window.removeEventListener('dragover', over)
      window.removeEventListener('dragleave', leave)
      window.removeEventListener('drop', drop)
    }
  }, [take])
  return hovers
}

function bytesText(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`
  const [unit, size] = bytes < 1e6 ? ['kB', 1e3] : bytes < 1e9 ? ['MB', 1e6] : ['GB', 1e9]
  const value = bytes / size
  return `${formatFigure(value < 10 ? Math.round(value * 10) / 10 : Math.round(value))} ${unit}`
}
