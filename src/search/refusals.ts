/** Errors about unsupported problems, by job key. */
import { userError } from '../ground/errors.ts'

export const notForGoal = userError('together', 'goal')
export const notTogether = userError('together', 'algorithm')
export const wrongOption = userError('value', 'algorithm')
