/** Names the text file of a list, a line for each entry, that is kept beside the job. */
import { type ReactNode, useState } from 'react'
import { TextInput } from '../kit/controls.tsx'

const words = {
  constraints: 'A set of items per line, such as bread milk: as published, at least k baskets fit them, or none.',
  groups: 'A group of items per line that may be generalized together; an item in no group stays or is suppressed.',
  workload: 'A set of items per line, such as bread milk: how many people have all of them?',
  queries: 'A query per line, such as age 30..39, sex = Female, education in [Bachelors, Masters].',
} as const

export const USUAL_FILES = {
  constraints: 'policy.txt',
  groups: 'groups.txt',
  workload: 'queries.txt',
  queries: 'queries.txt',
} as const

export function ListFile(props: {
  kind: keyof typeof words
  /** Relative to the job. */
  file: string
  onChange: (file: string) => void
}): ReactNode {
  const { kind, file, onChange } = props
  const [text, setText] = useState(file)
  const done = () => {
    if (text.trim() === '') setText(file)
    else if (text !== file) onChange(text.trim())
  }
  return <TextInput label="File beside the job" value={text} onChange={setText} onDone={done} help={words[kind]} />
}
