/**
 * LKC-privacy (Mohammed, Fung, Hung, Lee 2009): every occurring set of L released column = value pairs has at least K
 * rows, and no sensitive value has a share above C of them. Rows of a broken set are suppressed, which may break
 * others: repeated until stable, in any order. Cost per round: classes × choices of L columns.
 */

import { classValues, findSensitive } from '../../frequency/class-values.ts'
import { userError } from '../../ground/errors.ts'
import { SHARE } from '../../ground/options.ts'
import { allOf, join, type Sql, sql } from '../../sql/dialect.ts'
import { foundText } from '../class-check.ts'
import { countedNoun, type RequirementRecord } from '../requirement.ts'
import { columnNamed, columnOption, figureText, ROUNDING } from '../value-requirement.ts'

const notTogether = userError('together', 'privacy.lkc')

export const lkc: RequirementRecord = {
  name: 'lkc',
  title: 'LKC-privacy',
  summary:
    'Anyone who knows any L quasi-identifiers of a person finds K rows, no sensitive value with a share above C.',
  required: ['column', 'c', 'l', 'k'],
  options: [
    { name: 'l', type: 'integer', minimum: 1, meaning: 'how many quasi-identifiers an attacker may know' },
    { name: 'k', type: 'integer', minimum: 2, meaning: 'the fewest rows that share any l of them' },
    { name: 'c', ...SHARE, meaning: 'the largest share of a sensitive value among them' },
    columnOption,
  ],
  make(options, columns, persons) {
    const { l, k, c } = options as { l: number; k: number; c: number }
    const column = columnNamed('lkc', options, columns)
    if (persons !== undefined)
      throw notTogether`lkc counts rows, and the job counts persons; remove the key persons, or ask for alpha-k`
    return {
      columns: [column],
      ofRelease: true,
      promise:
        `anyone who knows up to ${l} quasi-identifiers of a person finds at least ` +
        `${k} ${countedNoun(undefined)} that fit, and at most a share of ${c} of them has one value of ${column.name}`,
      counts: [column.name],
      mergedHolds: true,
      mergedWithAnyHolds: false,
      mark(classes, frequencies, broken, groupings) {
        const { sizes, count } = classes
        const { values } = findSensitive(frequencies, column.name)
        const valuesByClass = classValues(classes, frequencies, column.name)
        const sets = choices(frequencies.columns.length, Math.min(l, frequencies.columns.length))
        // The group of each class in each column; without groupings, each code is a group.
        const shown = frequencies.columns.map(({ codes }, i) =>
          Int32Array.from({ length: count }, (_, at) => {
            const code = codes[classes.representatives[at]]
            return groupings?.[i].codeGroups[code] ?? code
          }),
        )
        for (let changed = true; changed; ) {
          changed = false
          for (const set of sets) {
            const alike = new Map<string, { rows: number; readonly classes: number[]; readonly counts: Float64Array }>()
            for (let at = 0; at < count; at++) {
              if (broken[at] === 1) continue
              const key = set.map((i) => shown[i][at]).join()
              let group = alike.get(key)
              if (group === undefined)
                alike.set(key, (group = { rows: 0, classes: [], counts: new Float64Array(values.length) }))
              group.rows += sizes[at]
              group.classes.push(at)
              const found = valuesByClass.of(at)
              for (let i = 0; i < found; i++) group.counts[valuesByClass.codes[i]] += valuesByClass.counts[i]
            }
            for (const { rows, classes: members, counts } of alike.values()) {
              if (rows >= k && Math.max(...counts) <= (c + ROUNDING) * rows) continue
              for (const member of members) broken[member] = 1
              changed = true
            }
          }
        }
      },
      check: {
        // The worst set of each class: 1 is just allowed, more breaks it.
        figures: ({ shown, values }) =>
          sql`SELECT class, MAX(figure) AS figure FROM (${join(
            choices(shown.columns.length, Math.min(l, shown.columns.length)).map((set) => {
              const by = join(set.map((i) => shown.columns[i]))
              const joined = sql`(SELECT q.*, v.value AS value, v.amount AS amount, v.size AS size FROM ${shown.classes}
                AS q JOIN ${values(column.name)} AS v ON v.class = q.class) AS own`
              const ofValues: Sql = sql`SELECT ${by}, value, SUM(amount) AS amount FROM ${joined} GROUP BY ${by}, value`
              const worst = sql`SELECT ${by}, GREATEST(${k} * 1e0 / SUM(amount), MAX(amount) * 1e0 / SUM(amount) /
                ${Math.max(c, ROUNDING)}) AS figure FROM (${ofValues}) AS counted GROUP BY ${by}`
              const same = allOf(set.map((i) => sql`q.${shown.columns[i]} IS NOT DISTINCT FROM w.${shown.columns[i]}`))
              return sql`SELECT q.class AS class, w.figure AS figure FROM ${shown.classes} AS q JOIN (${worst}) AS w ON
                ${same}`
            }),
            ' UNION ALL ',
          )}) AS every_set GROUP BY class`,
        breaks: (figure) => sql`${figure} > ${1 + ROUNDING}`,
        worst: 'most',
        found(counted) {
          const inWords = (worst: number) => `the worst set reaches ${figureText(worst)} times what is allowed`
          return foundText(counted, inWords, 'are in sets that break it')
        },
      },
    }
  },
}

function choices(n: number, size: number, from = 0): number[][] {
  if (size === 0) return [[]]
  const all: number[][] = []
  for (let first = from; first <= n - size; first++)
    for (const rest of choices(n, size - 1, first + 1)) all.push([first, ...rest])
  return all
}
