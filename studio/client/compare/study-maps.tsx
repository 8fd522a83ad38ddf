/** The R-U map of each data set, with a choice of axes. A click or Enter on a point opens its run. */
import { type KeyboardEvent, type MouseEvent, type ReactNode, useEffect, useMemo, useState } from 'react'
import { formatCount, formatFigure, unbroken } from '../../../src/ground/format.ts'
import { describePoint, drawRuMap } from '../../../src/report/draw/study/ru-map.ts'
import type { Axis } from '../../../src/report/study/axes.ts'
import type { RuMap } from '../../../src/report/study/map-of-points.ts'
import type { StudiedJob, StudyState, StudyView } from '../../server/compare/api.ts'
import type { RunRequest } from '../../server/run/api.ts'
import { Button, Choice, NumberInput, Window } from '../kit/controls.tsx'
import { Facts, Panel } from '../kit/panel.tsx'
import { Table } from '../kit/table.tsx'
import { useWidth } from '../kit/use-width.ts'
import { post } from '../shell/request.ts'
import { useStudio, useTelling } from '../shell/studio.tsx'
import { useAnswer } from '../shell/use-answer.ts'

export interface MapChoices {
  readonly risk?: string
  readonly utility?: string
  readonly ceiling: number
}

export function StudyMaps(props: {
  study: StudyState
  view: StudyView
  choices: MapChoices
  onChoose: (choices: MapChoices) => void
}): ReactNode {
  const { study, view, choices, onChoose } = props
  const [opened, setOpened] = useState<string>()
  const items = (axes: readonly Axis[]) =>
    axes.map(({ name, label, title }) => ({ id: name, title: label, note: title }))
  const [first] = view.maps
  return (
    <Panel title="Which method, which k?">
      {view.answers.map(({ data, best, knee }) => (
        <div key={data} className="answer">
          {view.answers.length > 1 ? <h3>{data}</h3> : null}
          <p>{unbroken(best)}</p>
          {knee === undefined ? null : <p className="note">{unbroken(knee)}</p>}
        </div>
      ))}
      {study.status === 'finished' ? null : <p className="note">This is of the runs so far.</p>}
      <div className="row end map-choices">
        <Choice
          label="Risk"
          value={choices.risk ?? first.risk.name}
          items={items(view.axes.risk)}
          onChange={(risk) => onChoose({ ...choices, risk })}
        />
        <Choice
          label="Utility"
          value={choices.utility ?? first.utility.name}
          items={items(view.axes.utility)}
          onChange={(utility) => onChoose({ ...choices, utility })}
        />
        <NumberInput
          label="Highest risk accepted"
          value={choices.ceiling}
          minimum={0}
          maximum={1}
          step={0.01}
          onChange={(ceiling) => onChoose({ ...choices, ceiling: ceiling ?? 0.2 })}
        />
      </div>
      {view.maps.map((map) => (
        <MapFigure key={map.data} map={map} onOpen={setOpened} named={view.maps.length > 1} />
      ))}
      <ChoicesTable view={view} onOpen={setOpened} />
      {opened === undefined ? null : (
        <RunWindow study={study} view={view} name={opened} onClose={() => setOpened(undefined)} />
      )}
    </Panel>
  )
}

function MapFigure({ map, onOpen, named }: { map: RuMap; onOpen: (run: string) => void; named: boolean }): ReactNode {
  const { place, width } = useWidth()
  const svg = useMemo(() => (width === 0 ? '' : drawRuMap(map, { width, colours: 'page' })), [map, width])
  useEffect(() => {
    if (svg === '') return
    // The chart is a single image to assistive technology: turn its points into buttons.
    place.current?.querySelector('svg')?.setAttribute('role', 'group')
    for (const point of place.current?.querySelectorAll<SVGElement>('path.point[data-run]') ?? []) {
      const found = map.points.find(({ run }) => run === point.dataset['run'])
      if (found === undefined) continue
      point.setAttribute('tabindex', '0')
      point.setAttribute('role', 'button')
      point.setAttribute('aria-label', describePoint(map, found))
    }
  }, [svg, map, place.current?.querySelectorAll, place.current?.querySelector])
  const findRun = (target: EventTarget): string | undefined =>
    (target as Element).closest<SVGElement>('[data-run]')?.dataset['run']
  const onClick = ({ target }: MouseEvent) => {
    const run = findRun(target)
    if (run !== undefined) onOpen(run)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const run = event.key === 'Enter' || event.key === ' ' ? findRun(event.target) : undefined
    if (run === undefined) return
    event.preventDefault()
    onOpen(run)
  }
  return (
    <figure className="map">
      {named ? <figcaption>{map.data}</figcaption> : null}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: its points are the buttons */}
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own drawing, which escapes every text */}
      <div ref={place} onClick={onClick} onKeyDown={onKeyDown} dangerouslySetInnerHTML={{ __html: svg }} />
    </figure>
  )
}

