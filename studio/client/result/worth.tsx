/** The cost of a release: detail kept per quasi-identifier, an example, why a column was hidden, and remedies. */
import type { ReactNode } from 'react'
import { formatCount, formatShare, many } from '../../../src/ground/format.ts'
import { adviceInWords } from '../../../src/report/advice.ts'
import type { ColumnDetail, Judgement } from '../../../src/report/judge/judged-release.ts'
import { Bar } from '../kit/bar.tsx'
import { Button } from '../kit/controls.tsx'
import { LongName } from '../kit/long-name.tsx'
import { Panel } from '../kit/panel.tsx'
import { useKept } from '../shell/use-kept.ts'
import { useStudio } from '../shell/use-studio.ts'

export function Worth({ judgement }: { judgement: Judgement | undefined }): ReactNode {
  const { go, setPart } = useStudio()
  if (judgement === undefined || judgement.detail.length === 0) return null
  const { detail, cautions } = judgement
  const silent = detail.filter(({ says }) => says === 'nothing').length
  const [little, others] = [true, false].map((wanted) =>
    cautions.filter(({ kind }) => (kind === 'little-detail') === wanted),
  )
  const advice = adviceInWords([...little.flatMap((caution) => caution.advice ?? []), ...(judgement.advice ?? [])])
  return (
    <Panel
      title="What it cost"
      wide
      actions={
        <>
          <Button onPress={() => go('run')}>Try another method</Button>
          <Button onPress={() => setPart('what-if')}>What if</Button>
        </>
      }
    >
      <p className={silent * 3 > detail.length ? 'cost-words few' : 'cost-words'}>
        {silent === 0
          ? detail.length === 1
            ? 'The quasi-identifier still says'
            : `All ${detail.length} quasi-identifiers still say`
          : `${formatCount(silent)} of ${many(detail.length, 'quasi-identifier')} ${silent === 1 ? 'says' : 'say'}`}
        {silent === 0 ? ' something.' : ' nothing any more.'} Bars show the detail that is kept.
      </p>
      <ul className="cost" aria-label="Detail that is kept, by column">
        {[...detail]
          .sort((a, b) => a.kept - b.kept)
          .map((column) => (
            <ColumnCost key={column.column} detail={column} />
          ))}
      </ul>
      {advice === '' ? null : <p className="note">To try: {advice}.</p>}
      {/* The first is the verdict, and what would help is tried under To green. */}
      {others.slice(1).map(({ message }) => (
        <p className="note" key={message}>
          {message}.
        </p>
      ))}
    </Panel>
  )
}

function ColumnCost({ detail }: { detail: ColumnDetail }): ReactNode {
  const { go, document } = useStudio()
  const [, setColumn] = useKept<string | undefined>('hierarchies.column', undefined)
  const { column, kept, says, example, why, labels } = detail
  const share = says === 'nothing' ? 0 : kept
  return (
    <li className={`cost-${says}`}>
      <b>
        <LongName name={column} />
      </b>
      <Bar share={share} kind="value" />
      <span className="number-cell">{formatShare(share)}</span>
      <span className="cost-said">
        {says === 'all'
          ? 'as it is'
          : says === 'nothing'
            ? `says nothing: ${why ?? 'one label for all rows'}`
            : `${many(labels, 'label')}${example === undefined ? '' : `, such as ${example}`}`}
      </span>
      {says === 'all' || document === undefined ? null : (
        <Button
          quiet
          aria-label={`Edit tree of ${column}`}
          onPress={() => {
            setColumn(column)
            go('hierarchies')
          }}
        >
          Edit tree
        </Button>
      )}
    </li>
  )
}
