/** Asked before work that is in no file is put away. */
import { type ReactNode, useState } from 'react'
import { Button, Window } from '../kit/controls.tsx'
import { useStudio } from '../shell/studio.tsx'

/** `leave` runs at once where nothing would be lost; else it asks first. `question` is to be rendered. */
export function useLeaving(): { leave: (then: () => void) => void; question: ReactNode } {
  const { document } = useStudio()
  const [then, setThen] = useState<() => void>()
  const name = document?.file ?? 'The new job'
  return {
    leave: (next) => (document?.changed === true ? setThen(() => next) : next()),
    question:
      then === undefined ? null : (
        <Window title="Put the changes away?" onClose={() => setThen(undefined)}>
          <p>{name} has changes that are in no file. Save it from the menu Job to keep them.</p>
          <div className="row">
            <Button
              onPress={() => {
                setThen(undefined)
                then()
              }}
            >
              Discard the changes
            </Button>
            <Button primary onPress={() => setThen(undefined)}>
              Stay here
            </Button>
          </div>
        </Window>
      ),
  }
}
