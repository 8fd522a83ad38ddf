/** Adds a column that the job derives from others, and reads the data with it. */
import { type ReactNode, useState } from 'react'
import { DATE_PARTS } from '../../../src/table/column.ts'
import type { Job } from '../../../src/table/job-schema.ts'
import type { OpenAnswer } from '../../server/data/api.ts'
import { Button, Choice, TextInput, Window } from '../kit/controls.tsx'
import { post } from '../shell/request.ts'
import { type OpenedData, useStudio, useTelling } from '../shell/use-studio.ts'

/** The title of each rule, and the labels of its two settings. */
const RULES = {
  years: ['Completed years between two dates', 'From', 'To'],
  days: ['Days between two dates', 'From', 'To'],
  part: ['A part of a date', 'Date', 'Part'],
  place: ['A place', 'Latitude', 'Longitude'],
  bin: ['Bins of numbers', 'Number', 'Edges, such as 1000, 5000'],
  map: ['What a file says of each value', 'Value', 'CSV file with two columns'],
} as const
type Rule = keyof typeof RULES

export function DeriveColumn({ data }: { data: OpenedData }): ReactNode {
  const { document, setData, setDocument } = useStudio()
  const telling = useTelling()
  const [isOpen, setOpen] = useState(false)
  const [name, setName] = useState('')
  const [rule, setRule] = useState<Rule>('years')
  const [first, setFirst] = useState('')
  const [second, setSecond] = useState('')
  if (document === undefined) return null
  const chooseRule = (id: Rule) => {
    setRule(id)
    setSecond('')
  }
  const add = () =>
    telling(async () => {
      const { job, base } = document
      const others = rule === 'bin' ? second.split(/[,;\s]+/).map(Number) : [second]
      const column = { role: 'quasi-identifier', derive: { [rule]: [first, ...others] } }
      const next = { ...job, columns: { ...job.columns, [name]: column } } as Job
      setData(await post<OpenAnswer>('data/open', { job: next, base }))
      setDocument({ ...document, job: next, saved: false })
      setOpen(false)
    })
  const choices = (ids: readonly string[]) => ids.map((id) => ({ id, title: id }))
  const columns = choices(data.columns.map((column) => column.name))
  const rules = Object.entries(RULES).map(([id, [title]]) => ({ id: id as Rule, title }))
  const [, firstLabel, secondLabel] = RULES[rule]
  return (
    <>
      <Button onPress={() => setOpen(true)}>Derive a column</Button>
      {isOpen ? (
        <Window title="Derive a column" onClose={() => setOpen(false)}>
          <TextInput label="Name" value={name} onChange={setName} />
          <Choice label="Rule" value={rule} items={rules} onChange={chooseRule} />
          <Choice label={firstLabel} value={first || undefined} items={columns} onChange={setFirst} />
          {rule === 'bin' || rule === 'map' ? (
            <TextInput label={secondLabel} value={second} onChange={setSecond} />
          ) : (
            <Choice
              label={secondLabel}
              value={second || undefined}
              items={rule === 'part' ? choices(DATE_PARTS) : columns}
              onChange={setSecond}
            />
          )}
          <Button primary isDisabled={[name, first, second].includes('')} onPress={() => void add()}>
            Add
          </Button>
        </Window>
      ) : null}
    </>
  )
}
