/** Compares the distribution of a sensitive column in a chosen class with that in all rows, farthest classes first. */
import { type ReactNode, useState } from 'react'
import { formatCount, formatShare } from '../../../src/ground/format.ts'
import type { LearnedColumn } from '../../../src/verification/learned-values.ts'
import { Choice } from '../kit/controls.tsx'
import { Table } from '../kit/table.tsx'

export function Distributions({ learned: { column, values, farthest } }: { learned: LearnedColumn }): ReactNode {
  const [place, setPlace] = useState('0')
  const chosen = farthest[Number(place)]
  if (chosen === undefined) return null
  const rest = 1 - values.reduce((sum, { share }) => sum + share, 0)
  const lines = [
    ...values.map(({ value, share }, i) => ({ value, all: share, inClass: chosen.shares[i] })),
    ...(rest > 1e-9 ? [{ value: 'all others', all: rest, inClass: chosen.shares[values.length] }] : []),
  ]
  return (
    <>
      <Choice
        label={`A class and its ${column}, those farthest from all rows first`}
        value={place}
        items={farthest.map(({ rows, distance, shown }, i) => ({
          id: String(i),
          title: `${formatShare(distance)} off, ${formatCount(rows)} rows`,
          note: Object.values(shown).join(' · '),
        }))}
        onChange={setPlace}
      />
      <Table
        caption={`${column} in the chosen class and in all rows`}
        rows={lines}
        rowKey={({ value }) => value}
        columns={[
          { title: column, heads: true, cell: ({ value }) => value },
          { title: 'All rows', number: true, cell: ({ all }) => formatShare(all) },
          { title: 'The class', number: true, cell: ({ inClass }) => formatShare(inClass) },
          {
            title: 'Bars of both',
            silent: true,
            cell: ({ all, inClass }) => (
              <span className="two-bars">
                <span className="all" style={{ width: `${100 * all}%` }} />
                <span className={inClass > all ? 'own more' : 'own'} style={{ width: `${100 * inClass}%` }} />
              </span>
            ),
          },
        ]}
      />
      <p className="note">
        {formatShare(chosen.distance)} of the class would have to have another {column} for it to look like all rows
        (t-closeness by equal distances). Grey: all rows; coloured: the class, darker where it says more than all rows
        do.
      </p>
    </>
  )
}
