/** What searches refuse, by the key of the job that it is about. */
import { userError } from '../ground/errors.ts'

export const notForGoal = userError('together', 'goal')
export const notTogether = userError('together', 'algorithm')
export const wrongOption = userError('value', 'algorithm')
