/** The studio's controls: react-aria components with our styles, all labelled. */
import type { ReactNode } from 'react'
import * as Aria from 'react-aria-components'
import type { Changes } from '../job/change.ts'

export function Button(props: Aria.ButtonProps & { primary?: boolean; quiet?: boolean }): ReactNode {
  const { primary = false, quiet = false, ...rest } = props
  return <Aria.Button {...rest} className={primary ? 'button primary' : quiet ? 'button quiet' : 'button'} />
}

interface Labelled {
  label: string
  help?: ReactNode
  error?: string | undefined
  isDisabled?: boolean
}

function Below({ help, error }: Pick<Labelled, 'help' | 'error'>): ReactNode {
  return (
    <>
      {help === undefined ? null : (
        <Aria.Text slot="description" className="help">
          {help}
        </Aria.Text>
      )}
      {error === undefined ? null : <Aria.FieldError className="field-error">{error}</Aria.FieldError>}
    </>
  )
}

export function TextInput(
  props: Labelled & {
    value: string
    onChange: (value: string) => void
    placeholder?: string
    lines?: number
    /** Takes the focus when its window opens. */
    focused?: boolean
    onDone?: () => void
  },
): ReactNode {
  const { label, help, error, value, onChange, placeholder, lines, focused = false, onDone, isDisabled = false } = props
  return (
    <Aria.TextField
      className="field"
      value={value}
      onChange={onChange}
      isInvalid={error !== undefined}
      isDisabled={isDisabled}
      autoFocus={focused}
      onBlur={onDone}
      onKeyDown={({ key }) => key === 'Enter' && onDone?.()}
    >
      <Aria.Label>{label}</Aria.Label>
      {lines === undefined ? (
        <Aria.Input placeholder={placeholder} />
      ) : (
        <Aria.TextArea rows={lines} placeholder={placeholder} />
      )}
      <Below help={help} error={error} />
    </Aria.TextField>
  )
}

/** A number field; undefined if empty. */
export function NumberInput(
  props: Labelled & {
    value: number | undefined
    onChange: (value: number | undefined) => void
    minimum?: number | undefined
    maximum?: number | undefined
    step?: number
    format?: Intl.NumberFormatOptions
  },
): ReactNode {
  const { label, help, error, value, onChange, minimum, maximum, step, format, isDisabled = false } = props
  return (
    <Aria.NumberField
      className="field number"
      value={value ?? Number.NaN}
      onChange={(given) => onChange(Number.isNaN(given) ? undefined : given)}
      isInvalid={error !== undefined}
      isDisabled={isDisabled}
      minValue={minimum}
      maxValue={maximum}
      step={step}
      formatOptions={format ?? { maximumFractionDigits: 12, useGrouping: false }}
    >
      <Aria.Label>{label}</Aria.Label>
      <div className="stepper">
        <Aria.Button slot="decrement" className="button step-down">
          −
        </Aria.Button>
        <Aria.Input />
        <Aria.Button slot="increment" className="button step-up">
          +
        </Aria.Button>
      </div>
      <Below help={help} error={error} />
    </Aria.NumberField>
  )
}

/** A number field bound to a key of an object; the default is not stored. */
export function NumberKey<T extends object>(
  props: Omit<Parameters<typeof NumberInput>[0], 'value' | 'onChange'> & {
    of: T
    name: keyof T
    usual?: number
    set: (changes: Changes<T>) => void
  },
): ReactNode {
  const { of, name, usual, set, ...rest } = props
  return (
    <NumberInput
      {...rest}
      value={(of[name] as number | undefined) ?? usual}
      onChange={(next) => set({ [name]: next === usual ? undefined : next } as Partial<T>)}
    />
  )
}

export interface ChoiceItem<T extends string> {
  readonly id: T
  readonly title: string
  readonly note?: string
}

export function Choice<T extends string>(
  props: Labelled & {
    value: T | undefined
    items: readonly ChoiceItem<T>[]
    onChange: (value: T) => void
    silent?: boolean
  },
): ReactNode {
  const { label, help, error, value, items, onChange, silent = false, isDisabled = false } = props
  return (
    <Aria.Select
      className="field"
      value={value ?? null}
      onChange={(key) => onChange(key as T)}
      isInvalid={error !== undefined}
      isDisabled={isDisabled}
      aria-label={silent ? label : undefined}
    >
      {silent ? null : <Aria.Label>{label}</Aria.Label>}
      <Aria.Button className="button choice">
        <Aria.SelectValue>
          {({ selectedText, isPlaceholder }) => (isPlaceholder ? 'Choose …' : selectedText)}
        </Aria.SelectValue>
        <span aria-hidden="true">▾</span>
      </Aria.Button>
      <Below help={help} error={error} />
      <Aria.Popover className="popover">
        <Aria.ListBox className="list" items={items}>
          {({ id, title, note }) => (
            // The accessible name is the visible title, so that voice control finds it.
            <Aria.ListBoxItem id={id} textValue={title} className="list-item">
              <span>{title}</span> {note === undefined ? null : <span className="help">{note}</span>}
            </Aria.ListBoxItem>
          )}
        </Aria.ListBox>
      </Aria.Popover>
    </Aria.Select>
  )
}

