/** A list of numbers as text, separated by commas or spaces. Applied on blur or Enter, never while half typed. */
import { type ReactNode, useState } from 'react'
import { TextInput } from '../kit/controls.tsx'

export function NumbersField(props: {
  label: string
  help: string
  numbers: readonly number[]
  placeholder?: string
  validate: (numbers: readonly number[]) => string | undefined
  onChange: (numbers: number[]) => void
}): ReactNode {
  const { label, help, numbers, placeholder, validate, onChange } = props
  const [draft, setDraft] = useState<string>()
  const text = draft ?? numbers.join(', ')
  const parts = text.split(/[\s,;]+/).filter((part) => part !== '')
  const wrong = parts.find((part) => !Number.isFinite(Number(part)))
  const given = parts.map(Number)
  const error = wrong === undefined ? validate(given) : `numbers are needed; got "${wrong}"`
  const take = () => {
    if (draft === undefined || error !== undefined) return
    setDraft(undefined)
    if (given.join() !== numbers.join()) onChange(given)
  }
  return (
    <TextInput
      label={label}
      help={help}
      value={text}
      error={error}
      placeholder={placeholder}
      onChange={setDraft}
      onDone={take}
    />
  )
}
