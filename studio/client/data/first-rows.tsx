/** Shows the first rows of a file as read with the current settings, and hints about its format. */
import type { ReactNode } from 'react'
import { formatCount, many } from '../../../src/ground/format.ts'
import type { FirstLook, Reading } from '../../server/data/api.ts'
import { Button } from '../kit/controls.tsx'
import { Table } from '../kit/table.tsx'
import { useAnswer } from '../shell/use-answer.ts'

/** Milliseconds without a change before the request. */
const CALM = 200

const marks: Readonly<Record<string, string>> = {
  ',': 'comma',
  ';': 'semicolon',
  '\t': 'tab',
  '|': 'bar',
  ' ': 'blank',
}

export function FirstRows(props: {
  path: string
  reading: Reading
  isMissing: (text: string) => boolean
  onMissing: (text: string) => void
  onComma: () => void
}): ReactNode {
  const { path, reading, isMissing, onMissing, onComma } = props
  const { latest: look, error } = useAnswer<FirstLook>('data/look', { path, reading }, CALM)
  if (error !== undefined) return <p className="fault">{error}</p>
  if (look === undefined) return <p className="skeleton">Reading the first rows …</p>
  const { encoding, delimiter, header, commas, dates, missing } = look.guessed
  const chips = [
    ...(encoding === undefined ? [] : [encoding.toUpperCase()]),
    ...(delimiter === undefined ? [] : [`fields by ${marks[delimiter] ?? delimiter}`]),
    ...(header === undefined ? [] : [header ? 'first line has names' : 'no line of names']),
    ...(commas.length === 0 || reading.decimal !== ',' ? [] : [`decimal comma in ${commas.join(', ')}`]),
    ...dates.map(({ column, such }) => `dates in ${column}, such as ${such}`),
  ]
  const tokens = missing.filter(({ text }) => text !== '')
  return (
    <section className="first-rows" aria-label="The first rows, read so">
      <ul className="chips" aria-label="What its start shows">
        {chips.map((chip) => (
          <li key={chip}>{chip}</li>
        ))}
        {commas.length === 0 || reading.decimal === ',' ? null : (
          <li>
            <Button quiet onPress={onComma}>
              {`decimal comma in ${commas.join(', ')}: read it so?`}
            </Button>
          </li>
        )}
        {tokens.map(({ text, cells }) => (
          <li key={text}>
            {isMissing(text) ? (
              `${text} means missing (${formatCount(cells)})`
            ) : (
              <Button quiet onPress={() => onMissing(text)}>
                {`${text} in ${many(cells, 'cell')}: means missing?`}
              </Button>
            )}
          </li>
        ))}
      </ul>
      <Table
        scrolled
        caption="First rows"
        rows={look.rows}
        rowKey={(_, i) => i}
        columns={look.columns.map((name, i) => ({ title: name, cell: (row: readonly string[]) => row[i] ?? '' }))}
      />
    </section>
  )
}
