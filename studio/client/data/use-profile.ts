import type { DataProfile } from '../../server/data/api.ts'
import { useShownAnswer } from '../shell/use-answer.ts'
import type { OpenedData } from '../shell/use-studio.ts'

export function useProfile(data: OpenedData | undefined): DataProfile | undefined {
  return useShownAnswer<DataProfile>(data && `data/${data.id}/profile`)
}
