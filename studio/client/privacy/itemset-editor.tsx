/**
 * Edits lists of item sets kept in files: privacy constraints, groups of items, queries. Items are picked by search;
 * the page never loads all of them.
 */
import { type ReactNode, useState } from 'react'
import { formatCount, many } from '../../../src/ground/format.ts'
import type { ListAnswer, ListKind } from '../../server/job/api.ts'
import { Button } from '../kit/controls.tsx'
import { post } from '../shell/request.ts'
import type { JobDocument } from '../shell/studio.tsx'
import { FileWindow } from './file-window.tsx'
import { ItemPicker } from './item-picker.tsx'

const listWords: Readonly<
  Record<ListKind, { title: string; one: string; several: string; meaning: string; file: string }>
> = {
  constraints: {
    title: 'Privacy constraints',
    one: 'constraint',
    several: 'constraints',
    meaning: 'Items that somebody may know of a person: as published, at least k baskets fit them, or none.',
    file: 'policy.txt',
  },
  groups: {
    title: 'Utility constraints',
    one: 'group',
    several: 'groups',
    meaning: 'Items that may be generalized together. An item in no group stays as it is or is suppressed.',
    file: 'groups.txt',
  },
  workload: {
    title: 'Queries',
    one: 'query',
    several: 'queries',
    meaning: 'How many people have all of these items? ARE says how far the release is off on average.',
    file: 'queries.txt',
  },
}

const MOST_SHOWN = 100

export function ItemsetEditor(props: {
  document: JobDocument
  kind: ListKind
  /** Path in the job, relative to the job. */
  file: string | undefined
  onSaved: (file: string) => void
  onClose: () => void
}): ReactNode {
  const { document, kind, ...rest } = props
  const { job, base } = document
  const words = listWords[kind]
  const [sets, setSets] = useState<readonly (readonly string[])[]>([])
  const [picked, setPicked] = useState<readonly string[]>([])
  const add = (): void => {
    if (picked.length === 0) return
    setSets((current) => [...current, picked])
    setPicked([])
  }
  return (
    <FileWindow
      {...rest}
      title={words.title}
      usual={words.file}
      isEmpty={sets.length === 0}
      read={async (path) => {
        const answer = await post<ListAnswer>('job/list/read', { job, base, kind, path })
        setSets(answer.sets)
        return answer.error
      }}
      write={(path, force) => post<ListAnswer>('job/list/write', { job, base, kind, path, sets, force })}
    >
      <p className="help">{words.meaning}</p>
      <div className="columns-two itemsets">
        <section className="stack" aria-label={`A new ${words.one}`}>
          <ItemPicker document={document} picked={picked} onChange={setPicked} />
          <Button onPress={add} isDisabled={picked.length === 0}>
            Add the {words.one}
          </Button>
        </section>
        <section className="stack" aria-label="The list">
          <h3>{many(sets.length, words.one, words.several)}</h3>
          <ItemsetList sets={sets} one={words.one} onRemove={(i) => setSets(sets.filter((_, j) => j !== i))} />
        </section>
      </div>
    </FileWindow>
  )
}

function ItemsetList(props: {
  sets: readonly (readonly string[])[]
  one: string
  onRemove: (index: number) => void
}): ReactNode {
  const { sets, one, onRemove } = props
  if (sets.length === 0) return <p className="help">None yet: pick items and add them, or read a file.</p>
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
      <ol className="sets" tabIndex={0}>
        {sets.slice(0, MOST_SHOWN).map((set, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a set is its place in the file
          <li key={i}>
            <span>{set.join(' · ')}</span>
            <Button quiet aria-label={`Remove ${one} ${i + 1}: ${set.join(', ')}`} onPress={() => onRemove(i)}>
              ×
            </Button>
          </li>
        ))}
      </ol>
      {sets.length > MOST_SHOWN ? <p className="help">and {formatCount(sets.length - MOST_SHOWN)} more</p> : null}
    </>
  )
}
