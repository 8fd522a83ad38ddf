/** Expands the grid of a study: every combination of choices, the last axis fastest. */
import { userError } from '../ground/errors.ts'
import type { Study } from './study-schema.ts'

export type Word = string | number | boolean

export interface Choice {
  readonly word: Word
  readonly settings: Readonly<Record<string, unknown>>
}

export interface Axis {
  readonly key: string
  readonly choices: readonly Choice[]
}

/** More runs than this are surely a mistake. */
const MOST_RUNS = 10_000

export function readAxes(grid: Study['grid'], name: string): Axis[] {
  return Object.entries(grid ?? {}).map(([key, axis]) => {
    const wrongValue = userError('value', `grid.${key}`)
    const choices = Array.isArray(axis)
      ? axis.map((value) => ({ word: inWords(value), settings: { [key]: value } }))
      : Object.entries(axis).map(([word, settings]) => ({ word, settings }))
    if (choices.length === 0)
      throw wrongValue`${name}: grid.${key} has no choices; give values, or names with their settings, or remove it`
    const doubled = choices.find(({ word }, i) => choices.findIndex((other) => other.word === word) !== i)
    if (doubled !== undefined) throw wrongValue`${name}: grid.${key} has ${doubled.word} twice; remove one of them`
    return { key, choices }
  })
}

export function listCombinations(axes: readonly Axis[], times: number, name: string): (readonly Choice[])[] {
  const count = axes.reduce((product, { choices }) => product * choices.length, times)
  if (count > MOST_RUNS) {
    const factors = [
      ...(times > 1 ? [`${times} jobs`] : []),
      ...axes.map(({ key, choices }) => `${choices.length} of ${key}`),
    ]
    const wrongValue = userError('value', 'grid')
    throw wrongValue`${name} has ${count.toLocaleString('en')} runs (${factors.join(' × ')}); a study has at most
      ${MOST_RUNS.toLocaleString('en')}: vary less, or make several studies of it`
  }
  return axes.reduce<Choice[][]>(
    (combinations, { choices }) => combinations.flatMap((before) => choices.map((choice) => [...before, choice])),
    [[]],
  )
}

/** Formats a job value in a few words: `genetic population=100`. */
function inWords(value: unknown): Word {
  if (value === null) return 'none'
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value
  if (typeof value !== 'object' || Array.isArray(value)) return JSON.stringify(value)
  const { name, ...rest } = value as Record<string, unknown>
  const options = Object.entries(rest).map(
    ([key, option]) => `${key}=${typeof option === 'string' ? option : JSON.stringify(option)}`,
  )
  return [...(name === undefined ? [] : [String(name)]), ...options].join(' ')
}
