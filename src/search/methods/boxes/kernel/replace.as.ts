/** Replaces the classes that a pool was made of by its new ones. */
import { boxBytes, setWord, word } from './space.as'
import { tallyBytes } from './weigh.as'
import {
  arenaAt, arenaUsed, capacity, classBox, classCapacity, classFromAt, classLengthAt, classLossAt, classRowsAt,
  classTally, classes, compact,
} from './block.as'
import {
  chosen, chosenAt, entries, entryNextAt, entryPlaceAt, entryRowsAt, made, madeBox, madeHeadAt, madeLossAt, madeRowsAt,
  madeTally, poolLocalAt,
} from './pool.as'

export function replaceChosen(): void {
  if (classes - chosen + made > classCapacity) return
  if (arenaUsed + entries > capacity * 1) {
    compact()
    if (arenaUsed + entries > capacity) return
  }
  // Fills the chosen places first, then the end; last classes move into places left empty.
  let used = 0
  for (; used < made; used++) {
    const c = used < chosen ? word(chosenAt, used) : classes++
    keepClass(used, c)
  }
  if (used < chosen) removeChosen(used)
}

export function keepClass(from: i32, to: i32): void {
  memory.copy(classBox(to), madeBox(from), boxBytes)
  if (tallyBytes > 0) memory.copy(classTally(to), madeTally(from), tallyBytes)
  setWord(classRowsAt, to, word(madeRowsAt, from))
  setWord(classLossAt, to, word(madeLossAt, from))
  setWord(classFromAt, to, arenaUsed)
  let length = 0
  for (let e = word(madeHeadAt, from); e >= 0; e = word(entryNextAt, e)) {
    const at = arenaAt + ((<usize>arenaUsed) << 3)
    store<i32>(at, word(poolLocalAt, word(entryPlaceAt, e)))
    store<i32>(at, word(entryRowsAt, e), 4)
    arenaUsed++
    length++
  }
  setWord(classLengthAt, to, length)
}

/** Removes the highest place first, so that the last class is never an empty one. */
export function removeChosen(first: i32): void {
  for (let i = first; i < chosen; i++) {
    let highest = i
    for (let j = i + 1; j < chosen; j++) if (word(chosenAt, j) > word(chosenAt, highest)) highest = j
    const c = word(chosenAt, highest)
    setWord(chosenAt, highest, word(chosenAt, i))
    const last = --classes
    if (c == last) continue
    memory.copy(classBox(c), classBox(last), boxBytes)
    if (tallyBytes > 0) memory.copy(classTally(c), classTally(last), tallyBytes)
    setWord(classRowsAt, c, word(classRowsAt, last))
    setWord(classLossAt, c, word(classLossAt, last))
    setWord(classFromAt, c, word(classFromAt, last))
    setWord(classLengthAt, c, word(classLengthAt, last))
  }
}
