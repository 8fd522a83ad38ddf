/** The goal of the release: a named goal, a point of a preference, or metrics by name. */
import type { ReactNode } from 'react'
import { formatFigure } from '../../../src/ground/format.ts'
import type { Job } from '../../../src/table/job-schema.ts'
import type { Records } from '../../server/api.ts'
import { columnsWithRole } from '../data/roles.ts'
import { changed } from '../job/change.ts'
import { useJobCheck } from '../job/use-check.ts'
import { Button, Choice, NumberInput, RadioList } from '../kit/controls.tsx'
import { Notice, Notices } from '../kit/notice.tsx'
import { OptionForm } from '../kit/option-form.tsx'
import { Panel } from '../kit/panel.tsx'
import { useStudio } from '../shell/use-studio.ts'

type GoalKind = 'general' | 'classification' | 'regression' | 'preference' | 'metric'
type Term = Extract<NonNullable<Job['goal']>, { metric: string }>

const USUAL_PREFERENCE = { NWP: 0.2, NECD: 1 }

export function GoalPanel({ job }: { job: Job }): ReactNode {
  const { changeJob, records } = useStudio()
  const { faults } = useJobCheck()
  const kind = goalKind(job.goal, records)
  const choose = (next: GoalKind): void =>
    changeJob((current) =>
      changed(current, {
        goal: next === 'metric' ? { metric: usualMetric(records) } : next,
        preference: next === 'preference' ? (current.preference ?? USUAL_PREFERENCE) : undefined,
      }),
    )
  return (
    <Panel title="Goal">
      <div className="stack wide-gap">
        <RadioList
          label="The release is for"
          value={kind}
          items={[
            { id: 'general', title: 'any use', note: 'every value as little coarser as possible (LM)' },
            { id: 'classification', title: 'classification', note: 'a model that predicts a category (CM)' },
            { id: 'regression', title: 'regression', note: 'a model that predicts a number (RM)' },
            {
              id: 'preference',
              title: 'a balance of loss and even protection',
              note: 'a point of NWP and NECD that you accept',
            },
            { id: 'metric', title: 'metrics by name', note: 'one, or a weighted sum of several' },
          ]}
          onChange={choose}
        />
        <Notices kind="error" of={[...faults('goal'), ...faults('preference')].map(({ message }) => message)} />
        {kind === 'classification' || kind === 'regression' ? <TargetChoice job={job} kind={kind} /> : null}
        {kind === 'preference' ? <PreferencePoint job={job} /> : null}
        {kind === 'metric' ? <MetricTerms job={job} /> : null}
      </div>
    </Panel>
  )
}

function goalKind(goal: Job['goal'], { goals }: Records): GoalKind {
  if (goal === undefined) return 'general'
  if (typeof goal === 'string') return goal as GoalKind
  const terms: readonly Term[] = 'metric' in goal ? [goal] : goal
  const [{ metric, target, ...rest }] = terms
  if (terms.length === 1 && target !== undefined && Object.keys(rest).length === 0) {
    const named = goals.find((goal) => goal.metric === metric)?.name
    if (named === 'classification' || named === 'regression') return named
  }
  return 'metric'
}

const ALL = '*'

function TargetChoice({ job, kind }: { job: Job; kind: GoalKind }): ReactNode {
  const { changeJob, records } = useStudio()
  const targets = columnsWithRole(job, 'target')
  const others = Object.entries(job.columns).filter(([, { role }]) => role === 'other' || role === 'sensitive')
  const chosen = typeof job.goal === 'object' && 'metric' in job.goal ? (job.goal['target'] as string) : ALL
  const metric = records.goals.find(({ name }) => name === kind)?.metric as string
  if (targets.length === 0) {
    return (
      <>
        <Notice kind="warning">No column has the role target: there is nothing to predict.</Notice>
        <Choice
          label="Column to predict"
          value={undefined}
          items={others.map(([name]) => ({ id: name, title: name }))}
          help="it gets the role target, and is released as it is"
          onChange={(name) =>
            changeJob((current) => ({
              ...current,
              columns: { ...current.columns, [name]: { ...current.columns[name], role: 'target' } },
            }))
          }
        />
      </>
    )
  }
  return (
    <Choice
      label="Target"
      value={chosen}
      items={[
        { id: ALL, title: targets.length === 1 ? targets[0] : 'all targets alike' },
        ...(targets.length === 1 && chosen === ALL ? [] : targets.map((name) => ({ id: name, title: name }))),
      ]}
      help="what a model is to predict from the release"
      onChange={(name) =>
        changeJob((current) => ({ ...current, goal: name === ALL ? kind : { metric, target: name } }))
      }
    />
  )
}

