/** Scores many chromosomes at once on all threads, memoized. The number of threads does not matter. */
import { openPool, siblingModule } from '../../../ground/workers/pool.ts'
import { chromosomeKey } from '../../chromosome/chromosome.ts'
import { threadsFor, toPortable } from '../../portable-problem.ts'
import type { SearchProblem, SearchRun } from '../../search.ts'
import { evaluationWork } from '../../work.ts'
import { openScores, type ScoreAnswer, type ScoreData, type ScoreTask } from './score-job.ts'
import type { Score, Solution } from './solution.ts'

export interface ScorerSettings {
  readonly objectives: readonly string[]
  readonly suppression: boolean
  readonly work: number
}

/** Characters of cached keys: some 100 MB. The cache is cleared beyond that. */
const MOST_REMEMBERED = 50_000_000

export async function openScorer(
  problem: SearchProblem,
  { objectives, suppression, work }: ScorerSettings,
  run: SearchRun,
) {
  const pool = await openPool<ScoreData, ScoreTask, ScoreAnswer>({
    job: () => openScores(problem, objectives, suppression),
    module: siblingModule('./score-job', import.meta.url),
    // Not read with one thread: the job above has the problem itself.
    data: { problem: toPortable(problem) as ScoreData['problem'], objectives, suppression },
    threads: threadsFor(problem, work, run.threads),
    signal: run.signal,
    now: run.now,
  })
  const known = new Map<string, Score>()
  let evaluations = 0

  return {
    /** In the order of the chromosomes; undefined if the search was stopped meanwhile. */
    async score(chromosomes: readonly Uint8Array[]): Promise<Solution[] | undefined> {
      const keys = chromosomes.map(chromosomeKey)
      if (known.size * (keys[0]?.length ?? 0) > MOST_REMEMBERED) known.clear()
      const fresh = new Map<string, Uint8Array>()
      keys.forEach((key, i) => {
        if (!known.has(key)) fresh.set(key, chromosomes[i])
      })
      // Half of each thread's share: few messages, and no thread waits long for the slowest.
      const batch = Math.max(1, Math.ceil(fresh.size / (2 * pool.threads)))
      const answers = await pool.map([...fresh.values()], batch)
      let index = 0
      for (const key of fresh.keys()) {
        const answer = answers[index++]
        if (answer === undefined) return undefined
        evaluations++
        known.set(key, answer)
      }
      run.work?.spend(fresh.size * evaluationWork(problem))
      run.work?.check()
      return chromosomes.map((bits, i) => ({ bits, ...(known.get(keys[i]) as Score) }))
    },
    evaluations: () => evaluations,
    close: () => pool.close(),
  }
}
