import { type ReactNode, useState } from 'react'
import type { FolderFile } from '../../server/data/api.ts'
import type { CommandAnswer } from '../../server/job/api.ts'
import { Button, FormWindow, TextInput, Window } from '../kit/controls.tsx'
import { Notice } from '../kit/notice.tsx'
import { useAnswer } from '../shell/use-answer.ts'
import { useJobs } from './use-jobs.ts'
import './job.css'
import { useStudio } from '../shell/use-studio.ts'

export function OpenWindow({ onClose }: { onClose: () => void }): ReactNode {
  const { open } = useJobs()
  const { answer: all = [] } = useAnswer<readonly FolderFile[]>('data/files')
  const files = all.filter(({ kind }) => kind === 'job')
  const [path, setPath] = useState('')
  const [error, setError] = useState<string>()
  const take = async (file: string) => {
    try {
      await open(file)
      onClose()
    } catch (reason) {
      setError((reason as Error).message)
    }
  }
  return (
    <FormWindow
      title="Open a job"
      action="Open"
      isReady={path.trim() !== ''}
      onSend={() => void take(path)}
      onClose={onClose}
    >
      {files.length === 0 ? null : (
        <ul className="row" aria-label="Job files in the folder">
          {files.map((file) => (
            <li key={file.path}>
              <Button onPress={() => void take(file.path)}>{file.path}</Button>
            </li>
          ))}
        </ul>
      )}
      <TextInput
        label="Job file"
        focused
        value={path}
        onChange={setPath}
        placeholder="job.yaml"
        help="YAML or JSON, in the folder that the studio was started in"
      />
      {error === undefined ? null : <Notice kind="error">{error}</Notice>}
    </FormWindow>
  )
}

export function SaveWindow({ refused, onClose }: { refused?: string; onClose: () => void }): ReactNode {
  const { document } = useStudio()
  const { save } = useJobs()
  const [path, setPath] = useState(document?.file ?? `${document?.base === '' ? '' : `${document?.base}/`}job.yaml`)
  const [asked, setAsked] = useState(refused === undefined ? undefined : { path, message: refused })
  const [error, setError] = useState<string>()
  const replaces = asked?.path === path
  const write = async () => {
    setError(undefined)
    try {
      const { inTheWay } = await save(path, replaces)
      if (inTheWay === undefined) onClose()
      else setAsked({ path, message: inTheWay })
    } catch (reason) {
      setError((reason as Error).message)
    }
  }
  return (
    <FormWindow
      title="Save the job"
      action={replaces ? 'Replace it' : 'Save'}
      isReady={path.trim() !== ''}
      onSend={() => void write()}
      onClose={onClose}
    >
      <TextInput
        label="File"
        focused
        value={path}
        onChange={setPath}
        help="relative to the folder of the studio; the command line runs it as it is"
      />
      {replaces ? <Notice kind="warning">{asked.message}</Notice> : null}
      {error === undefined ? null : <Notice kind="error">{error}</Notice>}
    </FormWindow>
  )
}

export function CommandWindow({ onClose }: { onClose: () => void }): ReactNode {
  const { document, facts } = useStudio()
  const file = document?.file ?? 'job.yaml'
  const path = document === undefined ? undefined : 'job/command'
  const { answer, error } = useAnswer<CommandAnswer>(path, { job: document?.job, file })
  return (
    <Window title="The same on the command line" onClose={onClose} wide>
      {error === undefined ? null : <Notice kind="error">{error}</Notice>}
      {answer === undefined ? null : (
        <div className="stack">
          {document?.saved ? null : (
            <Notice kind="warning">The file does not have what the page has. Save the job first.</Notice>
          )}
          <Copied label="The command" text={answer.command} note={`typed in ${facts.folder}`} />
          <Copied label={file} text={answer.yaml} />
        </div>
      )}
    </Window>
  )
}

function Copied({ label, text, note }: { label: string; text: string; note?: string }): ReactNode {
  const [copied, setCopied] = useState(false)
  const copy = () => void navigator.clipboard.writeText(text).then(() => setCopied(true))
  return (
    <section aria-label={label}>
      <div className="panel-head">
        <h3>
          {label} {note === undefined ? null : <small>{note}</small>}
        </h3>
        <Button aria-label={`${copied ? 'Copied' : 'Copy'} ${label}`} onPress={copy}>
          {copied ? 'Copied' : 'Copy'}
        </Button>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
      <pre tabIndex={0}>{text}</pre>
    </section>
  )
}
