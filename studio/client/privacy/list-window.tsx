/**
 * Edits a list of sets of items or queries that is kept in a file, a line for each; asks before replacing another file.
 */
import { type ReactNode, useEffect, useState } from 'react'
import type { ListKind } from '../../server/job/api.ts'
import { FormWindow, TextInput } from '../kit/controls.tsx'
import { Notice } from '../kit/notice.tsx'
import { post, RequestError } from '../shell/request.ts'
import type { JobDocument } from '../shell/studio.tsx'

const words: Readonly<Record<ListKind, { title: string; label: string; help: string; file: string; such: string }>> = {
  constraints: {
    title: 'Privacy constraints',
    label: 'A set of items per line',
    help: 'Items that somebody may know of a person: as published, at least k baskets fit them, or none.',
    file: 'policy.txt',
    such: 'bread milk',
  },
  groups: {
    title: 'Utility constraints',
    label: 'A group of items per line',
    help: 'Items that may be generalized together. An item in no group stays as it is or is suppressed.',
    file: 'groups.txt',
    such: 'bread rolls',
  },
  workload: {
    title: 'Queries',
    label: 'A set of items per line',
    help: 'How many people have all of these items? ARE says how far the release is off on average.',
    file: 'queries.txt',
    such: 'bread milk',
  },
  queries: {
    title: 'Queries',
    label: 'A query per line',
    help:
      'How many rows fit all conditions of a line? Both ends of a range belong to it; the name of a tree node ' +
      'stands for all below it.',
    file: 'queries.txt',
    such: 'age 30..39, sex = Female, education in [Bachelors, Masters]',
  },
}

export function ListWindow(props: {
  document: JobDocument
  kind: ListKind
  /** Path in the job, relative to the job. */
  file: string | undefined
  onSaved: (file: string) => void
  onClose: () => void
}): ReactNode {
  const { document, kind, file, onSaved, onClose } = props
  const { job, base } = document
  const { title, label, help, file: usual, such } = words[kind]
  const [text, setText] = useState('')
  const [path, setPath] = useState(file ?? usual)
  const [error, setError] = useState<string>()
  const [inTheWay, setInTheWay] = useState<string>()
  useEffect(() => {
    if (file === undefined) return
    post<{ text: string }>('job/list/read', { base, path: file }).then(
      (answer) => setText(answer.text),
      (reason: Error) => setError(reason.message),
    )
  }, [base, file])
  const save = async (): Promise<void> => {
    setError(undefined)
    try {
      await post('job/list/write', { job, base, kind, path, text, force: path === file || inTheWay === path })
      onSaved(path)
      onClose()
    } catch (reason) {
      if (reason instanceof RequestError && reason.kind === 'OutputExists') setInTheWay(path)
      else setError((reason as Error).message)
    }
  }
  return (
    <FormWindow
      title={title}
      action={inTheWay === path ? 'Replace it' : 'Save and use'}
      isReady={text.trim() !== '' && path.trim() !== ''}
      onSend={() => void save()}
      onClose={onClose}
      wide
    >
      <TextInput label={label} lines={10} value={text} onChange={setText} placeholder={such} help={help} />
      <TextInput label="File" value={path} onChange={setPath} />
      {error === undefined ? null : <Notice kind="error">{error}</Notice>}
      {inTheWay === path ? <Notice kind="warning">{path} exists already. Replace it?</Notice> : null}
    </FormWindow>
  )
}
