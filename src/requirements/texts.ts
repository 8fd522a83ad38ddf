/** Texts about requirements, from `requirements.txt`. */
import { partTexts } from '../ground/part-texts.ts'

const file = new URL('./requirements.txt', import.meta.url)
export const { describe: describeRequirement, withMeanings } = partTexts(file, ['title', 'summary'])
