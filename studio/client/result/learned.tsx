/**
 * Attribute disclosure: classes whose rows (nearly) agree in a sensitive column. Each class is a piece of a strip, as
 * wide as its rows, darker the more frequent its most frequent value.
 */

import type { ReactNode } from 'react'
import { Label, Slider, SliderOutput, SliderThumb, SliderTrack } from 'react-aria-components'
import { formatCount, formatShare, many } from '../../../src/ground/format.ts'
import type { LearnedColumn } from '../../../src/verification/learned-values.ts'
import type { RunState } from '../../server/run/api.ts'
import { Button } from '../kit/controls.tsx'
import { Notice } from '../kit/notice.tsx'
import { Panel } from '../kit/panel.tsx'
import { useProtection } from '../privacy/use-protection.ts'
import { useStudio } from '../shell/studio.tsx'
import { useAnswer } from '../shell/use-answer.ts'
import { useKept } from '../shell/use-kept.ts'

/** Asks for a model on each sensitive column that has none, and shows it. */
export function ProtectButton(): ReactNode {
  const { go } = useStudio()
  const { protect } = useProtection()
  return (
    <Button
      onPress={() => {
        protect()
        go('privacy')
      }}
    >
      Protect sensitive values
    </Button>
  )
}

export function Learned({ state: { id, replacedBy } }: { state: RunState }): ReactNode {
  const [nearly, setNearly] = useKept('result.nearly', 95)
  const path = replacedBy === undefined ? `result/${id}/learned` : undefined
  const { answer: learned, error } = useAnswer<readonly LearnedColumn[]>(path)
  if (replacedBy !== undefined) return null
  return (
    <Panel title="What can be learned" wide actions={<ProtectButton />}>
      {error !== undefined ? (
        <Notice kind="error">{error}</Notice>
      ) : learned === undefined ? (
        <p className="skeleton">Counting what the classes say …</p>
      ) : learned.length === 0 ? (
        <p className="note">
          The job names no sensitive column and no target, so nothing is counted here. Give a column that others should
          not learn about a person the role sensitive, on the step Data.
        </p>
      ) : (
        <>
          <Slider className="nearly" minValue={50} maxValue={100} value={nearly} onChange={setNearly}>
            <Label>Nearly the same: from this share of a class on</Label>
            <SliderOutput>{({ state }) => `${state.values[0]}%`}</SliderOutput>
            <SliderTrack className="nearly-track">
              <SliderThumb className="nearly-thumb" />
            </SliderTrack>
          </Slider>
          {learned.map((item) => (
            <ColumnLearned key={item.column} learned={item} nearly={nearly} />
          ))}
          <p className="note">
            Anyone who knows in which class a person is learns what all of it say, without finding the person’s row.
          </p>
        </>
      )}
    </Panel>
  )
}

function ColumnLearned({ learned, nearly }: { learned: LearnedColumn; nearly: number }): ReactNode {
  const { column, classes, rows, shares } = learned
  const one = above(learned, 100)
  const most = above(learned, nearly)
  return (
    <section className="learned" aria-label={`What can be learned about ${column}`}>
      <h3>{column}</h3>
      <p className={one.classes > 0 ? 'learned-words some' : 'learned-words'}>
        {one.classes === 0
          ? `No class shares one value.`
          : `${formatCount(one.classes)} of ` +
            `${many(classes, 'class', 'classes')} ${one.classes === 1 ? 'shares' : 'share'} one value: ` +
            `${many(one.rows, 'person', 'people')} (${formatShare(one.rows / rows)}).`}
        {nearly === 100
          ? ''
          : most.classes === 0
            ? ` None shares one to at least ${nearly}%.`
            : ` ${formatCount(most.classes)} ${most.classes === 1 ? 'shares' : 'share'} one to at least ` +
              `${nearly}%: ${many(most.rows, 'person', 'people')}.`}
      </p>
      <div className="heat" aria-hidden="true">
        {shares.map(({ percent, rows: classRows }) => (
          <span
            key={percent}
            className={percent >= nearly ? 'sure' : ''}
            style={{ flexGrow: classRows, opacity: 0.12 + 0.88 * (percent / 100) ** 2 }}
          />
        ))}
      </div>
      <div className="ends" aria-hidden="true">
        <small>the least sure class ({shares[0]?.percent ?? 0}%)</small>
        <small>the surest ({shares.at(-1)?.percent ?? 0}%)</small>
      </div>
    </section>
  )
}

function above({ shares }: LearnedColumn, least: number): { classes: number; rows: number } {
  return shares
    .filter(({ percent }) => percent >= least)
    .reduce((sum, share) => ({ classes: sum.classes + share.classes, rows: sum.rows + share.rows }), {
      classes: 0,
      rows: 0,
    })
}
