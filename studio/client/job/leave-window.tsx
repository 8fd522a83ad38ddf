/** Asks before unsaved work is discarded. */
import { type ReactNode, useState } from 'react'
import { Button, Window } from '../kit/controls.tsx'
import { useStudio, useTelling } from '../shell/use-studio.ts'
import { useJobs } from './use-jobs.ts'

/** `leave` runs at once if nothing would be lost, otherwise it asks first. Render `question`. */
export function useLeaving(): { leave: (then: () => void) => void; question: ReactNode } {
  const { document, tell } = useStudio()
  const { save } = useJobs()
  const telling = useTelling()
  const [then, setThen] = useState<() => void>()
  const file = document?.file
  const go = (next: () => void): void => {
    setThen(undefined)
    next()
  }
  const saveFirst = (path: string, next: () => void) =>
    telling(async () => {
      const { inTheWay } = await save(path)
      if (inTheWay === undefined) go(next)
      else tell({ kind: 'error', text: inTheWay })
    })
  return {
    leave: (next) => (document?.changed === true ? setThen(() => next) : next()),
    question:
      then === undefined ? null : (
        <Window title="Put the changes away?" onClose={() => setThen(undefined)}>
          <p>
            {file === undefined
              ? 'The new job has changes that are in no file. Save it from the menu Job to keep them.'
              : `${file} does not have the changes yet.`}
          </p>
          <div className="row">
            {file === undefined ? null : (
              <Button primary onPress={() => void saveFirst(file, then)}>
                Save and go on
              </Button>
            )}
            <Button onPress={() => go(then)}>Discard the changes</Button>
            <Button primary={file === undefined} onPress={() => setThen(undefined)}>
              Stay here
            </Button>
          </div>
        </Window>
      ),
  }
}
