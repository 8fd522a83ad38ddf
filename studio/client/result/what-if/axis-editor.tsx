/**
 * Edits the cut of a number or an order as endpoints on its histogram: drag one, move it with arrow keys, remove it
 * with Delete, or click to add one. The form and table below do the same without a mouse.
 */

import { type ReactNode, useState } from 'react'
import { formatCount, many } from '../../../../src/ground/format.ts'
import type { Cut, WhatIfColumn, WhatIfGroup } from '../../../../src/tasks/what-if.ts'
import { Bar } from '../../kit/bar.tsx'
import { Button, Choice, NumberInput } from '../../kit/controls.tsx'
import { Endpoint } from '../../kit/endpoint.tsx'
import { Table } from '../../kit/table.tsx'
import { useWidth } from '../../kit/use-width.ts'
import { axisPlaces, histogramBars, nearestPlace, placeOfNumber } from './axis.ts'
import { addPlace, movePlace, removePlace } from './cuts.ts'

const HEIGHT = 120
/** More endpoints would be indistinguishable on the axis. */
const MOST_HANDLES = 150
const MOST_KNOBS = 40
const MOST_GROUPS = 60

interface Given {
  readonly column: WhatIfColumn
  readonly cut: Cut
  readonly groups: readonly WhatIfGroup[]
  readonly onChange: (cut: Cut, merge?: boolean) => void
}

export function AxisEditor(given: Given): ReactNode {
  const { column, cut } = given
  return (
    <>
      <p className="note">
        A group ends where an endpoint stands. Drag an endpoint, or move it with the arrow keys and remove it with
        Delete; click between two values to add one.
        {cut.length > MOST_HANDLES
          ? ` There are ${formatCount(cut.length)} endpoints, too many to be moved one by one: set a level, or ` +
            'join groups.'
          : ''}
      </p>
      <Axis {...given} />
      <AddEndpoint {...given} />
      <Groups {...given} />
      {column.missing === undefined ? null : <p className="note">Missing values stand at the right of the axis.</p>}
    </>
  )
}

function Axis({ column, cut, onChange }: Given): ReactNode {
  const { place, width } = useWidth()
  const size = column.values.length
  const places = axisPlaces(column, width)
  const bars = histogramBars(column, places)
  const most = Math.max(1, ...bars.map(({ rows }) => rows))
  const starts = [0, ...cut, size]
  const placeUnder = ({ clientX }: { clientX: number }) =>
    nearestPlace(places, clientX - (place.current?.getBoundingClientRect().left ?? 0))

  if (size < 2) return <p className="note">There is one value only; nothing can be cut.</p>
  return (
    <div className="axis">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the form below adds endpoints by keyboard */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the form below adds endpoints by keyboard */}
      <div
        ref={place}
        className="axis-plot"
        style={{ height: HEIGHT }}
        onClick={(event) => onChange(addPlace(cut, placeUnder(event), size))}
      >
        {width === 0 ? null : (
          <svg width={width} height={HEIGHT} aria-hidden="true">
            {starts.slice(0, -1).map((start, i) => (
              <rect
                key={start}
                className={i % 2 === 0 ? 'group even' : 'group odd'}
                x={places.edges[start]}
                width={Math.max(0, places.edges[starts[i + 1]] - places.edges[start])}
                height={HEIGHT}
              />
            ))}
            {bars.map(({ from, to, rows }) => (
              <rect
                key={from}
                className="bar"
                x={from + 0.5}
                width={Math.max(1, to - from - 1)}
                y={HEIGHT - (rows / most) * (HEIGHT - 14)}
                height={(rows / most) * (HEIGHT - 14)}
              />
            ))}
          </svg>
        )}
        {(width === 0 || cut.length > MOST_HANDLES ? [] : cut).map((start, index) => (
          <Endpoint
            // biome-ignore lint/suspicious/noArrayIndexKey: an endpoint is its number; its place changes while it is dragged
            key={index}
            label={`Endpoint ${index + 1} of ${column.name}`}
            left={places.edges[start]}
            value={start}
            least={1}
            most={size - 1}
            text={column.values[start]}
            spoken={`a group begins at ${column.values[start]}`}
            look={cut.length > MOST_KNOBS ? 'knob narrow' : 'knob'}
            onStep={(by) => onChange(movePlace(cut, index, start + by, size))}
            onDrag={(clientX, begun) => {
              const next = movePlace(cut, index, placeUnder({ clientX }), size)
              if (next[index] !== start) onChange(next, begun)
              return next[index] !== start
            }}
            onRemove={() => onChange(removePlace(cut, start))}
          />
        ))}
      </div>
      <div className="ends" aria-hidden="true">
        <span>{column.values[0]}</span>
        <span>{many(most, 'row')} at most in a value</span>
        <span>{column.values[size - 1]}</span>
      </div>
    </div>
  )
}

function AddEndpoint({ column, cut, onChange }: Given): ReactNode {
  const [number, setNumber] = useState<number>()
  const [chosen, setChosen] = useState<string>()
  const size = column.values.length
  const isNumber = column.kind === 'number'
  const place = isNumber
    ? number === undefined
      ? undefined
      : placeOfNumber(column, number)
    : chosen === undefined
      ? undefined
      : Number(chosen)
  return (
    <div className="row end">
      {isNumber ? (
        <NumberInput label="A group begins at" value={number} onChange={setNumber} />
      ) : (
        <Choice
          label="A group begins at"
          value={chosen}
          items={column.values
            .map((value, i) => ({ id: String(i), title: value }))
            .filter(({ id }) => id !== '0' && !cut.includes(Number(id)))}
          onChange={setChosen}
        />
      )}
      <Button
        isDisabled={place === undefined || cut.includes(place)}
        onPress={() => {
          if (place !== undefined) onChange(addPlace(cut, place, size))
          setChosen(undefined)
        }}
      >
        Add endpoint
      </Button>
    </div>
  )
}

function Groups({ column, cut, groups, onChange }: Given): ReactNode {
  let place = 0
  const lines = groups.map((group) => {
    place += group.values
    return { ...group, next: place }
  })
  const largest = groups.reduce((most, { rows }) => Math.max(most, rows), 1)
  const rest = groups.length - MOST_GROUPS
  return (
    <>
      <Table
        scrolled
        className="group-table with-buttons"
        caption={`Groups of ${column.name} and their rows`}
        rows={lines.slice(0, MOST_GROUPS)}
        rowKey={({ next }) => next}
        columns={[
          { title: 'Group', cell: ({ label }) => label },
          { title: 'Values', number: true, cell: ({ values }) => formatCount(values) },
          { title: 'Bar', silent: true, cell: ({ rows }) => <Bar share={rows / largest} /> },
          { title: 'Rows', number: true, cell: ({ rows }) => formatCount(rows) },
          {
            title: 'Join',
            silent: true,
            number: true,
            cell: ({ label, next }) =>
              next < column.values.length ? (
                <Button quiet aria-label={`join with next: ${label}`} onPress={() => onChange(removePlace(cut, next))}>
                  join with next
                </Button>
              ) : null,
          },
        ]}
      />
      {rest > 0 ? <p className="note">and {formatCount(rest)} more; the recoding file has them all.</p> : null}
    </>
  )
}
