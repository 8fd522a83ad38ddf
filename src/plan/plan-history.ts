/** Plans the key `history`: releases that are counted together. */
import { resolve } from 'node:path'
import { DEFAULT_KEY } from '../pseudonyms/key-file.ts'
import type { Job } from '../table/job-schema.ts'
import type { PlannedHistory } from './plan.ts'
import { readText } from './shared-plan.ts'

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
