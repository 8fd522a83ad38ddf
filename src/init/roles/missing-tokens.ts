/**
 * Finds texts that mean "no value": `NA` and the like in any column; `none`, `-`, `unknown` only in columns that are
 * otherwise all numbers or dates.
 */
import { detectDateFormat } from '../../hierarchy/date-format.ts'
import { areNumbers } from '../../hierarchy/number.ts'
import type { ProfiledColumn } from '../../hierarchy/propose.ts'
import { decimalMark } from './decimal-mark.ts'

const ALWAYS = ['n/a', '#n/a', 'na', 'nan', 'null', '<na>', '(null)', '(missing)']
const AMONG_NUMBERS = ['none', 'missing', 'unknown', 'unk', 'nd', 'n.d.', 'k.a.', 'keine angabe', 's/d', 'ns']

export const MISSING_WORDS: readonly string[] = [...ALWAYS, ...AMONG_NUMBERS]

const isAlways = (value: string) => /^\s+$/.test(value) || ALWAYS.includes(value.toLowerCase())
const isAmongNumbers = (value: string) => /^(-+|\.|\*)$/.test(value) || AMONG_NUMBERS.includes(value.toLowerCase())

export function missingTokens(profiles: readonly ProfiledColumn[]): string[] {
  const found = new Set<string>()
  for (const { values } of profiles) {
    const strange = values.filter((value) => isAlways(value) || isAmongNumbers(value))
    if (strange.length === 0) continue
    const rest = values.filter((value) => !strange.includes(value))
    const areTyped = () => areNumbers(rest) || decimalMark(rest) !== undefined || detectDateFormat(rest) !== undefined
    const typed = rest.length > 0 && areTyped()
    for (const value of strange) if (typed || isAlways(value)) found.add(value)
  }
  return [...found].sort()
}

export function withMissing(profile: ProfiledColumn, tokens: readonly string[]): ProfiledColumn {
  const present = profile.values.flatMap((value, i) => (tokens.includes(value) ? [] : [i]))
  if (present.length === profile.values.length) return profile
  const gone = profile.values.reduce((sum, value, i) => sum + (tokens.includes(value) ? profile.counts[i] : 0), 0)
  return {
    ...profile,
    values: present.map((i) => profile.values[i]),
    counts: present.map((i) => profile.counts[i]),
    missingCount: profile.missingCount + gone,
    distinct: profile.distinct && profile.distinct - (profile.values.length - present.length),
  }
}
