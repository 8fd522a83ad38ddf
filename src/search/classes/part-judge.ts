/** Judges whole combinations as a class, by everything that is asked beyond its size. */
import { findSensitive } from '../../frequency/class-values.ts'
import type { FrequencyTable } from '../../frequency/frequency-table.ts'
import type { ClassRule } from '../../requirements/requirement.ts'
import type { SearchProblem } from '../search.ts'
import { classJudge } from './class-judge.ts'
import { askedOfClasses, asksForPersons, checkRule } from './row-units.ts'

export type PartJudge = (members: Int32Array) => boolean

/** Undefined if only sizes count. Throws for requirements that cannot be judged per class or break by merging. */
export function partJudge(search: string, { requirements, frequencies }: SearchProblem): PartJudge | undefined {
  const beyondSize = requirements.filter(({ reads }) => reads !== 'sizes')
  if (beyondSize.length === 0) return undefined
  for (const rule of beyondSize) checkRule(search, rule)
  const hasPersons = personJudge(beyondSize.find(asksForPersons), frequencies)
  const asked = beyondSize.filter((rule) => !asksForPersons(rule))
  const sensitive = [...new Set(asked.flatMap(({ counts }) => counts))].map((name) => findSensitive(frequencies, name))
  const askedOfParts = askedOfClasses(asked, sensitive, frequencies.rows)
  const breaks = classJudge(askedOfParts)
  const tallies = new Int32Array(sensitive.reduce((sum, { values }) => sum + values.length, 0))
  return (members) => {
    if (!hasPersons(members)) return false
    if (asked.length === 0) return true
    tallies.fill(0)
    sensitive.forEach(({ offsets, codes, counts }, i) => {
      const { from } = askedOfParts.columns[i]
      for (const combination of members)
        for (let e = offsets[combination]; e < offsets[combination + 1]; e++) tallies[from + codes[e]] += counts[e]
    })
    const rows = members.reduce((sum, combination) => sum + frequencies.counts[combination], 0)
    return !breaks(Int32Array.of(rows), tallies, tallies.length)
  }
}

function personJudge(rule: ClassRule | undefined, { persons }: FrequencyTable): PartJudge {
  if (rule === undefined || persons === undefined) return () => true
  const { offsets, codes } = persons
  const marks = new Int32Array(persons.count)
  let mark = 0
  return (members) => {
    mark++
    let distinct = 0
    for (const combination of members) {
      for (let e = offsets[combination]; e < offsets[combination + 1]; e++) {
        if (marks[codes[e]] === mark) continue
        marks[codes[e]] = mark
        if (++distinct >= rule.minimumSize) return true
      }
    }
    return false
  }
}
