/** An error, warning, success or note; a word names the kind, not colour alone. */
import type { ReactNode } from 'react'
import { Button } from './controls.tsx'

const words = { error: 'Error', warning: 'Mind', good: 'Done', note: 'Note' } as const

export function Notice(props: {
  kind: keyof typeof words
  word?: string
  children: ReactNode
  onClose?: () => void
  action?: ReactNode
}): ReactNode {
  const { kind, word = words[kind], children, onClose, action } = props
  return (
    <div className={`notice ${kind}`} role={kind === 'error' ? 'alert' : 'status'}>
      <b>{word}</b>
      <div className="said">{children}</div>
      {action}
      {onClose === undefined ? null : (
        <Button quiet onPress={onClose} aria-label="Put this message away">
          ×
        </Button>
      )}
    </div>
  )
}

export function Notices({ kind, of }: { kind: keyof typeof words; of: readonly string[] }): ReactNode {
  return of.map((sentence) => (
    <Notice key={sentence} kind={kind}>
      {sentence}
    </Notice>
  ))
}
