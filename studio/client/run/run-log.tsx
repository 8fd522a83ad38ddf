import { type ReactNode, useEffect, useState } from 'react'
import { formatCount, formatFigure, orDash } from '../../../src/ground/format.ts'
import type { RunSummary } from '../../server/run/api.ts'
import { Button } from '../kit/controls.tsx'
import { Panel } from '../kit/panel.tsx'
import { Table } from '../kit/table.tsx'
import { isInDatabase } from '../result/downloads.tsx'
import { address, get } from '../shell/request.ts'
import { useStudio } from '../shell/studio.tsx'
import { isUnderWay, useWatchedStatus } from './watched-run.ts'
import { algorithmInWords, askedInWords, duration } from './words.ts'

export function RunLog(): ReactNode {
  const status = useWatchedStatus()
  const [runs, setRuns] = useState<readonly RunSummary[]>([])
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again when a run begins or ends
  useEffect(() => {
    get<readonly RunSummary[]>('run').then(setRuns, () => {})
  }, [status])
  if (runs.length === 0) return null
  return (
    <Panel title="Runs of this session">
      <Table
        className="run-log"
        caption="Runs of this session, the latest first"
        rows={runs.toReversed()}
        rowKey={({ id }) => id}
        columns={[
          {
            title: 'Run',
            cell: ({ id, request }) => (
              <>
                {id} <small>{request.name}</small>
              </>
            ),
          },
          { title: 'Algorithm', cell: algorithmInWords },
          { title: 'Asked for', cell: ({ request }) => askedInWords(request.job) },
          { title: 'Status', cell: ({ status }) => status.replace('-', ' ') },
          { title: 'Goal', cell: ({ result }) => result?.goal ?? '–' },
          { title: 'Value', number: true, cell: ({ result }) => orDash(result?.value, formatFigure) },
          { title: 'Smallest class', number: true, cell: ({ result }) => orDash(result?.smallestClass, formatCount) },
          { title: 'Suppressed', number: true, cell: ({ result }) => orDash(result?.suppressed, formatCount) },
          { title: 'Time', number: true, cell: (run) => (isUnderWay(run) ? '–' : duration(run.seconds)) },
          { title: 'Release', cell: (run) => <ReleaseCell run={run} /> },
        ]}
      />
    </Panel>
  )
}

function ReleaseCell({ run }: { run: RunSummary }): ReactNode {
  const { id, status, replacedBy } = run
  const { setRunId, go } = useStudio()
  if (status !== 'published') return '–'
  if (replacedBy !== undefined) return `replaced by run ${replacedBy}`
  return (
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
      {isInDatabase(run) ? null : (
        <a href={address(`run/${id}/file/release`)} aria-label={`Download the release of run ${id}`}>
          Download
        </a>
      )}
    </span>
  )
}
