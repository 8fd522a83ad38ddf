/** Writes every unsaved change to a draft on disk, and offers the draft of a studio that ended. */
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { OpenAnswer } from '../../server/data/api.ts'
import type { JobDraft } from '../../server/job/api.ts'
import { holdTree, unsavedTaxonomies } from '../hierarchies/tree-store.ts'
import { Button } from '../kit/controls.tsx'
import { Notice } from '../kit/notice.tsx'
import type { Steps } from '../kit/steps.tsx'
import { formatDay } from '../run/words.ts'
import { get, post } from '../shell/request.ts'
import { type JobDocument, useStudio, useTelling } from '../shell/use-studio.ts'
import { runName } from './change.ts'

type Documents = Steps<JobDocument | undefined>

/** Milliseconds without a change before it is written, and steps that are kept. */
const CALM = 700
const MOST_STEPS = 50

/** Keeps the draft while the job has unsaved changes; a saved or closed job needs none. */
export function useDraft({ past, now, future }: Documents): void {
  const isKept = useRef(false)
  useEffect(() => {
    const isNeeded = now?.changed === true && !now.saved
    if (!isNeeded && !isKept.current) return
    const timer = setTimeout(() => {
      isKept.current = isNeeded
      const steps = { past: past.slice(-MOST_STEPS), now, future: future.slice(0, MOST_STEPS) }
      const draft = isNeeded ? { steps, trees: now === undefined ? [] : unsavedTaxonomies(now) } : {}
      // A folder that cannot be written to has no drafts; saving tells why.
      post('job/draft', draft).catch(() => {})
    }, CALM)
    return () => clearTimeout(timer)
  }, [past, now, future])
}

export function DraftOffer(): ReactNode {
  const { restore, setData } = useStudio()
  const telling = useTelling()
  const [draft, setDraft] = useState<JobDraft>()
  useEffect(() => {
    get<{ draft?: JobDraft }>('job/draft').then(
      ({ draft: found }) => setDraft(found),
      () => {},
    )
  }, [])
  const steps = draft?.steps as Documents | undefined
  if (draft === undefined || steps?.now === undefined) return null
  const { job, base } = steps.now
  const goOn = () =>
    telling(async () => {
      const opened = await post<OpenAnswer>('data/open', { job, base })
      for (const { file, tree } of draft.trees) holdTree(file, tree, false)
      restore(steps)
      setData(opened)
    })
  const discard = () =>
    telling(async () => {
      await post('job/draft', {})
      setDraft(undefined)
    })
  return (
    <Notice
      kind="note"
      action={
        <>
          <Button onPress={() => void goOn()}>Go on with it</Button>
          <Button quiet onPress={() => void discard()}>
            Discard it
          </Button>
        </>
      }
    >
      {`A job about ${runName(steps.now)} was not saved when the studio ended (${formatDay(draft.written)}).`}
    </Notice>
  )
}
