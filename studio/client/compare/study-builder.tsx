/** Form for a study: the methods, k and seeds to vary, and the classifiers that judge each release. */
import type { ReactNode } from 'react'
import { many } from '../../../src/ground/format.ts'
import type { Study } from '../../../src/study/study-schema.ts'
import type { Job } from '../../../src/table/job-schema.ts'
import type { SearchFacts } from '../../server/api.ts'
import type { StudyRequest } from '../../server/compare/api.ts'
import { readAlgorithm } from '../job/change.ts'
import { jobKind, learnsFrom } from '../job/kinds.ts'
import { Button, CheckList, TextInput } from '../kit/controls.tsx'
import { MainAct } from '../kit/main-act.tsx'
import { PLAIN, searchTitle } from '../run/algorithm-panel.tsx'
import { isUnderWay, useWatchedRun } from '../run/watched-run.ts'
import { duration } from '../run/words.ts'
import { useKept } from '../shell/use-kept.ts'
import { type JobDocument, useStudio } from '../shell/use-studio.ts'

interface Plan {
  readonly name: string
  readonly searches: readonly string[]
  readonly ks: string
  readonly seeds: string
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
  const run = useWatchedRun()
  const { about, ks } = jobKind(job)
  const { name: jobSearch = records[about].usualSearch } = readAlgorithm(job)
  const searches = records[about].searches.filter(({ forSmallProblems }) => !forSmallProblems)
  const [plan, setPlan] = useKept<Plan>(`compare.plan.${about}`, {
    name: 'study',
    searches: [jobSearch, ...searches.map(({ name }) => name).filter((name) => name !== jobSearch)].slice(0, 2),
    ks,
    seeds: '',
    learners: [],
  })
  const set = (change: Partial<Plan>) => setPlan({ ...plan, ...change })
  const grid = buildGrid(plan, job)
  const count = Object.values(grid).reduce((product, values) => product * (values?.length ?? 0), 1)
  const request = (): StudyRequest => ({
    job,
    base: document.base,
    name: plan.name.trim(),
    study: {
      grid: grid as NonNullable<Study['grid']>,
      evaluate: plan.learners.length === 0 ? undefined : { learners: [...plan.learners], folds: 5 },
    },
  })
  const text = (label: string, key: 'name' | 'ks' | 'seeds', more: Partial<Parameters<typeof TextInput>[0]>) => (
    <TextInput label={label} value={plan[key]} onChange={(value) => set({ [key]: value })} {...more} />
  )
  return (
    <div className="stack">
      {text('Name', 'name', { help: 'Files go to studies/ in this folder.' })}
      <CheckList
        label="Methods"
        items={searches.map((search) => ({ id: search.name, content: methodTitle(search) }))}
        chosen={plan.searches}
        onChange={(chosen) => set({ searches: chosen })}
      />
      {text('Values of k', 'ks', { help: 'Separated by commas.', error: wholeNumbersFault(plan.ks) })}
      {text('Seeds', 'seeds', {
        placeholder: String(job.seed ?? 1),
        error: wholeNumbersFault(plan.seeds),
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
      <MainAct>
        <Button primary isDisabled={isDisabled || count === 0} onPress={() => onStart(request())}>
          Run {many(count, 'job')}
        </Button>
      </MainAct>
      {run === undefined || isUnderWay(run) || count === 0 ? null : (
        <p className="note">
          {`About ${duration(count * run.seconds)} if each takes as long as run ${run.id} of ${run.request.name}.`}
        </p>
      )}
      {count > 0 ? null : <p className="note">A study needs at least one method and one k, and whole numbers.</p>}
    </div>
  )
}

/** `Boxes: keep the most detail`, as the step Run calls it. */
function methodTitle(search: SearchFacts): string {
  const plain = PLAIN.find(({ id }) => id === search.name)?.title.toLowerCase()
  return plain === undefined ? searchTitle(search) : `${searchTitle(search)}: ${plain}`
}

/** The values of each key that varies; undefined for a list that cannot be read. */
function buildGrid(plan: Plan, job: Job): Record<string, unknown[] | undefined> {
  const algorithm = typeof job.algorithm === 'object' ? job.algorithm : undefined
  const grid: Record<string, unknown[] | undefined> = {
    // The job's options are kept for its method.
    algorithm: plan.searches.map((name) => (algorithm?.name === name ? algorithm : { name })),
    [job.privacy['km'] === undefined ? 'privacy.k' : 'privacy.km.k']: parseNumbers(plan.ks),
  }
  if (plan.seeds.trim() !== '') grid['seed'] = parseNumbers(plan.seeds)
  return grid
}

/** Whole numbers between commas or spaces; undefined if a part is none. */
function parseNumbers(text: string): number[] | undefined {
  const numbers = text
    .split(/[\s,;]+/)
    .filter((part) => part !== '')
    .map(Number)
  return numbers.every((number) => Number.isInteger(number) && number >= 0) ? numbers : undefined
}

function wholeNumbersFault(text: string): string | undefined {
  return parseNumbers(text) === undefined ? 'whole numbers are needed, with commas between' : undefined
}
