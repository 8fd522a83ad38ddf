/** One column before and after as bars, two columns as heat maps, and how much of their association is kept. */

import { type ReactNode, useState } from 'react'
import { formatCount, formatFigure, formatShare, many } from '../../../src/ground/format.ts'
import type { Association, ColumnBeforeAfter, PairBeforeAfter } from '../../server/result/api.ts'
import type { RunState } from '../../server/run/api.ts'
import { Button, Choice } from '../kit/controls.tsx'
import { Notice } from '../kit/notice.tsx'
import { Panel } from '../kit/panel.tsx'
import { Table } from '../kit/table.tsx'
import { useAnswer } from '../shell/use-answer.ts'

export function BeforeAfterPart({ state }: { state: RunState }): ReactNode {
  const at = `result/${state.id}/compared`
  const columns = useAnswer<readonly string[]>(at)
  const [chosen, setChosen] = useState<readonly [string, string]>()
  if (columns.error !== undefined) return <Notice kind="note">{columns.error}</Notice>
  const names = columns.answer
  if (names === undefined) return <p className="note">Counting both files …</p>
  if (names.length === 0) return <Panel title="Before and after">No column is in both the data and the release.</Panel>
  const [x, y] = chosen ?? [names[0], names[1] ?? names[0]]
  const items = names.map((name) => ({ id: name, title: name }))
  return (
    <>
      <Panel title="One column" wide>
        <Choice label="Column" value={x} items={items} onChange={(name) => setChosen([name, y])} />
        <OneColumn at={at} column={x} />
      </Panel>
      {names.length < 2 ? null : (
        <Panel title="Two columns" wide>
          <div className="row end">
            <Choice label="Across" value={x} items={items} onChange={(name) => setChosen([name, y])} />
            <Choice label="Down" value={y} items={items} onChange={(name) => setChosen([x, name])} />
          </div>
          {x === y ? <p className="note">Choose two columns.</p> : <TwoColumns at={at} x={x} y={y} />}
        </Panel>
      )}
      {names.length < 2 ? null : <Kept at={at} onOpen={(pair) => setChosen([pair.x, pair.y])} />}
    </>
  )
}

const SPREAD =
  'A label that stands for several values is spread evenly over those that it covers, as a reader of the release ' +
  'would have to do.'

function OneColumn({ at, column }: { at: string; column: string }): ReactNode {
  const { answer, error } = useAnswer<ColumnBeforeAfter>(`${at}/one?column=${encodeURIComponent(column)}`)
  if (error !== undefined) return <Notice kind="note">{error}</Notice>
  if (answer === undefined) return <p className="note">Counting …</p>
  const most = Math.max(1, ...answer.bins.flatMap(({ before, after }) => [before, after]))
  return (
    <>
      <p className="note">
        Grey is the data, blue the release. {SPREAD}
        {answer.silentAfter === 0
          ? ''
          : ` ${many(answer.silentAfter, 'row')} of the release ` +
            `${answer.silentAfter === 1 ? 'says' : 'say'} nothing here.`}
      </p>
      <Table
        scrolled
        className="overlaid"
        caption={`Rows by ${column}, before and after`}
        rows={answer.bins}
        rowKey={({ label }) => label}
        columns={[
          { title: column, heads: true, cell: ({ label }) => label },
          {
            title: 'Picture',
            silent: true,
            cell: ({ before, after }) => (
              <span className="both-bars" aria-hidden="true">
                <span className="in-data" style={{ width: `${(100 * before) / most}%` }} />
                <span className="in-release" style={{ width: `${(100 * after) / most}%` }} />
              </span>
            ),
          },
          { title: 'Data', number: true, cell: ({ before }) => formatCount(before) },
          { title: 'Release', number: true, cell: ({ after }) => formatCount(Math.round(after)) },
        ]}
      />
    </>
  )
}

