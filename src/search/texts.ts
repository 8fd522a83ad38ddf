/** Texts about searches, from `searches.txt`. */
import { partTexts } from '../ground/part-texts.ts'

const keys = ['title', 'summary', 'source'] as const
export const { describe: describeSearch, withMeanings } = partTexts(new URL('./searches.txt', import.meta.url), keys)
