/**
 * Lists of itemsets, edited in a window and kept as a file in the folder: privacy constraints, groups of items that may be
 * generalized together, queries. Items are picked by search; the page never holds all items.
 */
import { type ReactNode, useEffect, useState } from 'react'
import { formatCount } from '../../../src/report/format.ts'
import type { ListAnswer, ListKind } from '../../server/job/api.ts'
import { Button, TextInput, Window } from '../kit/controls.tsx'
import { Notice } from '../kit/notice.tsx'
import { post, RequestError } from '../shell/request.ts'
import type { JobDocument } from '../shell/studio.tsx'
import { ItemPicker } from './item-picker.tsx'

/** What a list is called, and what one of its lines means. */
export const listWords: Readonly<Record<ListKind, { title: string; one: string; meaning: string; file: string }>> = {
  constraints: {
    title: 'Privacy constraints',
    one: 'constraint',
    meaning: 'Items that somebody may know of a person: as published, at least k baskets fit them, or none.',
    file: 'policy.txt',
  },
  groups: {
    title: 'Utility constraints',
    one: 'group',
    meaning: 'Items that may be generalized together. An item in no group stays as it is or is suppressed.',
    file: 'groups.txt',
  },
  workload: {
    title: 'Queries',
    one: 'query',
    meaning: 'How many people have all of these items? ARE says how far the release is off on average.',
    file: 'queries.txt',
  },
}

/** Longer lists are shown in part. */
const MOST_SHOWN = 100

export function ItemsetEditor(props: {
  document: JobDocument
  kind: ListKind
  /** The file of the job, relative to it. */
  file: string | undefined
  onSaved: (file: string) => void
  onClose: () => void
}): ReactNode {
  const { document, kind, file, onSaved, onClose } = props
  const { job, base } = document
  const words = listWords[kind]
  const [sets, setSets] = useState<readonly (readonly string[])[]>([])
  const [picked, setPicked] = useState<readonly string[]>([])
  const [path, setPath] = useState(file ?? words.file)
  const [error, setError] = useState<string>()
  const [inTheWay, setInTheWay] = useState<string>()
  const read = async (from: string): Promise<void> => {
    try {
      const answer = await post<ListAnswer>('job/list/read', { job, base, kind, path: from })
      setSets(answer.sets)
      setError(answer.error)
    } catch (reason) {
      setError((reason as Error).message)
    }
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: read once, when the window opens
  useEffect(() => {
    if (file !== undefined) void read(file)
  }, [])
  const add = (): void => {
    if (picked.length === 0) return
    setSets((own) => [...own, picked])
    setPicked([])
  }
  const save = async (): Promise<void> => {
    setError(undefined)
    const force = path === file || inTheWay === path
    try {
      await post<ListAnswer>('job/list/write', { job, base, kind, path, sets, force })
      onSaved(path)
      onClose()
    } catch (reason) {
      if (reason instanceof RequestError && reason.kind === 'OutputExists') setInTheWay(path)
      else setError((reason as Error).message)
    }
  }
  return (
    <Window title={words.title} onClose={onClose} wide>
      <p className="help">{words.meaning}</p>
      <div className="itemsets">
        <section className="stack" aria-label={`A new ${words.one}`}>
          <ItemPicker document={document} picked={picked} onChange={setPicked} />
          <Button onPress={add} isDisabled={picked.length === 0}>
            Add the {words.one}
          </Button>
        </section>
        <section className="stack" aria-label="The list">
          <h3>
            {formatCount(sets.length)} {sets.length === 1 ? words.one : plural(words.one)}
          </h3>
          <ItemsetList sets={sets} one={words.one} onRemove={(i) => setSets(sets.filter((_, j) => j !== i))} />
        </section>
      </div>
      {error === undefined ? null : <Notice kind="error">{error}</Notice>}
      {inTheWay === path ? <Notice kind="warning">{path} exists already. Replace it?</Notice> : null}
      <div className="row end editor-foot">
        <TextInput label="File" value={path} onChange={setPath} />
        <Button onPress={() => void read(path)}>Read it</Button>
        <Button primary isDisabled={sets.length === 0 || path.trim() === ''} onPress={() => void save()}>
          {inTheWay === path ? 'Replace it' : 'Save and use'}
        </Button>
        <Button onPress={onClose}>Cancel</Button>
      </div>
    </Window>
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

export function plural(one: string): string {
  return one === 'query' ? 'queries' : `${one}s`
}
