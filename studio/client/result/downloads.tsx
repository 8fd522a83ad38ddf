/** Downloads of the files that a run has written, byte for byte. */
import type { ReactNode } from 'react'
import { OUTPUT_NAMES, OUTPUTS } from '../../../src/plan/outputs.ts'
import type { RunResult } from '../../../src/run.ts'
import type { RunState } from '../../server/run/api.ts'
import { Panel } from '../kit/panel.tsx'
import { address } from '../shell/request.ts'

export function ReleaseLink({ state, result }: { state: RunState; result: RunResult }): ReactNode {
  if (state.replacedBy !== undefined || state.isAltered !== false || result.release === undefined) return null
  if (isInDatabase(state)) return <span className="help">{`The release is ${result.release}.`}</span>
  return (
    <a
      className="button primary release-link"
      href={address(`run/${state.id}/file/release`)}
      download={baseName(result.release)}
    >
      Download the release
    </a>
  )
}

export function Downloads(props: { state: RunState; result: RunResult; hasSheet?: boolean }): ReactNode {
  const { state, result, hasSheet = false } = props
  const outputs = OUTPUT_NAMES.filter(
    (name) => result[name] !== undefined && !(name === 'release' && (isInDatabase(state) || state.isAltered !== false)),
  )
  return (
    <Panel title="Take away">
      <ul className="downloads">
        {state.replacedBy !== undefined || state.isAltered !== false || !hasSheet ? null : (
          <li>
            <a href={address(`result/${state.id}/sheet`)} download="data-sheet.html">
              Data sheet
            </a>{' '}
            <small>
              one file to share and sign: promises, charts, the job, and a checker that counts the release in its page
            </small>
          </li>
        )}
        {outputs.map((name) => {
          const { title, note } = OUTPUTS[name]
          const file = baseName(String(result[name]))
          return (
            <li key={name}>
              {state.replacedBy === undefined ? (
                <a href={address(`run/${state.id}/file/${name}`)} download={file}>
                  {title}
                </a>
              ) : (
                <b>{title}</b>
              )}{' '}
              <code>{file}</code>
              <small>{note}</small>
            </li>
          )
        })}
      </ul>
    </Panel>
  )
}

/** Whether the release was written to a database instead of a file. */
export function isInDatabase({ request: { job } }: Pick<RunState, 'request'>): boolean {
  return job.output.table !== undefined || job.output.path !== undefined
}

export function baseName(path: string): string {
  return path.split(/[/\\]/).at(-1) ?? path
}
