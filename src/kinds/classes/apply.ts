/**
 * Applies old boxes to a new table: each row takes the box of least loss that covers it (`place-rows.ts`) and shows the
 * smallest ranges that cover the new rows of its class. Rows with unknown values are reported and not released.
 */
import { resolve } from 'node:path'
import type { FrequencyTable } from '../../frequency/frequency-table.ts'
import { userError } from '../../ground/errors.ts'
import { formatShare, prose } from '../../ground/format.ts'
import type { LedgerHead } from '../../history/ledger.ts'
import { filesBeside } from '../../plan/outputs-beside.ts'
import type { PlannedHistory, TablePlan } from '../../plan/plan.ts'
import { planHistory } from '../../plan/plan-history.ts'
import { type BoxesRecoding, boxCodes } from '../../recoding/boxes-recoding.ts'
import type { ClassDecision } from '../../recoding/class-decision.ts'
import type { ColumnsRecoding } from '../../recoding/recoding.ts'
import { type ClassList, decideClasses } from '../../search/classes/class-list.ts'
import type { ClassesSearchRecord } from '../../search/classes-search.ts'
import { searchBoxes } from '../../search/methods/boxes/boxes.ts'
import type { Applying } from '../applying.ts'
import { planApplied } from '../table/apply.ts'
import { placeRows } from './place-rows.ts'

const otherReleases = userError('together', '--ledger')

export type ApplyBoxes = Applying<BoxesRecoding, TablePlan>

export function planAppliedBoxes(request: ApplyBoxes): TablePlan {
  const { recoding, output, job, history } = request
  const columns: ColumnsRecoding = {
    ...recoding,
    kind: 'columns',
    requirements: recoding.requirements as ColumnsRecoding['requirements'],
    suppressedRows: 'drop',
    suppressedGroup: 'exempt',
  }
  const plan = planApplied({ ...request, recoding: columns }, recoding.trees)
  const applied: TablePlan = {
    ...plan,
    kind: 'classes',
    columns: plan.columns.map((column, i) =>
      column.role === 'quasi-identifier'
        ? { ...column, hierarchyText: 'ranges of the boxes', labels: undefined, shows: recoding.columns[i].shows }
        : column,
    ),
    search: keepBoxes(recoding, plan.suppressionLimit),
    output: { ...filesBeside(output.release, ['recodingTable']), ...output },
  }
  if (history === undefined) return applied
  // The ledger has the classes; a search finds new ones where too many people wait, or one of them too long.
  const { search, options, workLimit, timeLimit } =
    job?.history === undefined ? { ...applied, search: searchBoxes } : job
  return {
    ...applied,
    history,
    search,
    options,
    workLimit,
    timeLimit,
    columns: applied.columns.map((column) =>
      column.name === history.person ? { ...column, optional: false } : column,
    ),
    output: { ...filesBeside(output.release, ['waiting']), ...applied.output, ledger: history.ledger },
  } as TablePlan
}

/** Settings of releases that are counted together: the job's, or the defaults; m-invariance as in the ledger. */
export function planAppliedHistory(
  { recoding, name, job, key }: ApplyBoxes,
  ledger: string,
  { person, classes }: LedgerHead,
): PlannedHistory {
  const known = new Set(classes.map(({ shown }) => JSON.stringify(shown)))
  const isOther = recoding.items !== undefined || recoding.boxes.some(({ shown }) => !known.has(JSON.stringify(shown)))
  if (isOther)
    throw otherReleases`${name} has classes that ${ledger} does not have, so it is of other releases; give the recoding
      of a release in that ledger`
  const settings = job?.history ?? planHistory({ ledger, person, key }, '.')
  const keyFile = key === undefined ? settings : { key: resolve(key), named: key }
  const sameValues = settings.sameValues || classes.some(({ values }) => values !== undefined)
  return { ...settings, key: keyFile.key, named: keyFile.named, ledger, sameValues }
}

function keepBoxes(recoding: BoxesRecoding, limit: number): ClassesSearchRecord {
  return {
    kind: 'classes',
    name: 'apply',
    title: 'Apply boxes',
    summary: 'Puts rows into the boxes of an earlier recoding.',
    source: 'Halftone',
    options: [],
    withoutHierarchies: false,
    async search(problem) {
      const { frequencies, hierarchies } = problem
      const boxes = recoding.boxes.map((box) => boxCodes(box, hierarchies)).filter((codes) => codes !== undefined)
      const rowBoxes = placeRows(problem, boxes)
      const decision = withLost(decideClasses(classList(frequencies, rowBoxes), frequencies, hierarchies), frequencies)
      const lostRows = frequencies.counts.reduce((sum, count, i) => sum + (rowBoxes[i] < 0 ? count : 0), 0)
      const details = { boxes: recoding.boxes.length, 'boxes in use': new Set(rowBoxes.filter((box) => box >= 0)).size }
      const whyLost = 'no old box can take them'
      const share = frequencies.rows === 0 ? 0 : lostRows / frequencies.rows
      if (share <= limit && lostRows < frequencies.rows)
        return { outcome: 'found', optimal: false, decision, lostRows, whyLost, evaluations: 1, details }
      const reason = prose`the old boxes leave out ${formatShare(share)} of the new rows, more than the suppression
        limit of ${formatShare(limit)}; allow more with --suppression-limit, or run the job on the new data`
      return { outcome: 'none-exists', reason, evaluations: 1, details: { ...details, suppressed: lostRows } }
    },
  }
}

function classList({ counts }: FrequencyTable, rowBoxes: Int32Array): ClassList {
  const combinations = Int32Array.from(rowBoxes.keys())
    .filter((i) => rowBoxes[i] >= 0)
    .sort((a, b) => rowBoxes[a] - rowBoxes[b] || a - b)
  const starts: number[] = []
  combinations.forEach((i, place) => {
    if (place === 0 || rowBoxes[i] !== rowBoxes[combinations[place - 1]]) starts.push(place)
  })
  return {
    starts: Int32Array.from([...starts, combinations.length]),
    combinations,
    rows: combinations.map((i) => counts[i]),
  }
}

function withLost(decision: ClassDecision, { combinations, counts }: FrequencyTable): ClassDecision {
  const { moves } = decision
  const place = new Int32Array(combinations).fill(-1)
  moves.cell.forEach((cell, move) => {
    place[cell] = move
  })
  return {
    ...decision,
    moves: {
      count: combinations,
      cell: Int32Array.from({ length: combinations }, (_, i) => i),
      output: place.map((move) => (move < 0 ? -1 : moves.output[move])),
      rows: counts.slice(0, combinations),
    },
  }
}
