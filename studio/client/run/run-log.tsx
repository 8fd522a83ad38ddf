/** The runs of this session with their figures, the latest first. */
import { type ReactNode, useEffect, useState } from 'react'
import { formatCount, formatFigure } from '../../../src/report/format.ts'
import type { RunSummary } from '../../server/run/api.ts'
import { algorithmOf } from '../job/change.ts'
import { Button } from '../kit/controls.tsx'
import { Panel } from '../kit/panel.tsx'
import { address, get } from '../shell/request.ts'
import { useStudio } from '../shell/studio.tsx'
import { isUnderWay, useWatchedRun } from './watched-run.ts'
import { duration } from './words.ts'

export function RunLog(): ReactNode {
  const run = useWatchedRun()
  const [runs, setRuns] = useState<readonly RunSummary[]>([])
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again when a run begins or ends
  useEffect(() => {
    get<readonly RunSummary[]>('run').then(setRuns, () => {})
  }, [run?.id, run?.status])
  if (runs.length === 0) return null
  return (
    <Panel title="Runs of this session">
      <div className="scroll">
        <table>
          <thead>
            <tr>
              <th scope="col">Run</th>
              <th scope="col">Algorithm</th>
              <th scope="col">Asked for</th>
              <th scope="col">Status</th>
              <th scope="col">Goal</th>
              <th scope="col" className="number-cell">
                Value
              </th>
              <th scope="col" className="number-cell">
                Smallest class
              </th>
              <th scope="col" className="number-cell">
                Suppressed
              </th>
              <th scope="col" className="number-cell">
                Time
              </th>
              <th scope="col">Release</th>
            </tr>
          </thead>
          <tbody>
            {runs.toReversed().map((own) => (
              <RunRow key={own.id} run={own} />
            ))}
          </tbody>
        </table>
      </div>
    </Panel>
  )
}

function RunRow({ run }: { run: RunSummary }): ReactNode {
  const { setRunId, go } = useStudio()
  const { id, request, status, result, seconds, replacedBy } = run
  return (
    <tr>
      <td>{id}</td>
      <td>{result?.algorithm ?? algorithmOf(request.job).name ?? 'as it comes'}</td>
      <td>{askedInWords(run)}</td>
      <td>{status.replace('-', ' ')}</td>
      <td>{result?.goal ?? '–'}</td>
      <td className="number-cell">{result?.value === undefined ? '–' : formatFigure(result.value)}</td>
      <td className="number-cell">{result?.smallestClass === undefined ? '–' : formatCount(result.smallestClass)}</td>
      <td className="number-cell">{result?.suppressed === undefined ? '–' : formatCount(result.suppressed)}</td>
      <td className="number-cell">{isUnderWay(run) ? '–' : duration(seconds)}</td>
      <td>
        {status !== 'published' ? (
          '–'
        ) : replacedBy !== undefined ? (
          `replaced by run ${replacedBy}`
        ) : (
          <span className="row">
            <Button
              quiet
              aria-label={`Result of run ${id}`}
              onPress={() => {
                setRunId(id)
                go('result')
              }}
            >
              Result
            </Button>
            <a href={address(`run/${id}/file/release`)} aria-label={`Download the release of run ${id}`}>
              Download
            </a>
          </span>
        )}
      </td>
    </tr>
  )
}

function askedInWords({ request: { job } }: RunSummary): string {
  const { k, km, constraints, requirements } = job.privacy
  if (km !== undefined) return `k = ${km.k}, m = ${km.m ?? 2}`
  if (constraints !== undefined) return `k = ${k}, constraints`
  if (k !== undefined) return `k = ${k}`
  return (requirements ?? []).map((own) => JSON.stringify(own).replace(/[{}"]/g, '')).join(', ')
}
