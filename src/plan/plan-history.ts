/** Plans the key `history`: releases that are counted together. */
import { resolve } from 'node:path'
import { DEFAULT_KEY } from '../pseudonyms/key-file.ts'
import type { Job } from '../table/job-schema.ts'
import { readText } from './shared-plan.ts'

export interface PlannedHistory {
  /** Absolute. */
  readonly ledger: string
  readonly person: string
  /** The key file, absolute and as the job names it. */
  readonly key: string
  readonly named: string
  readonly classSize?: number | undefined
  readonly waitingLimit: number
  readonly waitAtMost: number
  readonly leavers: 'stay' | 'go'
  readonly sameValues: boolean
  readonly acceptedBy?: string | undefined
  /** Identifiers of people who must not be in the next release. */
  readonly erase: readonly string[]
}

export function planHistory(history: NonNullable<Job['history']>, base: string): PlannedHistory {
  const { ledger, person, key = DEFAULT_KEY, erase } = history
  const list = erase === undefined ? '' : readText(resolve(base, erase), erase, 'list of people to erase')
  return {
    ledger: resolve(base, ledger),
    person,
    key: resolve(base, key),
    named: key,
    classSize: history['class-size'],
    waitingLimit: history['waiting-limit'] ?? 0.1,
    waitAtMost: history['wait-at-most'] ?? 6,
    leavers: history.leavers ?? 'stay',
    sameValues: history['m-invariance'] ?? false,
    acceptedBy: history['accepted-by'],
    erase: list.split(/\r?\n/).filter((line) => line !== ''),
  }
}
