/**
 * Where the person is, as the address says it: `/TOKEN/STEP`, of a result `/TOKEN/result/RUN/PART`, and `/TOKEN/data/connections`. Back, forward, reload and a link that
 * somebody has kept lead there again.
 */
import { type StepName, stepNames } from './step-names.ts'

export interface Place {
  readonly step: StepName
  /** Of the step Result: which run. */
  readonly runId?: string | undefined
  /** Which part of it; its summary when absent. */
  readonly part?: string | undefined
  /** Of the step Data: the page of connections is open. */
  readonly connections?: boolean | undefined
}

/** The token, between slashes: every path of the studio begins with it. */
export const root = /^\/[^/]*/.exec(location.pathname)?.[0].concat('/') ?? '/'

/** Undefined where the studio has no such place. */
export function placeOf(path: string): Place | undefined {
  const [step = '', runId, part, ...more] = path.slice(root.length).split('/').filter(Boolean).map(decoded)
  if (step === '') return { step: 'data' }
  const name = stepNames.find((own) => own === step)
  if (name === 'data' && runId === CONNECTIONS && part === undefined) return { step: name, connections: true }
  if (name === undefined || more.length > 0 || (name !== 'result' && runId !== undefined)) return undefined
  return { step: name, runId, part }
}

const CONNECTIONS = 'connections'

export function pathOf({ step, runId, part, connections }: Place): string {
  if (step === 'data' && connections) return `${root}data/${CONNECTIONS}`
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
