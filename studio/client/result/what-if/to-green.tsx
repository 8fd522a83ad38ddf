/** Ways to a green release: changes that the verdict proposes, tried by short runs, each with its verdict and cost. */
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { formatShare } from '../../../../src/ground/format.ts'
import { type Advice, type JobSetting, withSetting } from '../../../../src/report/advice.ts'
import type { Judgement } from '../../../../src/report/judge/judged-release.ts'
import type { Job } from '../../../../src/table/job-schema.ts'
import type { TriedChange } from '../../../server/result/api.ts'
import type { RunRequest, RunState } from '../../../server/run/api.ts'
import { runName } from '../../job/change.ts'
import { differencesInWords, jobDifferences } from '../../job/job-diff.ts'
import { Button } from '../../kit/controls.tsx'
import { Panel } from '../../kit/panel.tsx'
import { useIsBusy, watchRun } from '../../run/watched-run.ts'
import { post } from '../../shell/request.ts'
import { useStudio, useTelling } from '../../shell/use-studio.ts'

interface Tried extends TriedChange {
  readonly job: Job
  /** Share of the detail of all columns that the first run released. */
  readonly kept: number
}

/** Most changes shown, most tried for them, and milliseconds that the result is looked at before. */
const SHOWN = 3
const MOST_TRIED = 10
const PATIENCE = 1500

const words: Readonly<Record<Judgement['verdict'], string>> = {
  green: 'green',
  amber: 'amber still',
  exposed: 'not published: beyond the exposure limit',
  'no-information': 'not published: nothing is left to be used',
}
const rank: readonly Judgement['verdict'][] = ['green', 'amber', 'no-information', 'exposed']

export function ToGreen({ state }: { state: RunState }): ReactNode {
  const { document } = useStudio()
  const judgement = state.result?.judgement ?? state.report?.judgement
  const { job } = state.request
  const isOpen = document !== undefined && String(document.job.data.source) === String(job.data.source)
  if (judgement === undefined || judgement.verdict === 'green' || !isOpen) return null
  if (job.history !== undefined || job.output.release === undefined) return null
  return <Changes key={state.id} state={state} judgement={judgement} />
}

function Changes({ state, judgement }: { state: RunState; judgement: Judgement }): ReactNode {
  const { job } = state.request
  const { tried, isTrying } = useTried(state, judgement)
  const take = useTaking(state)
  const rows = state.result?.rows ?? 0
  const kept = detailKept(job, { job, judgement, rows })
  const sorted = tried
    .filter(({ judgement: found }) => found !== undefined)
    .sort((a, b) => order(a) - order(b) || b.kept - a.kept)
  // Of changes of the same columns to the same roles, the one that keeps most.
  const kinds = sorted.map((one) => rolesChanged(job, one.job))
  const best = sorted.filter((_, i) => kinds.indexOf(kinds[i]) === i).slice(0, SHOWN)
  return (
    <Panel title="To green" wide>
      <p className="note">
        {isTrying
          ? 'Changes of the job are tried by short runs; nothing is written.'
          : best.length === 0
            ? 'No change that could be tried makes it better. Amber may be right: it says what a person should know.'
            : 'Tried by short runs; nothing was written. Amber may be right too: it says what a person should know.'}
      </p>
      <ul className="to-green" aria-label="Changes that were tried" aria-busy={isTrying}>
        {best.map((one) => {
          const said = differencesInWords(job, one.job)
          return (
            <li key={said}>
              <span className={`tone ${one.judgement?.verdict}`}>{words[one.judgement?.verdict ?? 'amber']}</span>
              <span>
                <b>{said}</b>
                <small>
                  {`keeps ${formatShare(one.kept)} of the detail of all columns (now ${formatShare(kept)}), ` +
                    `suppresses ${formatShare((one.suppressed ?? 0) / Math.max(1, one.rows))} of the rows` +
                    `${one.judgement?.cautions[0] === undefined ? '' : `; ${one.judgement.cautions[0].message}`}`}
                </small>
              </span>
              <Button aria-label={`Take it and run: ${said}`} onPress={() => take(one.job, said)}>
                Take it and run
              </Button>
            </li>
          )
        })}
        {isTrying ? <li className="skeleton">Trying …</li> : null}
      </ul>
    </Panel>
  )
}

function rolesChanged(one: Job, two: Job): string {
  return jobDifferences(one, two)
    .map(({ about, two: settings }) => `${about}: ${settings.split(',')[0]}`)
    .join()
}

function order({ judgement }: TriedChange): number {
  return judgement === undefined ? rank.length : rank.indexOf(judgement.verdict)
}

/**
 * The mean over the columns that `first` releases: nothing of a column that is left out, what is left of a recoded one,
 * and all of the others; a value that some rows share is as wide as these rows.
 */
function detailKept(first: Job, changed: { job: Job; judgement: Judgement | undefined; rows: number }): number {
  const { job, judgement, rows } = changed
  const columns = Object.keys(first.columns).filter((name) => first.columns[name].role !== 'identifier')
  const kept = columns.map((name) => {
    const { role, share = 1 } = job.columns[name]
    if (role === 'identifier') return 0
    const detail = judgement?.detail.find(({ column }) => column === name)
    return detail === undefined ? 1 - (share - 1) / Math.max(1, rows - 1) : detail.says === 'nothing' ? 0 : detail.kept
  })
  return kept.reduce((sum, one) => sum + one, 0) / Math.max(1, kept.length)
}

