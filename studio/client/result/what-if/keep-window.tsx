/** Writes cuts made by hand to a recoding file and runs the release with it. */
import { type ReactNode, useState } from 'react'
import { shellWord } from '../../../../src/ground/names.ts'
import type { Cut } from '../../../../src/tasks/what-if.ts'
import type { KeepAnswer, WhatIfFacts } from '../../../server/result/api.ts'
import type { RunState } from '../../../server/run/api.ts'
import { FormWindow } from '../../kit/controls.tsx'
import { post } from '../../shell/request.ts'
import { useTelling } from '../../shell/use-studio.ts'
import { useStartRun } from '../run-states.ts'

export function KeepWindow(props: {
  state: RunState
  facts: WhatIfFacts
  cuts: readonly Cut[]
  onClose: () => void
}): ReactNode {
  const { state, facts, cuts, onClose } = props
  const { base, name } = state.request
  const start = useStartRun()
  const telling = useTelling()
  const [isBusy, setBusy] = useState(false)
  const keep = async () => {
    setBusy(true)
    await telling(async () => {
      const { request } = await post<KeepAnswer>(`result/${state.id}/keep`, { cuts })
      await start(request)
    })
    onClose()
  }
  return (
    <FormWindow
      title="Keep as release"
      action={isBusy ? 'Writing …' : 'Write and release'}
      isReady={!isBusy}
      onSend={() => void keep()}
      onClose={onClose}
    >
      <p>
        {`The groups are written to ${facts.file}, and the job is released by them: written, counted again, and ` +
          'published in the place of the release it has now. If the count does not hold, nothing is published.'}
      </p>
      <p>The same on the command line{base === '' ? '' : `, in ${base}`}:</p>
      <pre>
        <code>
          {`halftone run ${shellWord(name)} --from-recoding ${shellWord(fromBase(base, facts.file))} --force`}
        </code>
      </pre>
    </FormWindow>
  )
}

/** Converts a path in the studio's folder to one relative to the job's folder. */
function fromBase(base: string, file: string): string {
  const [here, there] = [base, file].map((path) => path.split('/').filter((part) => part !== '' && part !== '.'))
  let shared = 0
  while (shared < here.length && here[shared] === there[shared]) shared++
  return [...here.slice(shared).map(() => '..'), ...there.slice(shared)].join('/')
}
