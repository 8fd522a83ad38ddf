/** Validates the current job as the command line would, whenever it changes. */
import { useEffect, useState } from 'react'
import type { Job } from '../../../src/table/job-schema.ts'
import type { CheckAnswer, JobFault } from '../../server/job/api.ts'
import { saveTrees } from '../hierarchies/tree-store.ts'
import { useCalm } from '../kit/use-calm.ts'
import { post } from '../shell/request.ts'
import { useStudio } from '../shell/studio.tsx'
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
  const { document } = useStudio()
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
  const faults = (key: string): readonly JobFault[] =>
    (answer?.errors ?? []).filter(({ field }) => field === key || field?.startsWith(`${key}.`))
  return { answer, faults, fault: (key) => faults(key)[0]?.message }
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
