/** Edits the endpoints of intervals: any value, quantiles, a fixed width, or endpoints of a list. */
import type { ReactNode } from 'react'
import { many } from '../../../src/ground/format.ts'
import type { Histogram } from '../../server/data/api.ts'
import type { Examined } from '../../server/hierarchies/api.ts'
import { Bars } from '../data/bars.tsx'
import { NumberInput, RadioList } from '../kit/controls.tsx'
import { NumbersField } from './numbers-field.tsx'
import type { JobColumn } from './settings.ts'

type Endpoints = JobColumn['endpoints']
type Way = 'all' | 'quantiles' | 'width' | 'list' | 'target'

export function IntervalEditor(props: {
  column: string
  endpoints: Endpoints
  histogram: Histogram | undefined
  examined: Examined | undefined
  onChange: (endpoints: Endpoints) => void
}): ReactNode {
  const { column, endpoints, histogram, examined, onChange } = props
  const way = chosenWay(endpoints)
  // The start of the data is not an endpoint.
  const starts = examined?.starts?.slice(1) ?? []
  const list = Array.isArray(endpoints) ? endpoints : undefined
  const width = typeof endpoints === 'object' && 'width' in endpoints ? endpoints : undefined
  // Only the job file can set it; any other choice replaces it.
  const target = typeof endpoints === 'object' && 'target' in endpoints ? endpoints.target : undefined
  const choose = (next: Way) => {
    if (next === 'all') onChange(undefined)
    else if (next === 'quantiles') onChange(20)
    else if (next === 'width') onChange({ width: roundWidth(histogram) })
    else if (next === 'target') onChange(endpoints)
    else onChange(starts.length > 0 && starts.length <= 60 ? starts : quarters(histogram))
  }
  return (
    <div className="interval-editor">
      <RadioList
        label="Intervals may end"
        value={way}
        items={[
          { id: 'all', title: 'between every two values' },
          { id: 'quantiles', title: 'at quantiles', note: 'about the same number of rows between each two' },
          { id: 'width', title: 'at a width', note: 'multiples of a number' },
          { id: 'list', title: 'at endpoints of your own', note: 'a list' },
          ...(target === undefined
            ? []
            : [{ id: 'target' as const, title: `where the values of ${target} separate best` }]),
        ]}
        onChange={choose}
      />
      <div className="stack interval-fields">
        {way === 'quantiles' ? (
          <NumberInput
            label="Endpoints"
            value={typeof endpoints === 'number' ? endpoints : undefined}
            minimum={1}
            step={1}
            onChange={(value) => value === undefined || onChange(value)}
          />
        ) : null}
        {width === undefined ? null : (
          <div className="row">
            <NumberInput
              label="Width"
              value={width.width}
              minimum={0}
              onChange={(value) => value === undefined || value <= 0 || onChange({ ...width, width: value })}
            />
            <NumberInput
              label="Counted from"
              value={width.origin ?? 0}
              onChange={(value) => onChange({ ...width, origin: value ?? 0 })}
            />
          </div>
        )}
        {list === undefined ? null : (
          <NumbersField
            label="Endpoints"
            help="a value at an endpoint belongs to the interval above it"
            numbers={list}
            validate={(numbers) => (numbers.length === 0 ? 'at least one endpoint is needed' : undefined)}
            onChange={(numbers) => onChange([...new Set(numbers)].sort((a, b) => a - b))}
          />
        )}
        {histogram === undefined ? null : (
          <>
            <Bars label={`Rows by ${column}`} bins={histogram.bins} height={100} ends={histogram} />
            <p className="help">
              {starts.length === 0 ? 'an endpoint between any two values' : many(starts.length, 'endpoint')}
              {examined?.isPublic ? ': round numbers, with enough people between two' : ''}
            </p>
          </>
        )}
      </div>
    </div>
  )
}

function chosenWay(endpoints: Endpoints): Way {
  if (endpoints === undefined || endpoints === 'all') return 'all'
  if (typeof endpoints === 'number') return 'quantiles'
  if (Array.isArray(endpoints)) return 'list'
  return 'target' in endpoints ? 'target' : 'width'
}

function valueSpan(histogram: Histogram | undefined): { low: number; high: number } {
  const bins = histogram?.bins ?? []
  return bins.length === 0 ? { low: 0, high: 100 } : { low: bins[0].low, high: bins[bins.length - 1].high }
}

/** A round width that gives about ten intervals. */
function roundWidth(histogram: Histogram | undefined): number {
  const { low, high } = valueSpan(histogram)
  const power = 10 ** Math.floor(Math.log10((high - low) / 10))
  return [1, 2, 5, 10].map((step) => step * power).find((width) => (high - low) / width <= 10) ?? power
}

function quarters(histogram: Histogram | undefined): number[] {
  const { low, high } = valueSpan(histogram)
  const numbers = [0.25, 0.5, 0.75].map((share) => Number((low + (high - low) * share).toPrecision(2)))
  return [...new Set(numbers)]
}
