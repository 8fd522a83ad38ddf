/** Proposes a job for an opened file as `halftone init` does; the page keeps it until it is saved. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TaxonomyNode } from '../../../src/hierarchy/taxonomy/taxonomy.ts'
import { writeTaxonomyJson } from '../../../src/hierarchy/taxonomy/write-taxonomy.ts'
import { proposeJob } from '../../../src/init/init.ts'
import { readJob } from '../../../src/plan/job.ts'
import { pathInside } from '../folder.ts'
import { remembered } from '../remembered.ts'
import type { Session } from '../session.ts'
import type { ProposeAnswer } from './api.ts'
import type { OpenedFile } from './opened-files.ts'

const proposed = remembered<OpenedFile, ProposeAnswer>()

/** Memoized: every page that shows reasons for roles asks. */
export function proposeFor(session: Session, file: OpenedFile): Promise<ProposeAnswer> {
  return proposed(file, '', () => propose(session, file))
}

async function propose(session: Session, file: OpenedFile): Promise<ProposeAnswer> {
  const path = join(session.folder, 'job.yaml')
  const free = freeIn(session, session.folder)
  const request = { source: file.request, job: path, free, file: file.table.file }
  const proposal = await proposeJob(file.table.table, request, { signal: file.closed }, file.rawProfiles)
  const job = readJob(proposal.text, 'the proposal')
  return {
    job,
    base: '',
    columns: proposal.columns.map(({ name, reason }) => ({ name, role: job.columns[name].role, reason })),
    trees: proposal.taxonomies.map(({ path, root }) => ({ path, tree: root })),
  }
}

/** Whether a tree can be saved under a path without replacing another one. */
export function freeIn(session: Session, folder: string): (path: string, tree: TaxonomyNode) => boolean {
  return (path, tree) => {
    const file = pathInside(session.folder, join(folder, path))
    return !existsSync(file) || readFileSync(file, 'utf8') === writeTaxonomyJson(tree)
  }
}
