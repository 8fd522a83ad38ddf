/** Saves cuts moved by hand as a recoding file and runs the release with it. */
import { type ReactNode, useState } from 'react'
import { shellWord } from '../../../../src/ground/names.ts'
import type { Cut } from '../../../../src/tasks/what-if.ts'
import type { KeepAnswer, WhatIfFacts } from '../../../server/result/api.ts'
import type { RunState } from '../../../server/run/api.ts'
import { Check, FormWindow, TextInput } from '../../kit/controls.tsx'
import { post, RequestError } from '../../shell/request.ts'
import { useStartRun } from '../run-states.ts'

export function KeepWindow(props: {
  state: RunState
  facts: WhatIfFacts
  cuts: readonly Cut[]
  onClose: () => void
}): ReactNode {
  const { state, facts, cuts, onClose } = props
  const start = useStartRun()
  const [file, setFile] = useState(facts.file)
  const [replace, setReplace] = useState(false)
  const [exists, setExists] = useState(false)
  const [error, setError] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const keep = async () => {
    setBusy(true)
    setError(undefined)
    try {
      const { request } = await post<KeepAnswer>(`result/${state.id}/keep`, { cuts, file, replace })
      await start(request)
      onClose()
    } catch (reason) {
      setExists(reason instanceof RequestError && reason.kind === 'OutputExists')
      setError((reason as Error).message)
      setBusy(false)
    }
  }
  return (
    <FormWindow
      title="Keep as release"
      action={isBusy ? 'Writing …' : 'Write and release'}
      isReady={!isBusy && file.trim() !== ''}
      onSend={() => void keep()}
      onClose={onClose}
    >
      <p>
        The groups are written to a recoding file, and the job is released by it: written, counted again, and published
        in the place of the release it has now. If the count does not hold, nothing is published.
      </p>
      <TextInput
        label="Recoding file"
        help="Inside of the studio’s folder."
        value={file}
        onChange={(text) => {
          setFile(text)
          setExists(false)
          setReplace(false)
          setError(undefined)
        }}
        error={error}
      />
      {exists || replace ? (
        <Check isSelected={replace} onChange={setReplace}>
          Replace the file
        </Check>
      ) : null}
      <p>The same on the command line{state.request.base === '' ? '' : `, in ${state.request.base}`}:</p>
      <pre>
        <code>{runCommand(state, file)}</code>
      </pre>
    </FormWindow>
  )
}

/** The command to run in the folder of the job file. */
function runCommand({ request }: RunState, file: string): string {
  const recoding = shellWord(fromBase(request.base, file))
  return `halftone run ${shellWord(request.name)} --from-recoding ${recoding} --force`
}

/** Converts a path in the studio's folder to one relative to the job's folder. */
function fromBase(base: string, file: string): string {
  const [here, there] = [base, file].map((path) => path.split('/').filter((part) => part !== '' && part !== '.'))
  let shared = 0
  while (shared < here.length && here[shared] === there[shared]) shared++
  return [...here.slice(shared).map(() => '..'), ...there.slice(shared)].join('/')
}
