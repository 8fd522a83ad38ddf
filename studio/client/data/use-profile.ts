import type { DataProfile } from '../../server/data/api.ts'
import type { OpenedData } from '../shell/studio.tsx'
import { useShownAnswer } from '../shell/use-answer.ts'

export function useProfile(data: OpenedData | undefined): DataProfile | undefined {
  return useShownAnswer<DataProfile>(data && `data/${data.id}/profile`)
}
