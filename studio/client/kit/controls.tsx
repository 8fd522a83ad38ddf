/** The studio's controls: react-aria components with our styles, all labelled. */
import type { ReactNode } from 'react'
import {
  Button as AriaButton,
  Checkbox as AriaCheckbox,
  type ButtonProps,
  Dialog,
  FieldError,
  Heading,
  Input,
  Label,
  ListBox,
  ListBoxItem,
  Menu,
  MenuItem,
  MenuTrigger,
  Modal,
  ModalOverlay,
  NumberField,
  Popover,
  ProgressBar,
  Radio,
  RadioGroup,
  Select,
  SelectValue,
  Text,
  TextArea,
  TextField,
} from 'react-aria-components'

export function Button(props: ButtonProps & { primary?: boolean; quiet?: boolean }): ReactNode {
  const { primary = false, quiet = false, ...rest } = props
  return <AriaButton {...rest} className={primary ? 'button primary' : quiet ? 'button quiet' : 'button'} />
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
        <Text slot="description" className="help">
          {help}
        </Text>
      )}
      {error === undefined ? null : <FieldError className="field-error">{error}</FieldError>}
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
    <TextField
      className="field"
      value={value}
      onChange={onChange}
      isInvalid={error !== undefined}
      isDisabled={isDisabled}
      autoFocus={focused}
      onBlur={onDone}
      onKeyDown={({ key }) => key === 'Enter' && onDone?.()}
    >
      <Label>{label}</Label>
      {lines === undefined ? <Input placeholder={placeholder} /> : <TextArea rows={lines} placeholder={placeholder} />}
      <Below help={help} error={error} />
    </TextField>
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
    <NumberField
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
      <Label>{label}</Label>
      <div className="stepper">
        <AriaButton slot="decrement" className="button step-down">
          −
        </AriaButton>
        <Input />
        <AriaButton slot="increment" className="button step-up">
          +
        </AriaButton>
      </div>
      <Below help={help} error={error} />
    </NumberField>
  )
}

/** A number field bound to a key of an object; the default is not stored. */
export function NumberKey<T extends object>(
  props: Omit<Parameters<typeof NumberInput>[0], 'value' | 'onChange'> & {
    of: T
    name: keyof T
    usual?: number
    set: (changes: { readonly [K in keyof T]?: T[K] | undefined }) => void
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
    <Select
      className="field"
      value={value ?? null}
      onChange={(key) => onChange(key as T)}
      isInvalid={error !== undefined}
      isDisabled={isDisabled}
      aria-label={silent ? label : undefined}
    >
      {silent ? null : <Label>{label}</Label>}
      <AriaButton className="button choice">
        <SelectValue>{({ selectedText, isPlaceholder }) => (isPlaceholder ? 'Choose …' : selectedText)}</SelectValue>
        <span aria-hidden="true">▾</span>
      </AriaButton>
      <Below help={help} error={error} />
      <Popover className="popover">
        <ListBox className="list" items={items}>
          {({ id, title, note }) => (
            // The accessible name is the visible title, so that voice control finds it.
            <ListBoxItem id={id} textValue={title} className="list-item">
              <span>{title}</span> {note === undefined ? null : <span className="help">{note}</span>}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </Select>
  )
}

export function RadioList<T extends string>(
  props: Labelled & { value: T | undefined; items: readonly ChoiceItem<T>[]; onChange: (value: T) => void },
): ReactNode {
  const { label, help, error, value, items, onChange, isDisabled = false } = props
  return (
    <RadioGroup
      className="field radios"
      value={value ?? null}
      onChange={(key) => onChange(key as T)}
      isInvalid={error !== undefined}
      isDisabled={isDisabled}
    >
      <Label>{label}</Label>
      {items.map(({ id, title, note }) => (
        <Radio key={id} value={id} className="radio">
          <span>
            {title}
            {note === undefined ? null : <small className="help">{note}</small>}
          </span>
        </Radio>
      ))}
      <Below help={help} error={error} />
    </RadioGroup>
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
    <AriaCheckbox {...rest} className="check">
      {({ isSelected }) => (
        <>
          <span className="box" aria-hidden="true">
            {isSelected ? '✓' : ''}
          </span>
          <span>{children}</span>
        </>
      )}
    </AriaCheckbox>
  )
}

export function MenuButton<T extends string>(props: {
  title: string
  items: readonly { readonly id: T; readonly title: string; readonly isDisabled?: boolean }[]
  onAction: (id: T) => void
}): ReactNode {
  const { title, items, onAction } = props
  return (
    <MenuTrigger>
      <Button>
        {title} <span aria-hidden="true">▾</span>
      </Button>
      <Popover className="popover">
        <Menu
          className="list"
          onAction={(key) => onAction(key as T)}
          disabledKeys={items.flatMap(({ id, isDisabled = false }) => (isDisabled ? [id] : []))}
        >
          {items.map((item) => (
            <MenuItem key={item.id} id={item.id} className="list-item">
              {item.title}
            </MenuItem>
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  )
}

export function Progress({
  label,
  share,
  note,
}: {
  label: string
  share?: number | undefined
  note?: string
}): ReactNode {
  return (
    <ProgressBar
      className="progress"
      value={(share ?? 0) * 100}
      isIndeterminate={share === undefined}
      valueLabel={note}
    >
      {({ percentage, valueText, isIndeterminate }) => (
        <>
          <div className="progress-words">
            <Label>{label}</Label>
            <span>{isIndeterminate ? (note ?? '') : valueText}</span>
          </div>
          <div className="track">
            <div className={isIndeterminate ? 'fill moving' : 'fill'} style={{ width: `${percentage ?? 30}%` }} />
          </div>
        </>
      )}
    </ProgressBar>
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
    <ModalOverlay className="overlay" isOpen isDismissable onOpenChange={(open) => open || onClose()}>
      <Modal className={wide ? 'window wide' : 'window'}>
        <Dialog>
          <div className="panel-head">
            <Heading slot="title">{title}</Heading>
            <Button quiet onPress={onClose} aria-label="Close">
              ×
            </Button>
          </div>
          {children}
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}
