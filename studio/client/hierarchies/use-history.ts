/** Undo and redo for the hierarchy of a column. Trees have a separate history. */
import { redone, type Steps, type Undoing, undone, withStep } from '../kit/steps.tsx'
import { useStudio } from '../shell/studio.tsx'
import { useKept } from '../shell/use-kept.ts'
import { hierarchyKeys, type JobColumn, noHierarchy, withSettings } from './settings.ts'

type Own = Partial<JobColumn>

export interface History extends Undoing {
  change(changes: Parameters<typeof withSettings>[2]): void
}

/** The history is reset when `data`, the id of the open file, changes. */
export function useHistory(data: string, column: string, settings: JobColumn): History {
  const { changeJob } = useStudio()
  const [kept, setSteps] = useKept<Pick<Steps<Own>, 'past' | 'future'>>(`hierarchies.history ${data} ${column}`, {
    past: [],
    future: [],
  })
  const steps: Steps<Own> = { ...kept, now: hierarchyKeys(settings) }
  const goTo = (next: Steps<Own> | undefined) =>
    next &&
    (() => {
      setSteps(next)
      changeJob((job) => withSettings(job, column, { ...noHierarchy, ...next.now }))
    })
  return {
    change(changes) {
      setSteps(withStep(steps, {}))
      changeJob((job) => withSettings(job, column, changes))
    },
    undo: goTo(undone(steps)),
    redo: goTo(redone(steps)),
  }
}
