/** Converts between the URL path and the place in the studio: `/TOKEN/STEP` or `/TOKEN/result/RUN/PART`. */
import { type StepName, stepNames } from './step-names.ts'

export interface Place {
  readonly step: StepName
  /** The run that the result page shows. */
  readonly runId?: string | undefined
  /** Part of the result; the summary if absent. */
  readonly part?: string | undefined
}

/** `/TOKEN/`, with which every path of the studio begins. */
export const root = /^\/[^/]*/.exec(location.pathname)?.[0].concat('/') ?? '/'

/** Returns undefined for unknown paths. */
export function parsePlace(path: string): Place | undefined {
  const [step = '', runId, part, ...more] = path.slice(root.length).split('/').filter(Boolean).map(decoded)
  if (step === '') return { step: 'data' }
  const name = stepNames.find((candidate) => candidate === step)
  if (name === undefined || more.length > 0 || (name !== 'result' && runId !== undefined)) return undefined
  return { step: name, runId, part }
}

export function placePath({ step, runId, part }: Place): string {
  const rest = step !== 'result' || runId === undefined ? [] : part === undefined ? [runId] : [runId, part]
  return root + [step, ...rest].map(encodeURIComponent).join('/')
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
