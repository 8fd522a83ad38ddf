/** What the search looked at, as a map: a click opens a recoding in What-if, from where it can be published instead. */

import { type MouseEvent, type ReactNode, useCallback, useRef, useState } from 'react'
import type { ChartSettings } from '../../../src/report/draw/chart.ts'
import { type DrawnMap, drawSearchMap } from '../../../src/report/draw/search-map.ts'
import { formatCount, formatFigure, formatShare, many } from '../../../src/report/format.ts'
import type { MapLook, SearchMap, WhatIfQuestion } from '../../server/result/api.ts'
import type { RunState } from '../../server/run/api.ts'
import { Chart } from '../kit/chart.tsx'
import { Button } from '../kit/controls.tsx'
import { Notice } from '../kit/notice.tsx'
import { Panel } from '../kit/panel.tsx'
import { Table } from '../kit/table.tsx'
import { get } from '../shell/request.ts'
import { useStudio, useTelling } from '../shell/studio.tsx'
import { useAnswer } from '../shell/use-answer.ts'
import { openWith } from './what-if/use-what-if.ts'

/** Of the list beside the map. */
const MOST_LINES = 12

export function SearchMapPart({ state }: { state: RunState }): ReactNode {
  const { answer: map, error } = useAnswer<SearchMap>(`result/${state.id}/map`)
  return (
    <Panel title="Map of the search" wide>
      {error !== undefined ? (
        <Notice kind="note">{error}</Notice>
      ) : map === undefined ? (
        <p className="note">Looking at what the search saw …</p>
      ) : map.points.length === 0 ? (
        <p>
          {state.written === undefined
            ? `${state.result?.algorithm ?? 'This search'} decides in one pass and tells of no other recodings.`
            : 'What a search looked at is kept while the studio is open, and this release was there before. Run again to see it.'}
        </p>
      ) : (
        <Mapped state={state} map={map} />
      )}
    </Panel>
  )
}

function Mapped({ state, map }: { state: RunState; map: SearchMap }): ReactNode {
  const { setPart } = useStudio()
  const telling = useTelling()
  const drawn = useRef<DrawnMap<MapLook>>(undefined)
  const [near, setNear] = useState<MapLook>()
  const { points, seen, uncounted, mostSuppressed } = map
  const draw = useCallback(
    (settings: ChartSettings) => {
      drawn.current = drawSearchMap(map, settings)
      return drawn.current.svg
    },
    [map],
  )
  const open = (look: MapLook | undefined): void => {
    if (look?.opens !== true) return
    void telling(async () => {
      const { cuts } = await get<WhatIfQuestion>(`result/${state.id}/map/${look.number}`)
      openWith(state.id, cuts)
      setPart('what-if', state.id)
    })
  }
  const at = ({ clientX, clientY, currentTarget }: MouseEvent): MapLook | undefined => {
    const place = currentTarget.querySelector('svg')?.getBoundingClientRect()
    return place && drawn.current?.nearest(clientX - place.left, clientY - place.top)
  }
  const best = points.filter((own) => own.suppressed <= mostSuppressed).sort((a, b) => a.value - b.value)
  const opens = points.some((own) => own.opens)
  return (
    <>
      <p className="note">
        {many(seen, 'recoding')} looked at
        {points.length < seen ? `, ${formatCount(points.length)} of them drawn` : ''}; late ones are darker, hollow ones
        suppress more rows than may be, the ring is what was released.
        {uncounted === 0 ? '' : ` ${formatCount(uncounted)} were ruled out early and are not drawn.`}
        {opens ? ' Click one to open it in What-if, where it can be published instead.' : ''}
      </p>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the list below has a button for each */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: likewise */}
      <div
        className={near?.opens ? 'search-map pointed' : 'search-map'}
        onClick={(event) => open(at(event))}
        onMouseMove={(event) => setNear(at(event))}
        onMouseLeave={() => setNear(undefined)}
      >
        <Chart draw={draw} />
        <p className="map-near" aria-hidden="true">
          {near === undefined ? ' ' : inWords(near, map)}
        </p>
      </div>
      {opens ? (
        <Table
          scrolled
          className="with-buttons"
          caption="The best that were looked at and may be released"
          rows={best.slice(0, MOST_LINES)}
          keyOf={({ number }) => number}
          columns={[
            { title: 'Look', heads: true, cell: ({ number }) => formatCount(number + 1) },
            { title: `Loss (${map.goal})`, number: true, cell: ({ value }) => formatFigure(value) },
            { title: 'Suppressed rows', number: true, cell: ({ suppressed }) => formatCount(suppressed) },
            {
              title: 'Open it',
              silent: true,
              number: true,
              cell: (look) =>
                look.opens ? (
                  <Button
                    aria-label={`Open in What-if: look ${formatCount(look.number + 1)}`}
                    onPress={() => open(look)}
                  >
                    Open in What-if
                  </Button>
                ) : null,
            },
          ]}
        />
      ) : (
        <p className="note">
          Every class of this search has ranges of its own, so there are no cuts that What-if could move.
        </p>
      )}
    </>
  )
}

function inWords({ number, value, suppressed }: MapLook, { rows, seen, goal }: SearchMap): string {
  const share = formatShare(rows > 0 ? suppressed / rows : 0)
  return `Look ${formatCount(number + 1)} of ${formatCount(seen)}: loss (${goal}) ${formatFigure(value)}, ${many(suppressed, 'row')} suppressed (${share}).`
}
