/**
 * Texts about parts that a job can name: title, summary, formula, and the meaning of each option. They are in a text
 * file beside the records, one `part.key: text` per line, as the meanings of job keys are.
 */
import { readFileSync } from 'node:fs'
import { InternalError } from './errors.ts'
import type { OptionRecord } from './options.ts'

type Described<Record_ = OptionRecord> = Record_ extends OptionRecord
  ? Omit<Record_, 'meaning'> & Partial<Pick<Record_, 'meaning'>>
  : never

export function partTexts<Key extends string>(file: URL, keys: readonly Key[]) {
  const lines = readFileSync(file, 'utf8').trim().split('\n')
  const texts = new Map(lines.map((line) => [line.slice(0, line.indexOf(': ')), line.slice(line.indexOf(': ') + 2)]))
  const find = (path: string): string => {
    const text = texts.get(path)
    if (text === undefined) throw new InternalError(`${file.href} has no line for ${path}`)
    return text
  }
  return {
    /** Returns the name of a part and its texts. */
    describe<const Name extends string>(name: Name) {
      const described = Object.fromEntries(keys.map((key) => [key, find(`${name}.${key}`)]))
      return { name, ...(described as Readonly<Record<Key, string>>) }
    },
    /** Returns the options with their meanings; an option that several parts share has its own. */
    withMeanings<const Records extends readonly Described[]>(part: string, records: Records) {
      const complete = records.map((record) => ({
        ...record,
        meaning: record.meaning ?? find(`${part}.${record.name}`),
      }))
      return complete as { readonly [At in keyof Records]: Records[At] & { readonly meaning: string } }
    },
  }
}