function ChoicesTable({ view, onOpen }: { view: StudyView; onOpen: (run: string) => void }): ReactNode {
  return view.maps.map((map) => {
    const cell = (run: string | undefined): ReactNode => {
      const found = map.points.find((point) => point.run === run)
      if (found === undefined) return '–'
      return (
        <Button quiet onPress={() => onOpen(found.run)}>
          {found.k === undefined ? `run ${found.run}` : `k ${formatCount(found.k)}`}: risk {formatFigure(found.risk)},
          utility {formatFigure(found.utility)}
        </Button>
      )
    }
    const isBest = (run: string | undefined) => run !== undefined && run === map.best
    return (
      <Table
        key={map.data}
        captioned
        caption={`Knees, and the best release at risk ${formatFigure(map.ceiling)}`}
        rows={map.curves}
        rowKey={({ name }) => name}
        columns={[
          { title: 'method', heads: true, cell: ({ name }) => name },
          { title: 'knee (angle)', cell: ({ knees }) => cell(knees.angle?.run) },
          { title: 'knee (Kneedle)', cell: ({ knees }) => cell(knees.kneedle?.run) },
          {
            title: 'best under the ceiling',
            cell: ({ best }) => [cell(best), isBest(best) ? <b key="best"> the best of all</b> : null],
          },
        ]}
      />
    )
  })
}

function RunWindow(props: { study: StudyState; view: StudyView; name: string; onClose: () => void }): ReactNode {
  const { study, view, name, onClose } = props
  const { go, setRunId } = useStudio()
  const telling = useTelling()
  const [run, point] = name.split('.')
  const row = view.rows.find(
    (row) => row.run === run && row.point === (point === undefined ? undefined : Number(point)),
  )
  const { answer: studied } = useAnswer<StudiedJob>(`compare/${study.id}/run/${name}`)
  if (row === undefined) return null
  const open = () =>
    telling(async () => {
      if (studied === undefined) return
      const { job, base, name: file } = studied
      const request: RunRequest = { job, base, name: file, force: true }
      const { id } = await post<{ id: string }>('run', request)
      setRunId(id)
      go('result')
    })
  const figures = (record: Readonly<Record<string, number>>): (readonly [string, ReactNode])[] =>
    Object.entries(record).map(([key, value]) => [key, formatFigure(value)])
  return (
    <Window title={`Run ${name}`} onClose={onClose} wide>
      <div className="columns-two">
        <Facts
          facts={[
            ...Object.entries(row.settings).map(([key, value]): [string, ReactNode] => [key, String(value)]),
            ['outcome', row.outcome],
            ...(row.smallestClass === undefined ? [] : [['smallest class', formatCount(row.smallestClass)] as const]),
            ...(row.suppressed === undefined ? [] : [['suppressed', formatCount(row.suppressed)] as const]),
            ...(row.error === undefined ? [] : [['error', row.error] as const]),
          ]}
        />
        <Facts facts={[...figures(row.metrics), ...figures(row.risks)]} />
      </div>
      {studied === undefined ? null : (
        <p className="note">
          From a terminal: <code>{studied.command}</code>
        </p>
      )}
      <div className="row">
        <Button primary isDisabled={studied === undefined || row.outcome === 'failed'} onPress={open}>
          Open as a result
        </Button>
        <Button onPress={onClose}>Close</Button>
      </div>
    </Window>
  )
}