export function RadioList<T extends string>(
  props: Labelled & { value: T | undefined; items: readonly ChoiceItem<T>[]; onChange: (value: T) => void },
): ReactNode {
  const { label, help, error, value, items, onChange, isDisabled = false } = props
  return (
    <Aria.RadioGroup
      className="field radios"
      value={value ?? null}
      onChange={(key) => onChange(key as T)}
      isInvalid={error !== undefined}
      isDisabled={isDisabled}
    >
      <Aria.Label>{label}</Aria.Label>
      {items.map(({ id, title, note }) => (
        <Aria.Radio key={id} value={id} className="radio">
          <span>
            {title}
            {note === undefined ? null : <small className="help">{note}</small>}
          </span>
        </Aria.Radio>
      ))}
      <Below help={help} error={error} />
    </Aria.RadioGroup>
  )
}

export function Check(props: {
  children: ReactNode
  isSelected: boolean
  onChange: (isSelected: boolean) => void
  isDisabled?: boolean
}): ReactNode {
  const { children, ...rest } = props
  return (
    <Aria.Checkbox {...rest} className="check">
      {({ isSelected }) => (
        <>
          <span className="box" aria-hidden="true">
            {isSelected ? '✓' : ''}
          </span>
          <span>{children}</span>
        </>
      )}
    </Aria.Checkbox>
  )
}

export function MenuButton<T extends string>(props: {
  title: string
  items: readonly { readonly id: T; readonly title: string; readonly isDisabled?: boolean }[]
  onAction: (id: T) => void
}): ReactNode {
  const { title, items, onAction } = props
  return (
    <Aria.MenuTrigger>
      <Button>
        {title} <span aria-hidden="true">▾</span>
      </Button>
      <Aria.Popover className="popover">
        <Aria.Menu
          className="list"
          onAction={(key) => onAction(key as T)}
          disabledKeys={items.flatMap(({ id, isDisabled = false }) => (isDisabled ? [id] : []))}
        >
          {items.map((item) => (
            <Aria.MenuItem key={item.id} id={item.id} className="list-item">
              {item.title}
            </Aria.MenuItem>
          ))}
        </Aria.Menu>
      </Aria.Popover>
    </Aria.MenuTrigger>
  )
}

export function Progress(props: { label: string; share?: number | undefined; note?: string }): ReactNode {
  const { label, share, note } = props
  return (
    <Aria.ProgressBar
      className="progress"
      value={(share ?? 0) * 100}
      isIndeterminate={share === undefined}
      valueLabel={note}
    >
      {({ percentage, valueText, isIndeterminate }) => (
        <>
          <div className="progress-words">
            <Aria.Label>{label}</Aria.Label>
            <span>{isIndeterminate ? (note ?? '') : valueText}</span>
          </div>
          <div className="track">
            <div className={isIndeterminate ? 'fill moving' : 'fill'} style={{ width: `${percentage ?? 30}%` }} />
          </div>
        </>
      )}
    </Aria.ProgressBar>
  )
}

/** A dialog with a form; its button and Enter submit. */
export function FormWindow(props: {
  title: string
  action: string
  isReady?: boolean
  onSend: () => void
  onClose: () => void
  children: ReactNode
  wide?: boolean
}): ReactNode {
  const { title, action, isReady = true, onSend, onClose, children, wide = false } = props
  return (
    <Window title={title} onClose={onClose} wide={wide}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault()
          if (isReady) onSend()
        }}
      >
        {children}
        <div className="row">
          <Button primary type="submit" isDisabled={!isReady}>
            {action}
          </Button>
          <Button onPress={onClose}>Cancel</Button>
        </div>
      </form>
    </Window>
  )
}

export function CheckList<T extends string>(props: {
  label: string
  items: readonly { readonly id: T; readonly content: ReactNode }[]
  chosen: readonly T[]
  onChange: (chosen: readonly T[]) => void
}): ReactNode {
  const { label, items, chosen, onChange } = props
  return (
    <fieldset className="checks">
      <legend>{label}</legend>
      {items.map(({ id, content }) => (
        <Check
          key={id}
          isSelected={chosen.includes(id)}
          onChange={(on) => onChange(on ? [...chosen, id] : chosen.filter((item) => item !== id))}
        >
          {content}
        </Check>
      ))}
    </fieldset>
  )
}

export function Window(props: { title: string; onClose: () => void; children: ReactNode; wide?: boolean }): ReactNode {
  const { title, onClose, children, wide = false } = props
  return (
    <Aria.ModalOverlay className="overlay" isOpen isDismissable onOpenChange={(open) => open || onClose()}>
      <Aria.Modal className={wide ? 'window wide' : 'window'}>
        <Aria.Dialog>
          <div className="panel-head">
            <Aria.Heading slot="title">{title}</Aria.Heading>
            <Button quiet onPress={onClose} aria-label="Close">
              ×
            </Button>
          </div>
          {children}
        </Aria.Dialog>
      </Aria.Modal>
    </Aria.ModalOverlay>
  )
}
