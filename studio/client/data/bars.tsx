/** A small histogram, also described in words for screen readers. */
import type { ReactNode } from 'react'
import { formatCount } from '../../../src/ground/format.ts'
import type { Histogram, HistogramBin } from '../../server/data/api.ts'

export function Bars(props: {
  label: string
  bins: readonly Pick<HistogramBin, 'label' | 'count'>[]
  height?: number
  things?: string
  /** Smallest and largest value, shown below the bars. */
  ends?: Pick<Histogram, 'least' | 'most'>
}): ReactNode {
  const { label, bins, height = 34, things = 'rows', ends } = props
  const most = bins.reduce((largest, { count }) => Math.max(largest, count), 1)
  const fullest = bins.find(({ count }) => count === most)
  const words =
    bins.length === 0
      ? `${label}: nothing`
      : `${label}: from ${ends?.least ?? bins[0].label} to ` +
        `${ends?.most ?? bins[bins.length - 1].label}, most ${things} in ${fullest?.label ?? ''}`
  return (
    <div className="bars" style={{ maxWidth: Math.max(60, bins.length * (height > 50 ? 48 : 24)) }}>
      <svg
        role="img"
        aria-label={words}
        viewBox={`0 0 ${bins.length * 10} 100`}
        preserveAspectRatio="none"
        height={height}
      >
        {bins.map((bin, i) => {
          // The square root keeps rare bins visible.
          const tall = bin.count === 0 ? 0 : Math.max(4, Math.sqrt(bin.count / most) * 100)
          return (
            <rect key={bin.label} x={i * 10 + 0.7} width={8.6} y={100 - tall} height={tall}>
              <title>{`${bin.label}: ${formatCount(bin.count)} ${things}`}</title>
            </rect>
          )
        })}
      </svg>
      {ends === undefined ? null : (
        <div className="ends" aria-hidden="true">
          <span>{ends.least}</span>
          <span>{ends.most}</span>
        </div>
      )}
    </div>
  )
}
