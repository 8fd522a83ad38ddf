/** Runs for tests of the studio's later steps: started over HTTP as the page does it, and waited for. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readJob } from '../../src/plan/job.ts'
import type { Job } from '../../src/table/job-schema.ts'
import type { RunRequest, RunState } from '../../studio/server/run/api.ts'
import { writeCensus } from '../end-to-end/workshop.ts'
import { openStudio, type StudioPage } from './studio-page.ts'

export interface StudioRuns extends StudioPage {
  readonly job: Job
  /** The studio's API, from outside of the page. */
  ask<T>(path: string, body?: unknown): Promise<T>
  /** Starts a run of the job with some changes and waits for its end. */
  run(change?: (job: Job) => Job, request?: Partial<RunRequest>): Promise<RunState>
  /** Waits for the end of a run that the page has started. */
  ended(id: string): Promise<RunState>
}

/** The studio on the sample census with its job. */
export async function openStudioOnCensus(rows: number): Promise<StudioRuns> {
  const folder = mkdtempSync(join(tmpdir(), 'halftone-census-'))
  try {
    await writeCensus(folder, rows)
    const studio = await openStudio({ from: folder })
    return withRuns(studio, readJob(readFileSync(join(folder, 'job.yaml'), 'utf8'), 'job.yaml'))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

export function withRuns(studio: StudioPage, job: Job): StudioRuns {
  const { origin, searchParams } = new URL(studio.studio.url)
  const api = `${origin}/${searchParams.get('token')}/api/`
  const ask = async <T>(path: string, body?: unknown): Promise<T> => {
    const options =
      body === undefined
        ? {}
        : { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
    const answer = await fetch(api + path, options)
    return (await answer.json()) as T
  }
  const ended = async (id: string): Promise<RunState> => {
    for (;;) {
      const state = await ask<RunState | { readonly status?: undefined }>(`run/${id}`)
      // The page may not have started it yet.
      if (state.status !== undefined && state.status !== 'running') return state
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
  return {
    ...studio,
    job,
    ask,
    ended,
    async run(change = (own) => own, request = {}) {
      const { id, error } = await ask<{ id?: string; error?: string }>('run', {
        job: change(job),
        base: '',
        name: 'job.yaml',
        force: true,
        ...request,
      })
      if (id === undefined) throw new Error(error)
      return ended(id)
    },
  }
}
