/** Builds a form from option records, the source of the CLI help and the docs too. */
import type { ReactNode } from 'react'
import type { OptionRecord, OptionValues } from '../../../src/ground/options.ts'
import { Check, Choice, NumberInput, TextInput } from './controls.tsx'

export function OptionForm(props: {
  options: readonly OptionRecord[]
  values: OptionValues
  /** Choices for an option that names a column. */
  columns?: readonly string[]
  onChange: (values: OptionValues) => void
}): ReactNode {
  const { options, values, columns, onChange } = props
  const set = (name: string, value: unknown) => {
    const { [name]: _, ...rest } = values
    onChange(value === undefined ? rest : { ...rest, [name]: value })
  }
  return (
    <div className="option-form">
      {options
        .filter((option) => isUsed(option, options, values))
        .map((option) => (
          <OptionField
            key={option.name}
            option={withColumns(option, columns)}
            value={values[option.name]}
            onChange={(value) => set(option.name, value)}
          />
        ))}
    </div>
  )
}

/** `recursive: how many …` is an option of that choice alone. */
function isUsed({ name, meaning }: OptionRecord, options: readonly OptionRecord[], values: OptionValues): boolean {
  const [choice] = meaning.split(':')
  const other = options.find((option) => option.type === 'choice' && option.choices.includes(choice))
  return other === undefined || other.name === name || (values[other.name] ?? other.default) === choice
}

function withColumns(option: OptionRecord, columns: readonly string[] | undefined): OptionRecord {
  if (option.type !== 'text' || !['column', 'person'].includes(option.name) || columns === undefined) return option
  return { ...option, type: 'choice', choices: columns }
}

function OptionField(props: { option: OptionRecord; value: unknown; onChange: (value: unknown) => void }): ReactNode {
  const { option, value, onChange } = props
  const { name, meaning } = option
  const words = { label: name, help: meaning }
  switch (option.type) {
    case 'integer':
    case 'number':
      return (
        <NumberInput
          {...words}
          value={(value ?? option.default) as number | undefined}
          minimum={option.minimum}
          maximum={option.maximum}
          step={option.type === 'integer' ? 1 : undefined}
          onChange={onChange}
        />
      )
    case 'boolean':
      return option.default === undefined ? (
        <Choice
          {...words}
          value={value === undefined ? 'open' : value === true ? 'yes' : 'no'}
          items={THREE_STATES}
          onChange={(answer) => onChange(answer === 'open' ? undefined : answer === 'yes')}
        />
      ) : (
        <div className="field">
          <Check isSelected={(value ?? option.default) as boolean} onChange={onChange}>
            {name}
          </Check>
          <span className="help">{meaning}</span>
        </div>
      )
    case 'choice':
      return (
        <Choice
          {...words}
          value={(value ?? option.default) as string | undefined}
          items={option.choices.map((choice) => ({ id: choice, title: choice }))}
          onChange={onChange}
        />
      )
    case 'text':
      return (
        <TextInput
          {...words}
          value={(value ?? option.default ?? '') as string}
          onChange={(text) => onChange(text === '' ? undefined : text)}
        />
      )
    case 'data':
      return (
        <TextInput
          label={name}
          help={`${meaning} (${option.shape})`}
          value={typeof value === 'string' ? value : (JSON.stringify(value) ?? '')}
          onChange={(text) => onChange(text.trim() === '' ? undefined : parsed(text))}
        />
      )
  }
}

/** Without a default a boolean has three states. */
const THREE_STATES = [
  { id: 'open', title: 'not said' },
  { id: 'yes', title: 'yes' },
  { id: 'no', title: 'no' },
]

/** Incomplete input is kept as text, which the server rejects with a reason. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
