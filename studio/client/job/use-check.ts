/** Validates the current job as the command line would, whenever it changes. */
import { useEffect, useMemo, useState } from 'react'
import { formatCount } from '../../../src/ground/format.ts'
import type { Job } from '../../../src/table/job-schema.ts'
import type { DataProfile } from '../../server/data/api.ts'
import type { CheckAnswer, JobFault } from '../../server/job/api.ts'
import { useProfile } from '../data/use-profile.ts'
import { saveTrees } from '../hierarchies/tree-store.ts'
import { useCalm } from '../kit/use-calm.ts'
import { impossibleModels } from '../privacy/models.ts'
import { post } from '../shell/request.ts'
import { useStudio } from '../shell/use-studio.ts'
import { jobName } from './change.ts'

/** Milliseconds without a change before the check. */
const CALM = 150

export interface JobCheck {
  readonly answer?: CheckAnswer
  /** Faults of a key and the keys below it. */
  faults(key: string): readonly JobFault[]
  fault(key: string): string | undefined
}

export function useJobCheck(): JobCheck {
  const { document, data } = useStudio()
  const [answer, setAnswer] = useState<CheckAnswer>()
  const calm = useCalm(CALM)
  const job = document?.job
  const base = document?.base
  const name = jobName(document?.file)
  useEffect(() => {
    if (job === undefined) {
      setAnswer(undefined)
      return
    }
    let wanted = true
    const timer = setTimeout(() => {
      void check(job, base ?? '', name).then((next) => wanted && setAnswer(next))
    }, calm())
    return () => {
      wanted = false
      clearTimeout(timer)
    }
  }, [job, base, name, calm])
  const profile = useProfile(data)
  // The server checks the job alone; these need the open data.
  const known = useMemo(() => {
    const beyond = answer === undefined || job === undefined ? [] : beyondData(job, data?.rows, profile)
    return answer && { ...answer, errors: [...answer.errors, ...beyond] }
  }, [answer, job, data, profile])
  const faults = (key: string): readonly JobFault[] =>
    (known?.errors ?? []).filter(({ field }) => field === key || field?.startsWith(`${key}.`))
  return { answer: known, faults, fault: (key) => faults(key)[0]?.message }
}

function beyondData(job: Job, rows: number | undefined, profile: DataProfile | undefined): JobFault[] {
  const { k } = job.privacy
  const impossible = impossibleModels(job, profile)
  if (k === undefined || rows === undefined || k <= rows) return impossible
  const message = `k must be at most the number of rows, ${formatCount(rows)}; got ${formatCount(k)}`
  return [{ message, field: 'privacy.k' }, ...impossible]
}

/** Components that ask at the same time share the answer. */
const underWay = new WeakMap<Job, Promise<CheckAnswer>>()

function check(job: Job, base: string, name: string): Promise<CheckAnswer> {
  const known = underWay.get(job)
  if (known !== undefined) return known
  // The server reads trees from files: write them first.
  const answer = saveTrees({ job, base })
    .then(() => post<CheckAnswer>('job/check', { job, base, name }))
    .catch((error: Error): CheckAnswer => ({ errors: [{ message: error.message }], promises: [], outputs: [] }))
    .finally(() => underWay.delete(job))
  underWay.set(job, answer)
  return answer
}
