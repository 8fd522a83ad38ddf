/**
 * A histogram with interval endpoints. If editable: click adds, drag moves, double click or Delete removes; arrow keys
 * move the focused endpoint by a small step, page keys by a large one.
 */

import { type ReactNode, useRef, useState } from 'react'
import { formatCount, formatFigure, many } from '../../../src/ground/format.ts'
import type { Histogram } from '../../server/data/api.ts'
import { Endpoint } from '../kit/endpoint.tsx'

const HEIGHT = 140

export function EndpointStrip(props: {
  column: string
  histogram: Histogram
  endpoints: readonly number[]
  /** Absent if a rule computes the endpoints. */
  onChange?: (endpoints: number[]) => void
}): ReactNode {
  const { column, histogram, endpoints, onChange } = props
  const { bins } = histogram
  const strip = useRef<HTMLDivElement>(null)
  const [dragged, setDragged] = useState<{ index: number; value: number }>()
  const low = bins[0].low
  const high = bins[bins.length - 1].high
  const step = moveStep(low, high, bins[0].high - bins[0].low)
  const most = bins.reduce((largest, { count }) => Math.max(largest, count), 1)
  const share = (value: number) => Math.max(0, Math.min(1, (value - low) / (high - low)))
  const valueAt = (x: number): number => {
    const box = strip.current?.getBoundingClientRect()
    if (box === undefined || box.width === 0) return low
    return rounded(low + ((x - box.left) / box.width) * (high - low), step)
  }
  const inside = (value: number) => value > low && value < high
  const set = (list: readonly number[]) => onChange?.([...new Set(list)].sort((a, b) => a - b))
  const removeAt = (index: number) => {
    if (endpoints.length > 1) set(endpoints.filter((_, i) => i !== index))
  }
  const stepBy = (by: number, index: number) => {
    const next = rounded(endpoints[index] + by * step, step)
    if (inside(next) && !endpoints.includes(next))
      onChange?.(endpoints.map((endpoint, i) => (i === index ? next : endpoint)))
  }
  const shown = endpoints.map((value, i) => (dragged?.index === i ? dragged.value : value))
  const isEdited = onChange !== undefined
  return (
    <figure className="endpoint-figure">
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the field above takes endpoints by keyboard */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: its handles are the controls */}
      <div
        ref={strip}
        className={isEdited ? 'endpoint-strip edited' : 'endpoint-strip'}
        style={{ height: HEIGHT }}
        onClick={(event) => {
          if (!isEdited) return
          const value = valueAt(event.clientX)
          if (inside(value)) set([...endpoints, value])
        }}
      >
        <svg
          role="img"
          aria-label={`Histogram of ${column}, from ${bins[0].label} to ${bins[bins.length - 1].label}`}
          viewBox={`0 0 ${bins.length * 10} 100`}
          preserveAspectRatio="none"
        >
          {bins.map((bin, i) => {
            const tall = (bin.count / most) * 100
            return (
              <rect key={bin.label} x={i * 10 + 0.5} width={9} y={100 - tall} height={tall}>
                <title>{`${bin.label}: ${many(bin.count, 'row')}`}</title>
              </rect>
            )
          })}
        </svg>
        {shown.map((value, index) =>
          !inside(value) ? null : isEdited ? (
            <Endpoint
              // biome-ignore lint/suspicious/noArrayIndexKey: an endpoint keeps its place while it is moved
              key={index}
              label={`Endpoint ${index + 1} of ${shown.length}`}
              left={`${share(value) * 100}%`}
              value={value}
              least={low}
              most={high}
              text={String(value)}
              onStep={(by) => stepBy(by, index)}
              onDrag={(x) => {
                const next = valueAt(x)
                if (inside(next)) setDragged({ index, value: next })
                return true
              }}
              onDrop={() => {
                if (dragged?.index === index && dragged.value !== endpoints[index]) set(shown)
                setDragged(undefined)
              }}
              onRemove={() => removeAt(index)}
            />
          ) : (
            <div key={value} className="fixed-endpoint" aria-hidden="true" style={{ left: `${share(value) * 100}%` }} />
          ),
        )}
      </div>
      <div className="ends" aria-hidden="true">
        <span>{formatFigure(low)}</span>
        <span>{formatFigure(high)}</span>
      </div>
      <figcaption className="help">
        {isEdited
          ? `${formatCount(endpoints.length)} endpoints: click to add, drag to move, Delete to ` +
            `remove${outsideInWords(endpoints, inside)}`
          : endpoints.length === 0
            ? 'an endpoint between every two values'
            : `${formatCount(endpoints.length)} endpoints`}
      </figcaption>
    </figure>
  )
}

/** Endpoints outside the data are invisible in the histogram: list them. */
function outsideInWords(endpoints: readonly number[], inside: (value: number) => boolean): string {
  const outside = endpoints.filter((value) => !inside(value))
  if (outside.length === 0) return ''
  return `. Beyond the data: ${outside.map(String).join(', ')}`
}

/** Step for moving an endpoint: 1 for integer bins, otherwise about 1/500 of the range. */
function moveStep(low: number, high: number, width: number): number {
  const fine = 10 ** Math.floor(Math.log10((high - low) / 300))
  return Number.isInteger(width) && Number.isInteger(low) ? Math.max(1, fine) : fine
}

function rounded(value: number, step: number): number {
  return Number((Math.round(value / step) * step).toPrecision(12))
}
