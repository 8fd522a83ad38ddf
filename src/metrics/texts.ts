/** Texts about metrics, from `metrics.txt`. */
import { partTexts } from '../ground/part-texts.ts'

export const metricKeys = ['title', 'formula', 'reading'] as const
export const { describe: describeMetric, withMeanings } = partTexts(
  new URL('./metrics.txt', import.meta.url),
  metricKeys,
)
