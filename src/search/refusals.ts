/** Errors about unsupported problems, by job key, and the searches that they recommend. */
import { userError } from '../ground/errors.ts'

export const notForGoal = userError('together', 'goal')
export const notTogether = userError('together', 'algorithm')
export const wrongOption = userError('value', 'algorithm')

export const SEARCHES_FOR_ALL = 'lattice or genetic'
export const SEARCH_FOR_PREFERENCES = 'pareto'
export const ITEM_SEARCHES_FOR_ALL = 'coat or pcta'
