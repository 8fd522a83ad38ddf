/** Tells that the open file was changed on disk since it was read: roles and risk were judged on other rows. */
import { type ReactNode, useEffect, useState } from 'react'
import type { OpenAnswer, OpenState } from '../../server/data/api.ts'
import { Button } from '../kit/controls.tsx'
import { Notice } from '../kit/notice.tsx'
import { useWatchedStatus } from '../run/watched-run.ts'
import { get, post } from '../shell/request.ts'
import { type OpenedData, useStudio, useTelling } from '../shell/use-studio.ts'

/** Returns whether the data differs from its files, asked now. A closed file is reopened as it is now. */
export async function isChangedOnDisk({ id }: OpenedData): Promise<boolean> {
  return (await get<OpenState>(`data/${id}`).catch(() => undefined))?.isChanged === true
}

/** Looks when the step changes, the tab comes back, and a run begins or ends. */
export function ChangedData(): ReactNode {
  const { document: job, data, setData, step } = useStudio()
  const telling = useTelling()
  const status = useWatchedStatus()
  const [changed, setChanged] = useState<string>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the step and the run say when to look again
  useEffect(() => {
    if (data === undefined) return
    const look = () => void isChangedOnDisk(data).then((is) => setChanged(is ? data.id : undefined))
    look()
    window.addEventListener('focus', look)
    return () => window.removeEventListener('focus', look)
  }, [data, step, status])
  if (data === undefined || job === undefined || changed !== data.id) return null
  const readAgain = () =>
    telling(async () => setData(await post<OpenAnswer>('data/open', { job: job.job, base: job.base })))
  return (
    <div className="message">
      <Notice kind="warning" action={<Button onPress={() => void readAgain()}>Read it again</Button>}>
        {`${data.name} was changed on the disk since it was read here: roles and risk were judged on other rows than ` +
          'a run would release.'}
      </Notice>
    </div>
  )
}
