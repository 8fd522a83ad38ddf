/**
 * Sample visits: invented people, their hospital visits, and the diagnosis codes of each visit. The first n people of a
 * larger sample are the sample of n. Memory grows with the codes and their distinct sets.
 */
import { writeTaxonomyJson } from '../hierarchy/taxonomy/write-taxonomy.ts'
import { codeList, codeTree } from './diagnosis-codes.ts'
import { ascending, type MakeFiles, type RowProgress, textChunks } from './sample.ts'
import { jobFile } from './taxonomy.ts'
import { type Visits, type VisitsModelRequest, visitsModel } from './visits-model.ts'

export interface VisitsRequest extends VisitsModelRequest {
  readonly patients: number
  readonly progress?: RowProgress
}

export const visitsFiles: MakeFiles<VisitsRequest> = (request) => {
  const { patients, progress } = request
  const pass = (number: number): VisitsRequest => ({
    ...request,
    progress: (done) => progress?.(Math.floor((number * patients + done) / 3)),
  })
  return [
    { path: 'patients.txt', text: samplePatients(pass(0)) },
    { path: 'visits.csv', text: sampleVisits(pass(1)) },
    { path: 'policy.txt', text: sampleVisitSets(pass(2)) },
    { path: 'groups.txt', text: groupLines(request) },
    { path: 'codes.json', text: writeTaxonomyJson(codeTree(codeList(request.codes))) },
    jobFile('visits', request),
  ]
}

/** A line per person: the distinct codes of all visits, ascending. */
export function samplePatients(request: VisitsRequest): Generator<string> {
  return peopleLines(request, '', (visits, spell) => `${spell(ascending(new Set(visits.flat())))}\n`)
}

export function sampleVisits(request: VisitsRequest): Generator<string> {
  return peopleLines(request, 'person,visit,code\n', (visits, spell, person) =>
    visits.map((codes, visit) => codes.map((code) => `${person},${visit + 1},${spell([code])}\n`).join('')).join(''),
  )
}

/** A line per distinct set of codes of one visit, in order of first appearance: the single-visit case. */
export function sampleVisitSets(request: VisitsRequest): Generator<string> {
  // By first code, because a Set has at most 2²⁴ members; one character per code keeps keys short.
  const seen = Array.from({ length: request.codes }, () => new Set<string>())
  const isNew = (codes: readonly number[]): boolean => {
    const known = seen[codes[0]]
    return known.size < known.add(String.fromCharCode(...codes)).size
  }
  const head = '# The codes of one visit of somebody: what an attacker may know.\n'
  return peopleLines(request, head, (visits, spell) =>
    visits.map((codes) => (isNew(codes) ? `${spell(codes)}\n` : '')).join(''),
  )
}

/** A line per three-character code: its full codes that occur. A policy cannot contain codes that do not occur. */
function* groupLines(request: VisitsRequest): Generator<string> {
  yield '# Codes that may be generalized together.\n'
  const occurring = new Set<number>()
  const drawVisits = visitsModel(request)
  for (let i = 0; i < request.patients; i++)
    for (const codes of drawVisits()) for (const code of codes) occurring.add(code)
  const { names, kinds } = codeList(request.codes)
  for (const { from, to } of kinds) {
    const group = names.slice(from, to).filter((_, i) => occurring.has(from + i))
    if (group.length > 0) yield `${group.join(' ')}\n`
  }
}

function peopleLines(
  request: VisitsRequest,
  head: string,
  makeLines: (visits: Visits, spell: (codes: readonly number[]) => string, person: number) => string,
): Generator<string> {
  const { names } = codeList(request.codes)
  const spell = (codes: readonly number[]) => codes.map((code) => names[code]).join(' ')
  const drawVisits = visitsModel(request)
  const { patients: rows, progress } = request
  return textChunks({ rows, head, progress }, (row) => makeLines(drawVisits(), spell, row + 1))
}