function PreferencePoint({ job }: { job: Job }): ReactNode {
  const { records, changeJob } = useStudio()
  const { fault } = useJobCheck()
  const point = job.preference ?? USUAL_PREFERENCE
  return (
    <div className="pair">
      {(Object.keys(USUAL_PREFERENCE) as (keyof typeof USUAL_PREFERENCE)[]).map((name) => {
        const metric = records.columns.metrics.find((record) => record.name === name)
        return (
          <NumberInput
            key={name}
            label={`${name} that is accepted`}
            value={point[name]}
            step={0.01}
            help={`${metric?.title ?? name}. ${metric?.reading ?? ''}`}
            error={fault(`preference.${name}`)}
            onChange={(value) =>
              changeJob((current) => ({
                ...current,
                preference: { ...USUAL_PREFERENCE, ...current.preference, [name]: value ?? USUAL_PREFERENCE[name] },
              }))
            }
          />
        )
      })}
      <p className="help span">
        A loss up to {formatFigure(point.NWP)} and an unevenness of protection up to {formatFigure(point.NECD)} (1
        accepts any). The search goes as far beyond this point as it can, or as little short of it.
      </p>
    </div>
  )
}

function MetricTerms({ job }: { job: Job }): ReactNode {
  const { records, changeJob } = useStudio()
  const goal = job.goal ?? { metric: usualMetric(records) }
  const terms: readonly Term[] = typeof goal === 'string' ? [] : 'metric' in goal ? [goal] : goal
  const metrics = records.columns.metrics.filter(
    ({ family, needs }) =>
      (family === 'utility' || needs === 'sensitive') && needs !== 'preference' && needs !== 'workload',
  )
  const choices = metrics.map(({ name, title, reading }) => ({ id: name, title: `${title} (${name})`, note: reading }))
  const unused = metrics.find((one) => one.needs === undefined && terms.every((term) => term.metric !== one.name))
  const set = (next: readonly Term[]): void =>
    changeJob((current) => ({ ...current, goal: (next.length === 1 ? next[0] : next) as NonNullable<Job['goal']> }))
  return (
    <div className="stack">
      {terms.map((term, i) => {
        const metric = metrics.find(({ name }) => name === term.metric)
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a term is its place in the sum
          <div key={i} className="term">
            <Choice
              label={`Metric ${i + 1}`}
              value={term.metric}
              items={choices}
              // The options belong to the old metric.
              onChange={(name) => set(terms.with(i, { metric: name, weight: term.weight }))}
              help={metric === undefined ? undefined : `${metric.reading} ${metric.formula}`}
            />
            {metric === undefined || metric.options.length === 0 ? null : (
              <OptionForm
                options={metric.options}
                values={term}
                onChange={(options) => set(terms.with(i, { ...options, metric: term.metric, weight: term.weight }))}
              />
            )}
            {terms.length === 1 ? null : (
              <>
                <NumberInput
                  label={`Weight of metric ${i + 1}`}
                  value={term.weight ?? 1}
                  onChange={(weight) => set(terms.with(i, changed(term, { weight })))}
                />
                <Button aria-label={`Remove metric ${i + 1}`} onPress={() => set(terms.filter((_, j) => j !== i))}>
                  Remove
                </Button>
              </>
            )}
          </div>
        )
      })}
      <div className="row">
        <Button onPress={() => set([...terms, { metric: (unused ?? metrics[0]).name }])}>Add a metric</Button>
      </div>
    </div>
  )
}

function usualMetric({ columns }: Records): string {
  return columns.metrics.find(({ family, usual }) => family === 'utility' && usual)!.name
}