/** Changes the job, runs it, and offers to undo the change. */
function useTaking(state: RunState): (job: Job, said: string) => void {
  const { document, changeJob, undoing, go, tell } = useStudio()
  const telling = useTelling()
  const latest = useRef(undoing)
  latest.current = undoing
  return (job, said) =>
    void telling(async () => {
      if (document === undefined) return
      // The run may have numbered files; the job keeps its names.
      const next = { ...job, output: document.job.output }
      changeJob(() => next)
      const { file } = document
      const request: RunRequest = { ...state.request, job: next, name: runName(document), file, force: false }
      const { id } = await post<{ id: string }>('run', request)
      watchRun(id)
      go('run')
      const action = { title: 'Undo the change', act: () => latest.current.undo?.() }
      tell({ kind: 'good', text: `Taken: ${said}.`, action })
    })
}

/** Depth first: a change that does not suffice is followed by those that its verdict proposes. */
function useTried({ id, request, result }: RunState, judgement: Judgement) {
  const { job } = request
  const rows = result?.rows ?? 0
  const [tried, setTried] = useState<readonly Tried[]>([])
  const [isTrying, setTrying] = useState(true)
  const isBusy = useIsBusy()
  const first = useMemo(() => candidates(job, judgement, rows), [job, judgement, rows])
  useEffect(() => {
    if (isBusy) return
    const abort = new AbortController()
    const search = async () => {
      setTried([])
      setTrying(true)
      const queue = [...first]
      const seen = new Set(queue.map((one) => JSON.stringify(one)))
      let greens = 0
      for (let count = 0; queue.length > 0 && count < MOST_TRIED && greens < SHOWN; count++) {
        const next = queue.shift() as Job
        const answer = await post<TriedChange>(`result/${id}/try`, { job: next }, abort.signal).catch(() => undefined)
        if (abort.signal.aborted) return
        if (answer === undefined) continue
        const kept = detailKept(job, { job: next, judgement: answer.judgement, rows })
        setTried((all) => [...all, { ...answer, job: next, kept }])
        if (answer.judgement?.verdict === 'green') greens++
        else if (answer.judgement !== undefined) {
          const [further] = candidates(next, answer.judgement, rows).filter((one) => !seen.has(JSON.stringify(one)))
          if (further !== undefined) queue.unshift(further)
          seen.add(JSON.stringify(further))
        }
      }
      setTrying(false)
    }
    const timer = setTimeout(() => void search(), PATIENCE)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [id, job, rows, first, isBusy])
  return { tried, isTrying }
}

type Kind = 'coarser' | 'leave-out' | 'generalize' | 'job'

function changeKind({ key, value }: JobSetting): Kind {
  if (key[0] !== 'columns') return 'job'
  const role = (value as { readonly role?: string }).role
  return role === 'identifier' ? 'leave-out' : role === 'quasi-identifier' ? 'generalize' : 'coarser'
}

/** Each way follows one advice of every caution, of the kind that it prefers. */
const WAYS: readonly (readonly Kind[])[] = [
  ['coarser', 'generalize', 'leave-out', 'job'],
  ['generalize', 'coarser', 'leave-out', 'job'],
  ['leave-out', 'coarser', 'generalize', 'job'],
  ['job', 'coarser', 'generalize', 'leave-out'],
]

const NOTHING: JobSetting = { key: [], value: undefined }

/** Jobs that follow the advice of a judgement, without repeats; those that remedy a refusal come first. */
export function candidates(job: Job, { cautions, advice = [], refusal }: Judgement, rows: number): Job[] {
  const settings = (all: readonly Advice[]) => all.flatMap(({ set }) => set ?? [])
  const refused = settings(refusal?.remedies ?? []).map((set) => withSetting(job, set))
  const ways = [true, false].flatMap((isEach) =>
    WAYS.map((way) => {
      const offers = [
        ...cautions.map((caution) => [...settings(caution.advice ?? []), ...coarser(job, caution.columns, rows)]),
        settings(advice),
      ]
      return offers.reduce((changed, offered) => {
        const sorted = [...offered].sort((a, b) => way.indexOf(changeKind(a)) - way.indexOf(changeKind(b)))
        // One change for each column that a caution names, or the first one alone.
        const columns = [...new Map(sorted.toReversed().map((set) => [set.key.slice(0, 2).join(' '), set])).values()]
        const taken = isEach && changeKind(sorted[0] ?? NOTHING) !== 'job' ? columns : sorted.slice(0, 1)
        return taken
          .filter((set) => !isEach || changeKind(set) !== 'job' || taken.length === 1)
          .reduce(withSetting, changed)
      }, job)
    }),
  )
  const all = new Map([...refused, ...ways].map((one) => [JSON.stringify(one), one]))
  all.delete(JSON.stringify(job))
  return [...all.values()]
}

/** As many as a caution has advice for. */
const MOST_COLUMNS = 4

/** Values that a twentieth of the rows share, then a fifth; cells of categories that are hidden where they tell. */
function coarser(job: Job, columns: readonly string[], rows: number): JobSetting[] {
  return columns.slice(0, MOST_COLUMNS).flatMap((column): JobSetting[] => {
    const settings = job.columns[column]
    const share = [20, 5].map((values) => Math.floor(rows / values)).find((more) => more > (settings?.share ?? rows))
    if (share !== undefined) return [{ key: ['columns', column], value: { ...settings, share } }]
    const isPlain = settings !== undefined && Object.keys(settings).length === 1 && settings.role !== 'target'
    return isPlain ? [{ key: ['columns', column], value: { role: 'quasi-identifier', type: 'category' } }] : []
  })
}
