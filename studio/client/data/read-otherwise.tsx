/** Rereads a file with other settings: one that failed to open, or the open one. */
import { type ReactNode, useState } from 'react'
import type { OpenAnswer, Reading } from '../../server/data/api.ts'
import { treeFile } from '../hierarchies/tree-store.ts'
import { changed } from '../job/change.ts'
import { Button } from '../kit/controls.tsx'
import { Notice } from '../kit/notice.tsx'
import { post } from '../shell/request.ts'
import { type JobDocument, type OpenedData, useStudio, useTelling } from '../shell/use-studio.ts'
import type { Opening } from './opening.ts'
import { ReadingWindow } from './reading-window.tsx'

export function ReadAgain({ opening: { failed, busy } }: { opening: Opening }): ReactNode {
  const [asking, setAsking] = useState(false)
  if (failed === undefined || busy !== undefined) return null
  const { name, reading, again } = failed
  return (
    <>
      <Notice kind="note" action={<Button onPress={() => setAsking(true)}>How it is read …</Button>}>
        {`Is ${name} written in another way than it seems? Say its encoding, delimiter or header, and it is tried ` +
          'again.'}
      </Notice>
      {asking ? <ReadingWindow name={name} reading={reading} onClose={() => setAsking(false)} onRead={again} /> : null}
    </>
  )
}

/** Rereads the open file. The job is kept if its columns remain, otherwise proposed again. */
export function ReadOtherwise(props: {
  data: OpenedData
  document: JobDocument
  opening: Opening
  leave: (then: () => void) => void
}): ReactNode {
  const { data, document, opening, leave } = props
  const { setData, setDocument } = useStudio()
  const telling = useTelling()
  const [asking, setAsking] = useState(false)
  const { job, base } = document
  const { source, ...keys } = job.data
  const { format, header, delimiter, quote, skip, encoding, decimal, 'missing-values': missing, ...rest } = keys
  // The job file describes globs and lists of files; a database declares its columns itself.
  if (rest.table !== undefined || rest.query !== undefined || rest.path !== undefined) return null
  if (typeof source !== 'string' || /[*?]/.test(source)) return null
  const before = changed<Reading>(
    {},
    { format, header, delimiter, quote, skip, encoding, decimal, 'missing-values': missing },
  )
  const read = (reading: Reading) =>
    telling(async () => {
      const path = treeFile(base, source)
      const next = { ...job, data: { source, ...reading, ...rest } }
      const sameKind = (format === 'transactions') === (reading.format === 'transactions')
      const answer = sameKind ? await post<OpenAnswer>('data/open', { job: next, base }) : undefined
      const names = new Set(answer?.columns.map(({ name }) => name))
      if (answer === undefined || Object.keys(job.columns).some((name) => !names.has(name))) {
        leave(() => void opening.open({ path, kind: 'data' }, reading))
        return
      }
      setDocument({ ...document, job: next, saved: false, changed: true })
      setData(answer)
    })
  return (
    <>
      <Button onPress={() => setAsking(true)}>How it is read …</Button>
      {asking ? (
        <ReadingWindow
          name={data.name}
          path={treeFile(base, source)}
          reading={before}
          onClose={() => setAsking(false)}
          onRead={(reading) => void read(reading)}
        />
      ) : null}
    </>
  )
}
