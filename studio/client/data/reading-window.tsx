/** Settings for reading a file: encoding, delimiter, header and others. */
import { type ReactNode, useState } from 'react'
import type { Reading } from '../../server/data/api.ts'
import { type Changes, changed } from '../job/change.ts'
import { Choice, type ChoiceItem, FormWindow, NumberKey, RadioList, TextInput } from '../kit/controls.tsx'
import { useStudio } from '../shell/use-studio.ts'
import { FirstRows } from './first-rows.tsx'

/** Shown for a key that the job does not set. */
const BY_ITSELF = 'by itself'

const encodings: readonly ChoiceItem<string>[] = [
  { id: BY_ITSELF, title: 'UTF-8' },
  { id: 'latin-1', title: 'Latin-1', note: 'older files of Western Europe, many of them made by Excel' },
  { id: 'windows-1252', title: 'Windows-1252', note: 'the same with € and curly quotes' },
  { id: 'utf-16', title: 'UTF-16' },
  { id: 'windows-1250', title: 'Windows-1250', note: 'Central Europe' },
  { id: 'windows-1251', title: 'Windows-1251', note: 'Cyrillic' },
  { id: 'shift-jis', title: 'Shift-JIS', note: 'Japanese' },
  { id: 'euc-kr', title: 'EUC-KR', note: 'Korean' },
  { id: 'gbk', title: 'GBK', note: 'Chinese' },
]

const delimiters: readonly ChoiceItem<string>[] = [
  { id: BY_ITSELF, title: 'detected from the first line' },
  { id: ',', title: 'comma  ,' },
  { id: ';', title: 'semicolon  ;' },
  { id: '\t', title: 'tab' },
  { id: '|', title: 'bar  |' },
  { id: ' ', title: 'blank' },
]

const decimals: readonly ChoiceItem<string>[] = [
  { id: BY_ITSELF, title: 'a point, without other marks', note: '1234.5' },
  { id: ',', title: 'a comma', note: '1.234,50 €' },
  { id: '.', title: 'a point, with other marks', note: '$1,234.50' },
]

export function ReadingWindow(props: {
  name: string
  /** Path in the folder, if the file is there: its first rows are shown. */
  path?: string | undefined
  reading: Reading
  onRead: (reading: Reading) => void
  onClose: () => void
}): ReactNode {
  const { name, path, reading: before, onRead, onClose } = props
  const [reading, setReading] = useState(before)
  const [none, setNone] = useState((before['missing-values'] ?? ['?', '']).filter((text) => text !== '').join(', '))
  const { format, header, delimiter, quote } = reading
  const set = (changes: Changes<Reading>) => setReading((current) => changed(current, changes))
  const setMissing = (texts: string) => {
    setNone(texts)
    set({ 'missing-values': parseMissing(texts) })
  }
  const choice = (label: string, key: keyof Reading, items: readonly ChoiceItem<string>[]) => {
    const value = String(reading[key] ?? BY_ITSELF)
    return (
      <Choice
        label={label}
        value={value === 'utf-8' ? BY_ITSELF : value}
        items={items}
        onChange={(next) => set({ [key]: next === BY_ITSELF ? undefined : next })}
      />
    )
  }
  const { formatChoices, isText, isLines } = useFormats(format)
  const custom = delimiter === undefined || delimiters.some(({ id }) => id === delimiter) ? [] : [delimiter]
  return (
    <FormWindow
      title={`How ${name} is read`}
      action="Read it so"
      isReady={!Array.isArray(header) || header.length > 0}
      onSend={() => {
        onClose()
        onRead(fitting(reading, { isText, isLines }))
      }}
      onClose={onClose}
      wide={path !== undefined}
    >
      {choice('The file is', 'format', formatChoices)}
      {isLines ? (
        <div className="pair">
          {choice('Encoding', 'encoding', encodings)}
          <NumberKey
            label="Lines to skip at the start"
            of={reading}
            name="skip"
            usual={0}
            minimum={0}
            step={1}
            set={set}
          />
        </div>
      ) : null}
      {isText ? (
        <>
          <div className="pair">
            {choice('Between two fields', 'delimiter', [...delimiters, ...custom.map((id) => ({ id, title: id }))])}
            <TextInput
              label="Around a field"
              value={quote ?? ''}
              placeholder={'"'}
              onChange={(next) => set({ quote: next === '' ? undefined : next.slice(-1) })}
            />
          </div>
          <HeaderFields header={header} onChange={(next) => set({ header: next })} />
        </>
      ) : null}
      {isLines && format !== 'transactions' ? (
        <div className="pair">
          {choice('Numbers have', 'decimal', decimals)}
          <TextInput
            label="Texts that mean missing"
            value={none}
            help="with commas between; an empty cell always does"
            onChange={setMissing}
          />
        </div>
      ) : null}
      {path === undefined ? null : (
        <FirstRows
          path={path}
          reading={fitting(reading, { isText, isLines })}
          isMissing={(text) => (reading['missing-values'] ?? ['?', '']).includes(text)}
          onComma={() => set({ decimal: ',' })}
          onMissing={(text) => setMissing(none.trim() === '' ? text : `${none}, ${text}`)}
        />
      )}
    </FormWindow>
  )
}

/** The formats to choose from, and whether the chosen one has delimiters or lines. */
function useFormats(format: string | undefined) {
  const { formats } = useStudio().records
  const content = formats.find(({ name }) => name === format)?.text
  const isText = format === undefined || content === 'delimited'
  const formatChoices = [
    { id: BY_ITSELF, title: 'detected from its name and first lines' },
    ...formats.map(({ name, label, note }) => ({ id: name, title: label, note })),
  ]
  return { formatChoices, isText, isLines: isText || content === 'lines' }
}

function HeaderFields(props: { header: Reading['header']; onChange: (header: Reading['header']) => void }): ReactNode {
  const { header, onChange } = props
  const [names, setNames] = useState(Array.isArray(header) ? header.join(', ') : '')
  return (
    <>
      <RadioList
        label="The first line"
        value={header === false ? 'row' : Array.isArray(header) ? 'named' : 'header'}
        items={[
          { id: 'header', title: 'names the columns' },
          { id: 'row', title: 'is a row like all others', note: 'columns are numbered' },
          { id: 'named', title: 'is a row, and columns are named here' },
        ]}
        onChange={(next) => onChange(next === 'header' ? undefined : next === 'row' ? false : parseNames(names))}
      />
      {Array.isArray(header) ? (
        <TextInput
          label="Names of the columns"
          value={names}
          placeholder="age, sex, postcode"
          help="in their order, with commas between"
          onChange={(next) => {
            setNames(next)
            onChange(parseNames(next))
          }}
        />
      ) : null}
    </>
  )
}

function parseNames(text: string): string[] {
  return text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
}

/** Empty cells are always missing; the default is not written to the job. */
function parseMissing(text: string): string[] | undefined {
  const texts = [...new Set([...parseNames(text), ''])]
  return texts.join('\n') === '?\n' ? undefined : texts
}

/** Drops the keys that the format does not have. */
function fitting(
  { format, header, delimiter, quote, ...lines }: Reading,
  { isText, isLines }: { isText: boolean; isLines: boolean },
): Reading {
  return changed<Reading>(isLines ? lines : {}, isText ? { format, header, delimiter, quote } : { format })
}
