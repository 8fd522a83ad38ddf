/** A dialog that edits a file of the folder: reads it when opened, and asks before replacing another file. */
import { type ReactNode, useEffect, useState } from 'react'
import { Button, TextInput, Window } from '../kit/controls.tsx'
import { Notice } from '../kit/notice.tsx'
import { RequestError } from '../shell/request.ts'

export function FileWindow(props: {
  title: string
  /** Path in the job, relative to the job. */
  file: string | undefined
  usual: string
  isEmpty: boolean
  /** Resolves to an error message, if any. */
  read: (path: string) => Promise<string | undefined>
  write: (path: string, force: boolean) => Promise<unknown>
  onSaved: (file: string) => void
  onClose: () => void
  children: ReactNode
}): ReactNode {
  const { title, file, usual, isEmpty, read, write, onSaved, onClose, children } = props
  const [path, setPath] = useState(file ?? usual)
  const [error, setError] = useState<string>()
  const [inTheWay, setInTheWay] = useState<string>()
  const show = (from: string): void => void read(from).then(setError, (reason: Error) => setError(reason.message))
  // biome-ignore lint/correctness/useExhaustiveDependencies: read once, when the window opens
  useEffect(() => {
    if (file !== undefined) show(file)
  }, [])
  const save = async (): Promise<void> => {
    setError(undefined)
    try {
      await write(path, path === file || inTheWay === path)
      onSaved(path)
      onClose()
    } catch (reason) {
      if (reason instanceof RequestError && reason.kind === 'OutputExists') setInTheWay(path)
      else setError((reason as Error).message)
    }
  }
  return (
    <Window title={title} onClose={onClose} wide>
      <div className="stack">
        {children}
        {error === undefined ? null : <Notice kind="error">{error}</Notice>}
        {inTheWay === path ? <Notice kind="warning">{path} exists already. Replace it?</Notice> : null}
        <div className="row end editor-foot">
          <TextInput label="File" value={path} onChange={setPath} />
          <Button onPress={() => show(path)}>Read it</Button>
          <Button primary isDisabled={isEmpty || path.trim() === ''} onPress={() => void save()}>
            {inTheWay === path ? 'Replace it' : 'Save and use'}
          </Button>
          <Button onPress={onClose}>Cancel</Button>
        </div>
      </div>
    </Window>
  )
}
