/** Verification of the written release, and a button to verify the file on disk again. */
import { type ReactNode, useState } from 'react'
import { countedInWords, drawChecks } from '../../../src/report/draw/sections/verification.ts'
import type { Verification } from '../../../src/verification/verification.ts'
import type { RunState } from '../../server/run/api.ts'
import { Button } from '../kit/controls.tsx'
import { Drawn } from '../kit/drawn.tsx'
import { Notice } from '../kit/notice.tsx'
import { Panel } from '../kit/panel.tsx'
import { post } from '../shell/request.ts'
import { useTelling } from '../shell/use-studio.ts'

export function CountedAgain({ state, verification }: { state: RunState; verification: Verification }): ReactNode {
  const telling = useTelling()
  const [fresh, setFresh] = useState<Verification>()
  const [isBusy, setBusy] = useState(false)
  const count = async () => {
    setBusy(true)
    setFresh(undefined)
    await telling(async () => setFresh(await post<Verification>(`result/${state.id}/verify`)))
    setBusy(false)
  }
  return (
    <Panel
      title="Counted again"
      actions={
        <Button isDisabled={isBusy || state.replacedBy !== undefined} onPress={() => void count()}>
          {isBusy ? 'Counting …' : 'Count the file now'}
        </Button>
      }
    >
      {fresh === undefined && state.isAltered ? (
        <Notice kind="error">
          The file on the disk was changed after it was counted: the checks of the run say nothing about it. Count it
          now.
        </Notice>
      ) : fresh === undefined ? (
        <p>
          Before it was published, the written release was opened like any other file and counted by queries that know
          nothing of the search: {countedInWords(verification)}.
        </p>
      ) : (
        <div className="fresh-count">
          <Notice kind={fresh.verdict === 'holds' ? 'good' : 'error'}>
            {fresh.verdict === 'holds'
              ? `The file on the disk keeps its promise: ${countedInWords(fresh)}.`
              : 'The file on the disk is not what was published, and does not keep its promise: ' +
                `${countedInWords(fresh)}. Do not hand it on; run again to have the release back.`}
          </Notice>
        </div>
      )}
      {fresh === undefined && state.isAltered ? null : (
        <Drawn label="Checks" part={drawChecks(fresh ?? verification)} />
      )}
    </Panel>
  )
}
