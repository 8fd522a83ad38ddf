/** How a column was made coarser before: what to go back to, and on to again. Trees have a history of their own. */
import type { Job } from '../../../src/workbench.ts'
import { useStudio } from '../shell/studio.tsx'
import { useKept } from '../shell/use-kept.ts'
import { hierarchyOf, type JobColumn, noHierarchy, withSettings } from './settings.ts'

/** Steps that can be undone. */
const MOST_STEPS = 100

interface Steps {
  readonly past: readonly Partial<JobColumn>[]
  readonly future: readonly Partial<JobColumn>[]
}

export interface History {
  /** Changes the column's hierarchy, as a step that can be undone. */
  change(changes: Parameters<typeof withSettings>[2]): void
  /** Absent where there is nothing to undo, or to do again. */
  readonly undo?: () => void
  readonly redo?: () => void
}

/** `data` names the file that is open: another file begins anew. */
export function useHistory(data: string, column: string, settings: JobColumn): History {
  const { changeJob } = useStudio()
  const [{ past, future }, setSteps] = useKept<Steps>(`hierarchies.history ${data} ${column}`, { past: [], future: [] })
  const now = hierarchyOf(settings)
  const show = (shown: Partial<JobColumn>) =>
    changeJob((job: Job) => withSettings(job, column, { ...noHierarchy, ...shown }))
  const last = past.at(-1)
  const [next, ...later] = future
  return {
    change(changes) {
      setSteps({ past: [...past, now].slice(-MOST_STEPS), future: [] })
      changeJob((job) => withSettings(job, column, changes))
    },
    undo:
      last === undefined
        ? undefined
        : () => {
            setSteps({ past: past.slice(0, -1), future: [now, ...future] })
            show(last)
          },
    redo:
      next === undefined
        ? undefined
        : () => {
            setSteps({ past: [...past, now], future: later })
            show(next)
          },
  }
}
