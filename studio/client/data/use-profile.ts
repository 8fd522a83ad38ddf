/** What each column of the opened file holds; absent until it is counted. */
import { useEffect, useState } from 'react'
import type { DataProfile } from '../../server/data/api.ts'
import { get } from '../shell/request.ts'
import { type OpenedData, useStudio } from '../shell/studio.tsx'

export function useProfile({ id }: OpenedData): DataProfile | undefined {
  const { tell } = useStudio()
  const [profile, setProfile] = useState<{ id: string; profile: DataProfile }>()
  useEffect(() => {
    const controller = new AbortController()
    get<DataProfile>(`data/${id}/profile`, controller.signal).then(
      (answer) => setProfile({ id, profile: answer }),
      (error: Error) => controller.signal.aborted || tell({ kind: 'error', text: error.message }),
    )
    return () => controller.abort()
  }, [id, tell])
  return profile?.id === id ? profile.profile : undefined
}
