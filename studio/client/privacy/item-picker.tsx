/** Searches and picks items, most frequent first. */
import { type ReactNode, useState } from 'react'
import { formatCount, many } from '../../../src/ground/format.ts'
import type { ItemsAnswer } from '../../server/job/api.ts'
import { Button, TextInput } from '../kit/controls.tsx'
import { Notice } from '../kit/notice.tsx'
import type { JobDocument } from '../shell/studio.tsx'
import { useAnswer } from '../shell/use-answer.ts'

const MOST = 30
/** Milliseconds without a change before the request. */
const CALM = 120

export function ItemPicker(props: {
  document: JobDocument
  picked: readonly string[]
  onChange: (picked: readonly string[]) => void
}): ReactNode {
  const { document, picked, onChange } = props
  const { job, base } = document
  const [search, setSearch] = useState('')
  const { latest: answer, error } = useAnswer<ItemsAnswer>('job/items', { job, base, search, most: MOST }, CALM)
  const free = (answer?.items ?? []).filter(({ item }) => !picked.includes(item))
  return (
    <>
      <TextInput label="Find items" value={search} onChange={setSearch} placeholder="part of a name" />
      {error === undefined ? null : <Notice kind="error">{error}</Notice>}
      <ul className="row picked" aria-label="Picked items">
        {picked.length === 0 ? <li className="help">nothing picked yet</li> : null}
        {picked.map((item) => (
          <li key={item}>
            <Button aria-label={`Take out ${item}`} onPress={() => onChange(picked.filter((name) => name !== item))}>
              {item} <span aria-hidden="true">×</span>
            </Button>
          </li>
        ))}
      </ul>
      <ul className="found" aria-label="Items that fit">
        {free.map(({ item, support }) => (
          <li key={item}>
            <Button
              quiet
              aria-label={`Pick ${item} ${formatCount(support)}`}
              onPress={() => onChange([...picked, item])}
            >
              <span>{item}</span> <small>{formatCount(support)}</small>
            </Button>
          </li>
        ))}
      </ul>
      {answer === undefined ? null : (
        <p className="help">
          {many(answer.total, 'item fits', 'items fit')}; the number is how many of {many(answer.baskets, 'basket')}{' '}
          hold it.
        </p>
      )}
    </>
  )
}
