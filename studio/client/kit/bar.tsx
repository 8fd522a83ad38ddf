/** A bar for a share between 0 and 1; decorative, the number is beside it. */
import type { ReactNode } from 'react'

export function Bar({ share, kind = 'rows' }: { share: number; kind?: 'rows' | 'value' }): ReactNode {
  const width = Number.isFinite(share) ? Math.min(1, Math.max(0, share)) : 0
  return (
    <span className={`share-bar ${kind}`} aria-hidden="true">
      <span style={{ width: width > 0 ? `${Math.max(1, width * 100)}%` : 0 }} />
    </span>
  )
}
