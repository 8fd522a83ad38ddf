/** Undo and redo. */
import type { ReactNode } from 'react'
import { Button } from './controls.tsx'

export interface Steps<T> {
  readonly past: readonly T[]
  readonly now: T
  readonly future: readonly T[]
}

const MOST_STEPS = 200

export function withStep<T>({ past, now }: Steps<T>, next: T): Steps<T> {
  return { past: [...past, now].slice(-MOST_STEPS), now: next, future: [] }
}

/** Returns undefined if there is nothing to undo. */
export function undone<T>({ past, now, future }: Steps<T>): Steps<T> | undefined {
  return past.length === 0
    ? undefined
    : { past: past.slice(0, -1), now: past[past.length - 1], future: [now, ...future] }
}

/** Returns undefined if there is nothing to redo. */
export function redone<T>({ past, now, future }: Steps<T>): Steps<T> | undefined {
  return future.length === 0 ? undefined : { past: [...past, now], now: future[0], future: future.slice(1) }
}

/** A function is absent if there is nothing to undo or redo. */
export interface Undoing {
  readonly undo?: (() => void) | undefined
  readonly redo?: (() => void) | undefined
}

export function UndoButtons({ undo, redo }: Undoing): ReactNode {
  return (
    <>
      <Button isDisabled={undo === undefined} onPress={undo}>
        Undo
      </Button>
      <Button isDisabled={redo === undefined} onPress={redo}>
        Redo
      </Button>
    </>
  )
}

/** Handles Ctrl+Z, Ctrl+Shift+Z and Ctrl+Y, except in text fields, which undo by themselves. Returns whether it did. */
export function undoByKeys(
  event: Pick<KeyboardEvent, 'ctrlKey' | 'metaKey' | 'shiftKey' | 'key' | 'target' | 'preventDefault'>,
  { undo, redo }: Undoing,
): boolean {
  if (!(event.ctrlKey || event.metaKey) || (event.target as HTMLElement).closest('input, textarea') !== null)
    return false
  const key = event.key.toLowerCase()
  if (key !== 'y' && key !== 'z') return false
  if (key === 'y' || event.shiftKey) redo?.()
  else undo?.()
  event.preventDefault()
  return true
}
