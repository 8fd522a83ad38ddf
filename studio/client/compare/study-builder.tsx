/** Form for a study: the methods, k, seeds and other key to vary, and the metrics that judge each release. */

import { type ReactNode, useState } from 'react'
import { many } from '../../../src/ground/format.ts'
import type { Study } from '../../../src/study/study-schema.ts'
import type { Job } from '../../../src/table/job-schema.ts'
import type { StudyRequest } from '../../server/compare/api.ts'
import { readAlgorithm } from '../job/change.ts'
import { jobKind, learnsFrom } from '../job/kinds.ts'
import { Button, CheckList, TextInput } from '../kit/controls.tsx'
import { Fold } from '../kit/fold.tsx'
import { MainAct } from '../kit/main-act.tsx'
import { type JobDocument, useStudio } from '../shell/studio.tsx'
import { useKept } from '../shell/use-kept.ts'

interface Plan {
  readonly name: string
  readonly searches: readonly string[]
  readonly ks: string
  readonly seeds: string
  readonly otherKey: string
  readonly otherValues: string
  readonly learners: readonly string[]
}

export function StudyBuilder(props: {
  document: JobDocument
  isDisabled: boolean
  onStart: (request: StudyRequest) => void
}): ReactNode {
  const { document, isDisabled, onStart } = props
  const { records } = useStudio()
  const { job } = document
  const { about, ks } = jobKind(job)
  const { name: jobSearch = records[about].usualSearch } = readAlgorithm(job)
  const searches = records[about].searches.filter(({ forSmallProblems }) => !forSmallProblems)
  const [plan, setPlan] = useKept<Plan>(`compare.plan.${about}`, {
    name: 'study',
    searches: [jobSearch, ...searches.map(({ name }) => name).filter((name) => name !== jobSearch)].slice(0, 2),
    ks,
    seeds: '',
    otherKey: '',
    otherValues: '',
    learners: [],
  })
  const [fault, setFault] = useState<string>()
  const set = (change: Partial<Plan>) => setPlan({ ...plan, ...change })
  const request = (): StudyRequest => ({
    job,
    base: document.base,
    name: plan.name.trim(),
    study: buildStudy(plan, job),
  })
  const text = (
    label: string,
    key: 'name' | 'ks' | 'seeds' | 'otherKey' | 'otherValues',
    more: Partial<Parameters<typeof TextInput>[0]>,
  ) => <TextInput label={label} value={plan[key]} onChange={(value) => set({ [key]: value })} {...more} />
  const count = countRuns(plan)
  const [wrongK, wrongSeeds] = [
    findFault(() => parseNumbers(plan.ks, 'Values of k')),
    findFault(() => parseNumbers(plan.seeds, 'Seeds')),
  ]
  return (
    <div className="stack">
      {text('Name', 'name', { help: 'Files go to studies/ in this folder.' })}
      <CheckList
        label="Methods"
        items={searches.map(({ name, title }) => ({
          id: name,
          content: title.toLowerCase() === name ? title : `${title} (${name})`,
        }))}
        chosen={plan.searches}
        onChange={(chosen) => set({ searches: chosen })}
      />
      {text('Values of k', 'ks', { help: 'Separated by commas.', error: wrongK })}
      {text('Seeds', 'seeds', {
        placeholder: String(job.seed ?? 1),
        error: wrongSeeds,
        help: 'Several seeds repeat each run: for methods that have chance in them.',
      })}
      {learnsFrom(job) ? (
        <CheckList
          label="Judge by classifiers"
          items={records.learners.map(({ name, title }) => ({ id: name, content: title }))}
          chosen={plan.learners}
          onChange={(chosen) => set({ learners: chosen })}
        />
      ) : null}
      <Fold title="One more key of the job">
        <div className="stack">
          {text('Key', 'otherKey', { placeholder: 'privacy.suppression-limit' })}
          {text('Its values', 'otherValues', {
            placeholder: '0.01, 0.05, 1',
            help: 'Separated by commas, or a JSON list.',
          })}
        </div>
      </Fold>
      <MainAct>
        <Button
          primary
          isDisabled={isDisabled || count === 0}
          onPress={() => {
            try {
              setFault(undefined)
              onStart(request())
            } catch (error) {
              setFault((error as Error).message)
            }
          }}
        >
          Run {many(count, 'job')}
        </Button>
      </MainAct>
      {count > 0 || wrongK !== undefined || wrongSeeds !== undefined ? null : (
        <p className="note">A study needs at least one method and one k, and values for each key that varies.</p>
      )}
      {fault === undefined ? null : (
        <p className="field-error" role="alert">
          {fault}
        </p>
      )}
    </div>
  )
}

function keyOfK(job: Job): string {
  return job.privacy['km'] === undefined ? 'privacy.k' : 'privacy.km.k'
}

function buildStudy(plan: Plan, job: Job): StudyRequest['study'] {
  const algorithm = typeof job.algorithm === 'object' ? job.algorithm : undefined
  const grid: Record<string, unknown[]> = {
    // The job's options are kept for its method.
    algorithm: plan.searches.map((name) => (algorithm?.name === name ? algorithm : { name })),
    [keyOfK(job)]: parseNumbers(plan.ks, 'Values of k'),
  }
  if (plan.seeds.trim() !== '') grid['seed'] = parseNumbers(plan.seeds, 'Seeds')
  if (plan.otherKey.trim() !== '') grid[plan.otherKey.trim()] = parseValues(plan.otherValues)
  const evaluate = plan.learners.length === 0 ? undefined : { learners: [...plan.learners], folds: 5 }
  return { grid: grid as NonNullable<Study['grid']>, evaluate }
}

function parseNumbers(text: string, what: string): number[] {
  return text
    .split(/[\s,;]+/)
    .filter((part) => part !== '')
    .map((part) => {
      const number = Number(part)
      if (!Number.isInteger(number) || number < 0) throw new Error(`${what} must be whole numbers; got "${part}"`)
      return number
    })
}

function findFault(read: () => unknown): string | undefined {
  try {
    read()
    return undefined
  } catch (error) {
    return (error as Error).message
  }
}

function parseValues(text: string): unknown[] {
  if (text.trim() === '') return []
  const list = text.trim().startsWith('[') ? text : `[${text}]`
  try {
    return JSON.parse(list) as unknown[]
  } catch {
    return text.split(',').map((part) => part.trim())
  }
}

/** Number of jobs in the grid; 0 while a list is invalid. */
function countRuns({ searches, ks, seeds, otherKey, otherValues }: Plan): number {
  try {
    const times = [
      searches.length,
      parseNumbers(ks, 'k').length,
      seeds.trim() === '' ? 1 : parseNumbers(seeds, 'seeds').length,
      otherKey.trim() === '' ? 1 : parseValues(otherValues).length,
    ]
    return times.reduce((product, count) => product * count, 1)
  } catch {
    return 0
  }
}
