/**
 * Scores of many chromosomes at once, on all threads, each chromosome evaluated once and remembered. Scores do not depend on each other, so
 * the result does not depend on how many threads there are.
 */
import { openPool, siblingModule } from '../../../ground/workers/pool.ts'
import { chromosomeKey } from '../../chromosome/chromosome.ts'
import { threadsFor, toPortable } from '../../portable-problem.ts'
import type { SearchProblem, SearchRun } from '../../search.ts'
import { evaluationWork } from '../../work.ts'
import { openScores, type ScoreAnswer, type ScoreData, type ScoreTask } from './score-job.ts'
import type { Score, Solution } from './solution.ts'

export interface Scorer {
  /** Solutions in the order of the chromosomes; undefined when the search was stopped meanwhile. */
  score(chromosomes: readonly Uint8Array[]): Promise<Solution[] | undefined>
  /** Chromosomes evaluated; those that were remembered are not. */
  evaluations(): number
  close(): Promise<void>
}

export interface ScorerSettings {
  readonly objectives: readonly string[]
  readonly suppression: boolean
  /** About how many chromosomes there will be. */
  readonly work: number
}

/** Characters of keys that are remembered: some 100 MB. Beyond that, memory starts afresh. */
const MOST_REMEMBERED = 50_000_000

export async function openScorer(
  problem: SearchProblem,
  { objectives, suppression, work }: ScorerSettings,
  run: SearchRun,
): Promise<Scorer> {
  const pool = await openPool<ScoreData, ScoreTask, ScoreAnswer>({
    job: () => openScores(problem, objectives, suppression),
    module: siblingModule('./score-job', import.meta.url),
    // With one thread the job above has the problem itself, and this is not read.
    data: { problem: toPortable(problem) as ScoreData['problem'], objectives, suppression },
    threads: threadsFor(problem, work, run.threads),
    signal: run.signal,
    now: run.now,
  })
  const known = new Map<string, Score>()
  let evaluations = 0

  return {
    async score(chromosomes) {
      const keys = chromosomes.map(chromosomeKey)
      if (known.size * (keys[0]?.length ?? 0) > MOST_REMEMBERED) known.clear()
      const fresh = new Map<string, Uint8Array>()
      keys.forEach((key, i) => {
        if (!known.has(key)) fresh.set(key, chromosomes[i])
      })
      // Halves of each thread's share: few messages, and no thread waits long for the slowest.
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
