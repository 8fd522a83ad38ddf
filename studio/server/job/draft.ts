/** Keeps the unsaved job of a page in a hidden file of the folder, so that a studio that dies loses nothing. */
import { readFileSync } from 'node:fs'
import { rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Session } from '../session.ts'
import type { JobDraft } from './api.ts'

const draftFile = ({ folder }: Session): string => join(folder, '.halftone-draft.json')

export function readDraft(session: Session): JobDraft | undefined {
  try {
    const draft = JSON.parse(readFileSync(draftFile(session), 'utf8')) as JobDraft
    return typeof draft.written === 'number' && draft.steps?.now !== undefined ? draft : undefined
  } catch {
    return undefined
  }
}

/** A draft without steps is removed. It names columns and values of trees: only its owner may read it. */
export async function keepDraft(session: Session, draft: Partial<JobDraft>): Promise<void> {
  const file = draftFile(session)
  if (draft.steps === undefined) return rm(file, { force: true })
  await writeFile(`${file}.part`, JSON.stringify({ ...draft, written: Date.now() }), { mode: 0o600 })
  await rename(`${file}.part`, file)
}
