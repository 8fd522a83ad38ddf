/** Tells the kernel whether classes, given by rows and tallies, meet the requirements. */
import type { Classes } from '../../frequency/classes.ts'
import type { FrequencyTable, SensitiveColumn } from '../../frequency/frequency-table.ts'
import { makeRequirement } from '../../requirements/index.ts'
import type { AskedOfClasses } from './row-units.ts'

/** Whether a class breaks a requirement. Tallies of consecutive classes are `stride` words apart. */
export type ClassJudge = (rows: Int32Array, tallies: Int32Array, stride: number) => boolean

const TOGETHER = 16

export function classJudge({ requirements, columns, rowsOfTable }: AskedOfClasses): ClassJudge {
  const rules = requirements.map(({ name, options, columns: names = [] }) => makeRequirement(name, options, names))
  const sensitive = columns.map(({ name, values, overall }) => ({
    name,
    values,
    overall,
    offsets: new Int32Array(TOGETHER + 1),
    codes: new Int32Array(TOGETHER * values.length),
    counts: new Int32Array(TOGETHER * values.length),
  })) satisfies SensitiveColumn[]
  const sizes = new Int32Array(TOGETHER)
  const frequencies: FrequencyTable = {
    columns: [],
    combinations: TOGETHER,
    rows: rowsOfTable,
    counts: sizes,
    targets: [],
    sensitive,
  }
  const classes = {
    count: 0,
    sizes,
    representatives: new Int32Array(TOGETHER),
    classIds: new Int32Array(TOGETHER),
    histograms: [],
    round: 0,
  } satisfies Classes
  const broken = new Uint8Array(TOGETHER)

  /** Unused places count as empty parts of the first class. */
  function fill(rows: Int32Array, tallies: Int32Array, stride: number, first: number, count: number): void {
    classes.count = count
    classes.round++
    for (let c = 0; c < TOGETHER; c++) {
      classes.classIds[c] = c < count ? c : 0
      sizes[c] = c < count ? rows[first + c] : 0
    }
    sensitive.forEach(({ values, offsets, codes, counts }, i) => {
      let entries = 0
      for (let c = 0; c < TOGETHER; c++) {
        if (c < count) {
          const at = (first + c) * stride + columns[i].from
          for (let v = 0; v < values.length; v++) {
            const amount = tallies[at + v]
            if (amount === 0) continue
            codes[entries] = v
            counts[entries++] = amount
          }
        }
        offsets[c + 1] = entries
      }
    })
  }

  return (rows, tallies, stride) => {
    for (let first = 0; first < rows.length; first += TOGETHER) {
      const count = Math.min(TOGETHER, rows.length - first)
      fill(rows, tallies, stride, first, count)
      broken.fill(0)
      for (const rule of rules) {
        rule.mark(classes, frequencies, broken)
        if (broken.includes(1)) return true
      }
    }
    return false
  }
}
