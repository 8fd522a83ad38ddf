/** The top of a result: the verdict, large figures, warnings. */
import type { ReactNode } from 'react'
import { Notices } from '../kit/notice.tsx'
import { Panel, Tiles } from '../kit/panel.tsx'
import { asSentence } from './figures.ts'

export interface VerdictInput {
  readonly tone: 'good' | 'bad' | 'warn'
  readonly word: string
  readonly sentence: string
  readonly tiles: readonly { readonly name: string; readonly value: string; readonly note: string }[]
  readonly warnings: readonly string[]
  /** Beside the heading. */
  readonly actions?: ReactNode
}

export function Verdict({ tone, word, sentence, tiles, warnings, actions }: VerdictInput): ReactNode {
  return (
    <Panel title="Result" wide actions={actions}>
      <div className={`verdict ${tone}`} role="status">
        <Sign tone={tone} />
        <div>
          <b>{word}</b>
          <p>{sentence}</p>
        </div>
      </div>
      <Tiles tiles={tiles} />
      <Notices kind="warning" of={warnings.map(asSentence)} />
    </Panel>
  )
}

export function Guarantee({
  holds,
  doesNotHold,
}: {
  holds: readonly string[]
  doesNotHold: readonly string[]
}): ReactNode {
  return (
    <div className="columns-two">
      <Panel title="What is promised">
        <ul className="promises good">
          {holds.map((sentence) => (
            <li key={sentence}>{asSentence(sentence)}</li>
          ))}
        </ul>
      </Panel>
      <Panel title="What is not protected">
        <ul className="promises open">
          {doesNotHold.map((sentence) => (
            <li key={sentence}>{asSentence(sentence)}</li>
          ))}
        </ul>
      </Panel>
    </div>
  )
}

function Sign({ tone }: { tone: VerdictInput['tone'] }): ReactNode {
  const strokes = { good: 'M7 12.5l3.5 3.5L17.5 8.5', bad: 'M8 8l8 8M16 8l-8 8', warn: 'M12 6.5v7M12 16.5v.5' }
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true">
      <circle cx="12" cy="12" r="11" />
      <path d={strokes[tone]} />
    </svg>
  )
}
