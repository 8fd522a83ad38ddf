/** Forms for rule-based hierarchies: named levels, prefixes and widths. */
import type { ReactNode } from 'react'
import { Check } from '../kit/controls.tsx'
import { NumbersField } from './numbers-field.tsx'
import type { JobColumn } from './settings.ts'

type Levels = JobColumn['levels']

/** Levels with names, such as months or 10km; all are on if the job lists none. */
export function NamedLevels(props: {
  legend: string
  names: readonly string[]
  levels: Levels
  onChange: (levels: Levels) => void
}): ReactNode {
  const { legend, names, levels, onChange } = props
  const chosen = names.filter((level) => levels?.includes(level) ?? true)
  return (
    <fieldset className="row">
      <legend>{legend}</legend>
      {names.map((level) => (
        <Check
          key={level}
          isSelected={chosen.includes(level)}
          isDisabled={chosen.length === 1 && chosen[0] === level}
          onChange={(on) => {
            const next = names.filter((name) => (name === level ? on : chosen.includes(name)))
            onChange(next.length === names.length ? undefined : [...next])
          }}
        >
          {level}
        </Check>
      ))}
    </fieldset>
  )
}

/** Numbers per level: characters kept of a prefix, or widths. */
export function LevelsForm(props: {
  label: string
  help: string
  levels: Levels
  onChange: (levels: Levels) => void
}): ReactNode {
  const { label, help, levels, onChange } = props
  return (
    <NumbersField
      label={label}
      help={help}
      numbers={(levels ?? []).map(Number)}
      placeholder="by itself"
      validate={(numbers) => {
        const wrong = numbers.find((number) => !(number > 0))
        return wrong === undefined ? undefined : `levels are numbers above 0; got ${wrong}`
      }}
      onChange={(numbers) => onChange(numbers.length === 0 ? undefined : numbers)}
    />
  )
}