function TwoColumns({ at, x, y }: { at: string; x: string; y: string }): ReactNode {
  const query = new URLSearchParams({ x, y })
  const { answer, error } = useAnswer<PairBeforeAfter>(`${at}/two?${query}`)
  if (error !== undefined) return <Notice kind="note">{error}</Notice>
  if (answer === undefined) return <p className="note">Counting …</p>
  const { before, after, silentAfter, associationBefore, associationAfter } = answer
  const difference = before.map((line, j) => line.map((count, i) => after[j][i] - count))
  return (
    <>
      <p className="note">
        How strongly they go together (Cramér’s V, 0 to 1): {formatFigure(associationBefore)} in the data,{' '}
        {formatFigure(associationAfter)} in the release. {SPREAD}
        {silentAfter === 0
          ? ''
          : ` ${many(silentAfter, 'row')} of the release ${silentAfter === 1 ? 'says' : 'say'} nothing of one of them.`}
      </p>
      <div className="maps-of-pairs">
        <HeatMap title="Data" pair={answer} cells={before} />
        <HeatMap title="Release" pair={answer} cells={after} />
        <HeatMap title="Difference" pair={answer} cells={difference} />
      </div>
    </>
  )
}

/** A table with cells coloured by row count, darkest for most. In a difference, orange means fewer and blue more. */
function HeatMap(props: { title: string; pair: PairBeforeAfter; cells: readonly (readonly number[])[] }): ReactNode {
  const { title, pair, cells } = props
  const most = Math.max(1, ...cells.flat().map(Math.abs))
  return (
    <figure className="pair-map">
      <figcaption>{title}</figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
      <section className="pair-scroll" aria-label={`${title}: ${pair.x} by ${pair.y}`} tabIndex={0}>
        <table>
          <thead>
            <tr>
              <td />
              {pair.across.map((label) => (
                <th key={label} scope="col">
                  <span>{label}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {pair.down.map((label, j) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                {pair.across.map((over, i) => (
                  <td
                    key={over}
                    className={cells[j][i] < 0 ? 'fewer' : 'more'}
                    style={{ '--heat': `${Math.round((100 * Math.abs(cells[j][i])) / most)}%` } as object}
                    title={`${over}, ${label}: ${formatCount(Math.round(cells[j][i]))}`}
                  >
                    <span className="spoken">{formatCount(Math.round(cells[j][i]))}</span>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </figure>
  )
}

function Kept({ at, onOpen }: { at: string; onOpen: (pair: Association) => void }): ReactNode {
  const { answer, error } = useAnswer<readonly Association[]>(`${at}/pairs`)
  return (
    <Panel title="What still goes together" wide>
      {error !== undefined ? <Notice kind="note">{error}</Notice> : null}
      {answer === undefined ? (
        error === undefined && <p className="note">Counting pairs of columns …</p>
      ) : (
        <>
          <p className="note">
            Pairs of columns by how strongly they go together in the data (Cramér’s V: 0 is not at all, 1 is that one
            says the other), and how much of it is left in the release.
          </p>
          <Table
            scrolled
            className="with-buttons pairs-kept"
            caption="How strongly columns go together, before and after"
            rows={answer}
            rowKey={({ x, y }) => `${x} ${y}`}
            columns={[
              { title: 'Columns', heads: true, cell: ({ x, y }) => `${x} and ${y}` },
              { title: 'Data', number: true, cell: ({ before }) => formatFigure(before) },
              { title: 'Release', number: true, cell: ({ after }) => formatFigure(after) },
              {
                title: 'Kept',
                number: true,
                cell: ({ before, after }) => (before < FAINT ? '–' : formatShare(Math.min(1, after / before))),
              },
              {
                title: 'Show it',
                silent: true,
                number: true,
                cell: (pair) => (
                  <Button aria-label={`Show ${pair.x} and ${pair.y}`} onPress={() => onOpen(pair)}>
                    Show
                  </Button>
                ),
              },
            ]}
          />
        </>
      )}
    </Panel>
  )
}

/** Association below which two columns count as independent. */
const FAINT = 0.02
