/** The step "Data": open a file, look at it, and give every column a role. */
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { formatCount, many } from '../../../src/ground/format.ts'
import type { RowWindow, SinglingOutAnswer } from '../../server/data/api.ts'
import { useSavedTrees } from '../hierarchies/tree-store.ts'
import { DraftOffer } from '../job/draft.tsx'
import { useLeaving } from '../job/leave-window.tsx'
import { Button, Progress } from '../kit/controls.tsx'
import { Notice } from '../kit/notice.tsx'
import { Panel } from '../kit/panel.tsx'
import { RowGrid } from '../kit/row-grid.tsx'
import { RowFilter, useRowView } from '../kit/row-view.tsx'
import { useRowWindows } from '../kit/row-windows.ts'
import { stillOpen } from '../shell/over-reload.ts'
import { get } from '../shell/request.ts'
import { useAnswer } from '../shell/use-answer.ts'
import { ColumnsPanel } from './columns-panel.tsx'
import { itemLayout } from './items.ts'
import { ItemsPanel } from './items-panel.tsx'
import { ChooseFile, OpenPanel, useDroppedFile } from './open-panel.tsx'
import { type Opening, useFirstFile, useOpening, useProposal } from './opening.ts'
import { RawRiskPanel } from './raw-risk.tsx'
import { ReadAgain, ReadOtherwise } from './read-otherwise.tsx'
import { columnsWithRole } from './roles.ts'
import './data.css'
import { type JobDocument, type OpenedData, useStudio } from '../shell/use-studio.ts'

export function DataPage(): ReactNode {
  const { document, data } = useStudio()
  const { leave, question } = useLeaving()
  const opened = useOpening()
  const opening: Opening = { ...opened, take: async (file) => leave(() => void opened.take(file)) }
  const hovers = useDroppedFile(opening)
  useFirstFile(opened)
  useSavedTrees()
  return (
    <>
      {question}
      {hovers ? <div className="drop-hint">Drop the file to open it</div> : null}
      <ReadAgain opening={opening} />
      {data === undefined || document === undefined ? (
        <>
          <DraftOffer />
          <OpenPanel opening={opening} />
        </>
      ) : (
        <OpenedPage data={data} document={document} opening={opening} />
      )}
    </>
  )
}

/** Milliseconds without a change before the request. */
const CALM = 300

function OpenedPage(props: { data: OpenedData; document: JobDocument; opening: Opening }): ReactNode {
  const { data, document, opening } = props
  const { setData, setDocument } = useStudio()
  const { leave, question } = useLeaving()
  const isOpen = useStillOpen(data, document)
  const { job } = document
  const proposal = useProposal(job.data.format === 'transactions' ? undefined : data)
  const items = itemLayout(job)
  const quasiIdentifiers = columnsWithRole(job, 'quasi-identifier')
  // Optional: an error of the file is shown when it is opened.
  const { answer: singling } = useAnswer<SinglingOutAnswer>(`data/${data.id}/singling-out`, { quasiIdentifiers }, CALM)
  const close = () => {
    setData(undefined)
    setDocument(undefined)
  }
  if (!isOpen) return <p className="skeleton waiting">Opening …</p>
  return (
    <>
      {question}
      <div className="row data-head">
        <h2 tabIndex={-1}>{data.name}</h2>
        <span className="help">
          {items !== undefined && job.data.format === 'transactions'
            ? `${many(data.rows, 'basket')}, one column of items`
            : `${many(data.rows, 'row')}, ${many(data.columns.length, 'column')}`}
        </span>
        <div className="actions">
          <ReadOtherwise data={data} document={document} opening={opening} leave={leave} />
          <ChooseFile opening={opening} />
          <Button onPress={() => leave(close)}>Close</Button>
        </div>
      </div>
      {opening.busy === undefined ? null : <Progress label={opening.busy.label} share={opening.busy.share} />}
      <AbsentColumns data={data} />
      <RawRiskPanel key={data.id} data={data} job={job} singling={singling} />
      {items === undefined ? null : <ItemsPanel data={data} items={items} />}
      {job.data.format === 'transactions' ? null : <ColumnsPanel data={data} proposal={proposal} singling={singling} />}
      <Preview data={data} document={document} />
    </>
  )
}

/** Reopens the data if the server closed it because other tabs opened too many files. */
function useStillOpen(data: OpenedData, document: JobDocument): boolean {
  const { setData, tell } = useStudio()
  const [checked, setChecked] = useState<string>()
  const latest = useRef({ data, document })
  latest.current = { data, document }
  const { id } = data
  useEffect(() => {
    let wanted = true
    const { data: held, document: job } = latest.current
    stillOpen(held, job)
      .then((open) => {
        if (!wanted) return
        setChecked(id)
        if (open.id !== id) setData(open)
      })
      .catch((error: Error) => {
        if (!wanted) return
        setChecked(id)
        tell({ kind: 'error', text: error.message })
      })
    return () => {
      wanted = false
    }
  }, [id, setData, tell])
  return checked !== undefined
}

/** Columns of the job that the file does not have. */
function AbsentColumns({ data }: { data: OpenedData }): ReactNode {
  const { document, changeJob } = useStudio()
  if (document === undefined) return null
  const there = new Set(data.columns.map(({ name }) => name))
  const absent = Object.keys(document.job.columns).filter((name) => !there.has(name))
  if (absent.length === 0) return null
  const names = absent.map((name) => `"${name}"`).join(', ')
  const them = absent.length === 1 ? 'it' : 'them'
  const isThere = ([name]: readonly [string, unknown]) => there.has(name)
  const takeOut = () => {
    changeJob((job) => ({ ...job, columns: Object.fromEntries(Object.entries(job.columns).filter(isThere)) }))
    // The notice takes the focus with it: move it to the name of the data.
    globalThis.document.querySelector<HTMLElement>('.data-head h2')?.focus()
  }
  return (
    <Notice kind="warning" action={<Button onPress={takeOut}>{`Take ${them} out of the job`}</Button>}>
      {`The job names ${absent.length === 1 ? 'a column' : 'columns'} that ${data.name} does not have: ${names}.`}
    </Notice>
  )
}

function Preview({ data, document }: { data: OpenedData; document: JobDocument }): ReactNode {
  const { id } = data
  const seen = useRowView()
  const windows = useRowWindows(`${id}${seen.query}`, data.shown ?? data.rows, (from, count, signal) =>
    get<RowWindow>(`data/${id}/rows?from=${from}&count=${count}${seen.query}`, signal),
  )
  const isFile = data.shown === undefined
  return (
    <Panel title="Rows">
      {windows.error === undefined ? null : <Notice kind="error">{windows.error}</Notice>}
      {isFile ? <RowFilter of={seen} rows={windows.rows} /> : null}
      <RowGrid
        key={`${id}${seen.query}`}
        sorting={isFile ? seen.sorting() : undefined}
        label={`Rows of ${data.name}`}
        windows={windows}
        columns={data.columns.map(({ name }) => ({ name, note: document.job.columns[name]?.role }))}
      />
      <p className="help grid-help">
        Arrow keys, page keys, Home and End move between cells; with Ctrl to the first and the last row. A click on a
        name sorts, as Enter does. – is a cell without a value.
        {data.shown === undefined || data.shown === data.rows
          ? ''
          : ` The data stay in the database: these are the first ${formatCount(data.shown)} of its rows.`}
      </p>
    </Panel>
  )
}
