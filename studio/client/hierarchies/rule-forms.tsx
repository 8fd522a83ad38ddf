/** Hierarchies by rule: dates and prefixes, and which of their levels there are. */
import { type ReactNode, useEffect, useState } from 'react'
import { Check, TextInput } from '../kit/controls.tsx'
import type { JobColumn } from './settings.ts'

type Levels = JobColumn['levels']

const dateLevels = ['day', 'month', 'quarter', 'year', 'decade'] as const

/** Levels of a date; all of them where the job says none. */
export function DateForm({ levels, onChange }: { levels: Levels; onChange: (levels: Levels) => void }): ReactNode {
  const kept = dateLevels.filter((level) => levels?.includes(level) ?? true)
  return (
    <fieldset className="levels-field">
      <legend>Dates become coarser by</legend>
      {dateLevels.map((level) => (
        <Check
          key={level}
          isSelected={kept.includes(level)}
          isDisabled={kept.length === 1 && kept[0] === level}
          onChange={(on) => {
            const next = dateLevels.filter((own) => (own === level ? on : kept.includes(own)))
            onChange(next.length === dateLevels.length ? undefined : [...next])
          }}
        >
          {level}
        </Check>
      ))}
    </fieldset>
  )
}

/** Numbers of a ladder, as text: characters kept of a prefix, widths of intervals or of an order. */
export function LevelsForm(props: {
  label: string
  help: string
  levels: Levels
  onChange: (levels: Levels) => void
}): ReactNode {
  const { label, help, levels, onChange } = props
  const written = levels?.join(', ') ?? ''
  const [text, setText] = useState(written)
  const [error, setError] = useState<string>()
  useEffect(() => {
    setText(written)
    setError(undefined)
  }, [written])
  return (
    <TextInput
      label={label}
      help={help}
      value={text}
      error={error}
      placeholder="by itself"
      onChange={(next) => {
        setText(next)
        const parts = next.split(/[\s,;]+/).filter((part) => part !== '')
        const wrong = parts.find((part) => !(Number(part) > 0))
        if (wrong !== undefined) setError(`levels are numbers above 0; got "${wrong}"`)
        else if (!next.trimEnd().endsWith(',')) onChange(parts.length === 0 ? undefined : parts.map(Number))
      }}
    />
  )
}
