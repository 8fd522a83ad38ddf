/** Adds a column that the job derives from others, and reads the data with it. */
import { type ReactNode, useState } from 'react'
import { DATE_PARTS } from '../../../src/table/column.ts'
import type { Job } from '../../../src/table/job-schema.ts'
import type { OpenAnswer } from '../../server/data/api.ts'
import { Button, Choice, TextInput, Window } from '../kit/controls.tsx'
import { post } from '../shell/request.ts'
import { type OpenedData, useStudio, useTelling } from '../shell/use-studio.ts'

type Second = 'column' | 'part' | 'text'
const RULES = [
  { id: 'years', title: 'Completed years between two dates', labels: ['From', 'To'], second: 'column' },
  { id: 'days', title: 'Days between two dates', labels: ['From', 'To'], second: 'column' },
  { id: 'part', title: 'A part of a date', labels: ['Date', 'Part'], second: 'part' },
  { id: 'place', title: 'A place', labels: ['Latitude', 'Longitude'], second: 'column' },
  { id: 'bin', title: 'Bins of numbers', labels: ['Number', 'Edges, such as 1000, 5000'], second: 'text' },
  {
    id: 'map',
    title: 'What a file says of each value',
    labels: ['Value', 'CSV file with two columns'],
    second: 'text',
  },
] as const satisfies readonly { id: string; title: string; labels: readonly [string, string]; second: Second }[]

export function DeriveColumn({ data }: { data: OpenedData }): ReactNode {
  const { document, setData, setDocument } = useStudio()
  const telling = useTelling()
  const [isOpen, setOpen] = useState(false)
  const [name, setName] = useState('')
  const [rule, setRule] = useState<(typeof RULES)[number]>(RULES[0])
  const [first, setFirst] = useState('')
  const [second, setSecond] = useState('')
  if (document === undefined) return null
  const add = () =>
    telling(async () => {
      const { job, base } = document
      const others = rule.id === 'bin' ? second.split(/[,;\s]+/).map(Number) : [second]
      const column = { role: 'quasi-identifier', derive: { [rule.id]: [first, ...others] } }
      const next = { ...job, columns: { ...job.columns, [name]: column } } as Job
      setData(await post<OpenAnswer>('data/open', { job: next, base }))
      setDocument({ ...document, job: next, saved: false })
      setOpen(false)
    })
  const choices = (ids: readonly string[]) => ids.map((id) => ({ id, title: id }))
  const columns = choices(data.columns.map((column) => column.name))
  const items = rule.second === 'column' ? columns : choices(DATE_PARTS)
  return (
    <>
      <Button onPress={() => setOpen(true)}>Derive a column</Button>
      {isOpen ? (
        <Window title="Derive a column" onClose={() => setOpen(false)}>
          <TextInput label="Name" value={name} onChange={setName} />
          <Choice
            label="Rule"
            value={rule.id}
            items={RULES}
            onChange={(id) => {
              setRule(RULES.find((one) => one.id === id) ?? RULES[0])
              setSecond('')
            }}
          />
          <Choice label={rule.labels[0]} value={first || undefined} items={columns} onChange={setFirst} />
          {rule.second === 'text' ? (
            <TextInput label={rule.labels[1]} value={second} onChange={setSecond} />
          ) : (
            <Choice label={rule.labels[1]} value={second || undefined} items={items} onChange={setSecond} />
          )}
          <Button primary isDisabled={[name, first, second].includes('')} onPress={() => void add()}>
            Add
          </Button>
        </Window>
      ) : null}
    </>
  )
}
