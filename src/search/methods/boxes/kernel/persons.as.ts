/** Counts the distinct persons of classes. A person may have rows in many combinations, so counts do not add up. */
import { free, freeFrom, k, setWord, take, word } from './space.as'

export let countsPersons: bool = false
/** Persons of each combination, as compressed rows, and the last count in which each person was seen. */
export let personStartsAt: usize = 0
export let personCodesAt: usize = 0
let marksAt: usize = 0
let persons: i32 = 0
let mark: i32 = 0
let distinct: i32 = 0

/** Call after `settleTallies`; 0 persons if rows are counted. */
export function settlePersons(combinations: i32, entries: i32, persons_: i32): void {
  persons = persons_
  countsPersons = persons > 0
  personStartsAt = take((<usize>combinations + 1) << 2)
  personCodesAt = take((<usize>entries) << 2)
  marksAt = take((<usize>persons) << 2)
  memory.fill(marksAt, 0, (<usize>persons) << 2)
  freeFrom = free
}

export function beginCount(): void {
  distinct = 0
  if (++mark < i32.MAX_VALUE) return
  memory.fill(marksAt, 0, (<usize>persons) << 2)
  mark = 1
}

export function countPersons(combination: i32): void {
  const end = word(personStartsAt, combination + 1)
  for (let e = word(personStartsAt, combination); e < end; e++) {
    const person = word(personCodesAt, e)
    if (word(marksAt, person) == mark) continue
    setWord(marksAt, person, mark)
    distinct++
  }
}

@inline export function enoughPersons(): bool {
  return distinct >= k
}
