/** Saves a job and asks how to resolve conflicts with changes made to the file elsewhere. */
import { type ReactNode, useState } from 'react'
import type { Job } from '../../../src/table/job-schema.ts'
import type { ConflictAnswer, JobConflict } from '../../server/job/api.ts'
import { FormWindow, RadioList } from '../kit/controls.tsx'
import { Notice } from '../kit/notice.tsx'
import { type Saved, useJobs } from './use-jobs.ts'

export interface Saving {
  /** Resolves to `stopped` if the user cancels; nothing is written then. */
  save(path: string, force: boolean): Promise<'saved' | 'exists' | 'stopped'>
  readonly question: ReactNode
}

interface Asked {
  readonly conflict: ConflictAnswer
  readonly path: string
  answer(job: Job | undefined): void
}

export function useSaving(): Saving {
  const jobs = useJobs()
  const [asked, setAsked] = useState<Asked>()
  const settled = async (path: string, saved: Saved): Promise<'saved' | 'exists' | 'stopped'> => {
    if (typeof saved === 'string') return saved
    const job = await new Promise<Job | undefined>((answer) => setAsked({ conflict: saved.conflict, path, answer }))
    setAsked(undefined)
    return job === undefined ? 'stopped' : settled(path, await saved.settle(job))
  }
  return {
    save: async (path, force) => settled(path, await jobs.save(path, force)),
    question: asked === undefined ? null : <ConflictWindow {...asked} />,
  }
}

type Side = 'mine' | 'theirs'

function ConflictWindow({ conflict, path, answer }: Asked): ReactNode {
  const { conflicts, merged } = conflict
  const [sides, setSides] = useState<readonly (Side | undefined)[]>(() => conflicts.map(() => undefined))
  const open = sides.filter((side) => side === undefined).length
  const take = () => {
    const theirs = conflicts.filter((_, i) => sides[i] === 'theirs')
    answer(theirs.reduce((job, { path: keys, theirs: value }) => withValue(job, keys, value) as Job, merged))
  }
  return (
    <FormWindow
      title="Somebody else has changed the same"
      action="Save what was chosen"
      isReady={open === 0}
      onSend={take}
      onClose={() => answer(undefined)}
    >
      <p>
        {`${path} was changed in the same places since this page read it. Everything else that either side has ` +
          'changed is kept. Which of these should stand?'}
      </p>
      {conflicts.map((conflict, i) => (
        <RadioList<Side>
          key={keyName(conflict)}
          label={keyName(conflict)}
          value={sides[i]}
          items={[
            { id: 'mine', title: `this page: ${inWords(conflict.mine)}` },
            { id: 'theirs', title: `the file: ${inWords(conflict.theirs)}` },
          ]}
          onChange={(side) => setSides(sides.map((before, other) => (other === i ? side : before)))}
        />
      ))}
      {open === 0 ? null : (
        <Notice kind="note">{open === 1 ? 'One is not chosen yet.' : `${open} are not chosen yet.`}</Notice>
      )}
    </FormWindow>
  )
}

function keyName({ path }: JobConflict): string {
  return path.join('.')
}

function inWords(value: unknown): string {
  return value === undefined ? 'taken out' : typeof value === 'string' ? value : JSON.stringify(value)
}

/** Returns a copy with the value at a path replaced; undefined removes the key. */
function withValue(object: unknown, [key, ...rest]: readonly string[], value: unknown): unknown {
  if (key === undefined) return value
  const entries = Object.entries(object !== null && typeof object === 'object' ? object : {})
  const before = entries.find(([name]) => name === key)?.[1]
  const changed = withValue(before, rest, value)
  const others = entries.filter(([name]) => name !== key)
  return Object.fromEntries(changed === undefined ? others : [...others, [key, changed]])
}
