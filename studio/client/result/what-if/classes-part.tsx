/** What-if for local recoding: tries another k or other weights by a short run; a good one becomes the job. */
import { type ReactNode, useState } from 'react'
import type { Report } from '../../../../src/report/report.ts'
import type { RunResult } from '../../../../src/run.ts'
import type { Job } from '../../../../src/table/job-schema.ts'
import type { TriedChange } from '../../../server/result/api.ts'
import type { RunState } from '../../../server/run/api.ts'
import { Button, NumberInput } from '../../kit/controls.tsx'
import { Panel } from '../../kit/panel.tsx'
import { readK, withK } from '../../privacy/requirements.ts'
import { post } from '../../shell/request.ts'
import { useStudio, useTelling } from '../../shell/use-studio.ts'
import { Both } from '../beside.tsx'

type Given = { readonly state: RunState; readonly report: Report; readonly result: RunResult }

export function ClassesPart({ state, report, result }: Given): ReactNode {
  const { id, request } = state
  const { changeJob, go, records, document } = useStudio()
  const { name: kName } = records.columns.requirements.find(({ isK }) => isK)!
  const columns = report.asked.columns.filter(({ role }) => role === 'quasi-identifier').map(({ name }) => name)
  const [k, setK] = useState(readK(request.job, kName) ?? 2)
  const [weights, setWeights] = useState(columns.map((name) => request.job.columns[name]?.weight ?? 1))
  const [answer, setAnswer] = useState<TriedChange>()
  const [isAsking, setAsking] = useState(false)
  const telling = useTelling()
  const withQuestion = (job: Job): Job => ({
    ...withK(job, kName, k),
    columns: Object.fromEntries(
      Object.entries(job.columns).map(([name, column]) => {
        const weight = weights[columns.indexOf(name)]
        return [name, weight === undefined || weight === (column.weight ?? 1) ? column : { ...column, weight }]
      }),
    ),
  })
  const ask = async () => {
    setAsking(true)
    await telling(async () => setAnswer(await post(`result/${id}/try`, { job: withQuestion(request.job) })))
    setAsking(false)
  }
  return (
    <>
      <Panel
        title="What if"
        actions={
          <>
            <Button isDisabled={isAsking} onPress={() => void ask()}>
              {isAsking ? 'Trying …' : 'Try it'}
            </Button>
            <Button
              primary
              isDisabled={answer === undefined || document === undefined}
              onPress={() => {
                changeJob(withQuestion)
                go('run')
              }}
            >
              Take it into the job
            </Button>
          </>
        }
      >
        <p className="note">
          Boxes have no cuts that could be moved. Ask for another k, or let a column count for more: its ranges become
          narrower, those of the others wider. A question is a short run whose files are removed; a whole run may lose
          less.
        </p>
        {document === undefined ? (
          <p className="note">Open the job of this run to take k and weights into it.</p>
        ) : null}
        <div className="row end">
          <NumberInput
            label="k, the smallest class"
            value={k}
            minimum={2}
            maximum={result.rows}
            onChange={(value) => {
              if (value === undefined) return
              setK(value)
              setAnswer(undefined)
            }}
          />
          {columns.map((name, i) => (
            <NumberInput
              key={name}
              label={`Weight of ${name}`}
              value={weights[i]}
              minimum={0.1}
              maximum={100}
              step={0.1}
              onChange={(weight) => {
                if (weight === undefined) return
                setWeights(weights.with(i, weight))
                setAnswer(undefined)
              }}
            />
          ))}
        </div>
      </Panel>
      <Panel title="What it would come to">
        <Both
          caption="The job as it is, and the question"
          one={{ title: 'Release', job: request.job, result }}
          two={{ title: 'As you ask', job: withQuestion(request.job), result: answer }}
        />
      </Panel>
    </>
  )
}
