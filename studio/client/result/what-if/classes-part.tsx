/** What-if for local recoding: tries another k or other weights with a short search; a good one becomes the job. */
import { type ReactNode, useState } from 'react'
import { formatCount, formatFigure, formatShare } from '../../../../src/ground/format.ts'
import type { ClassesAnswer, ClassesQuestion } from '../../../../src/tasks/what-if-classes.ts'
import type { ClassesFacts } from '../../../server/result/api.ts'
import type { RunState } from '../../../server/run/api.ts'
import { Button, NumberInput } from '../../kit/controls.tsx'
import { Notice } from '../../kit/notice.tsx'
import { Panel } from '../../kit/panel.tsx'
import { Table } from '../../kit/table.tsx'
import { withK } from '../../privacy/requirements.ts'
import { post } from '../../shell/request.ts'
import { useAnswer } from '../../shell/use-answer.ts'
import { useStudio } from '../../shell/use-studio.ts'

export function ClassesPart({ state: { id } }: { state: RunState }): ReactNode {
  const { answer: facts, error } = useAnswer<ClassesFacts>(`result/${id}/what-if-classes`)
  if (facts !== undefined) return <Questions id={id} facts={facts} />
  return (
    <Panel title="What-if">
      {error === undefined ? <p className="skeleton">Counting the data …</p> : <Notice kind="note">{error}</Notice>}
    </Panel>
  )
}

function Questions({ id, facts }: { id: string; facts: ClassesFacts }): ReactNode {
  const { changeJob, go, records, document } = useStudio()
  const titles = new Map(records.columns.metrics.map(({ name, title }) => [name, `${title} (${name})`]))
  const [question, setQuestion] = useState<ClassesQuestion>({ k: facts.k, weights: facts.weights })
  const [answer, setAnswer] = useState<ClassesAnswer>()
  const [isAsking, setAsking] = useState(false)
  const [error, setError] = useState<string>()
  const change = (next: ClassesQuestion) => {
    setQuestion(next)
    setAnswer(undefined)
  }
  const ask = async () => {
    setAsking(true)
    setError(undefined)
    try {
      setAnswer(await post<ClassesAnswer>(`result/${id}/what-if-classes`, question))
    } catch (reason) {
      setError((reason as Error).message)
    } finally {
      setAsking(false)
    }
  }
  const keep = () => {
    const { name: kName } = records.columns.requirements.find(({ isK }) => isK)!
    changeJob((job) => ({
      ...withK(job, kName, question.k),
      columns: Object.fromEntries(
        Object.entries(job.columns).map(([name, column]) => {
          const weight = question.weights[facts.columns.indexOf(name)]
          return [name, weight === undefined || weight === (column.weight ?? 1) ? column : { ...column, weight }]
        }),
      ),
    }))
    go('run')
  }
  return (
    <>
      <Panel
        title="What if"
        actions={
          <>
            <Button isDisabled={isAsking} onPress={() => void ask()}>
              {isAsking ? 'Searching …' : 'Try it'}
            </Button>
            <Button primary isDisabled={answer === undefined || document === undefined} onPress={keep}>
              Take it into the job
            </Button>
          </>
        }
      >
        <p className="note">
          Boxes have no cuts that could be moved. Ask for another k, or let a column count for more: its ranges become
          narrower, those of the others wider. A question is a short search; the job’s own k and weights are searched
          for as shortly, so that the two can be compared. A run takes longer and loses less.
        </p>
        {error === undefined ? null : <Notice kind="error">{error}</Notice>}
        {document === undefined ? (
          <p className="note">Open the job of this run to take k and weights into it.</p>
        ) : null}
        <div className="row end">
          <NumberInput
            label="k, the smallest class"
            value={question.k}
            minimum={2}
            maximum={facts.rows}
            onChange={(k) => k !== undefined && change({ ...question, k })}
          />
          {facts.columns.map((name, i) => (
            <NumberInput
              key={name}
              label={`Weight of ${name}`}
              value={question.weights[i]}
              minimum={0.1}
              maximum={100}
              step={0.1}
              onChange={(weight) =>
                weight !== undefined && change({ ...question, weights: question.weights.with(i, weight) })
              }
            />
          ))}
        </div>
      </Panel>
      <Panel title="What it would come to">
        <Table
          caption="The job as it is, and the question"
          rows={listLines(facts, answer, titles)}
          rowKey={({ name }) => name}
          columns={[
            { title: 'Figure', heads: true, cell: ({ name }) => name },
            { title: 'As the job is', number: true, cell: ({ now }) => now },
            { title: 'As you ask', number: true, cell: ({ asked }) => asked },
          ]}
        />
      </Panel>
    </>
  )
}

function listLines(
  { columns, now }: ClassesFacts,
  answer: ClassesAnswer | undefined,
  titles: ReadonlyMap<string, string>,
) {
  const line = (name: string, figure: (result: ClassesAnswer) => string) => ({
    name,
    now: figure(now),
    asked: answer === undefined ? '–' : figure(answer),
  })
  return [
    ...Object.keys(now.metrics).map((metric) =>
      line(titles.get(metric) ?? metric, ({ metrics }) => formatFigure(metrics[metric])),
    ),
    line('Classes', ({ classes }) => formatCount(classes)),
    line('Smallest class', ({ smallestClass }) => formatCount(smallestClass)),
    ...columns.map((name, i) => line(`Rows that keep full detail of ${name}`, ({ single }) => formatShare(single[i]))),
  ]
}
