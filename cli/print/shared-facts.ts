/** Lines of every run summary: risk before and after, time per step, files. */
import { formatFigure } from '../../src/ground/format.ts'
import { OUTPUT_NAMES, OUTPUTS } from '../../src/plan/outputs.ts'
import type { RunResult } from '../../src/run.ts'
import { shown } from './text.ts'

type Fact = readonly [string, string]

export function riskFacts({ risk }: Pick<RunResult, 'risk'>): Fact[] {
  if (risk === undefined) return []
  const names = Object.keys(risk.after).filter((name) => name in risk.before)
  return [
    [
      'risk',
      names.map((name) => `${name} ${formatFigure(risk.before[name])} → ${formatFigure(risk.after[name])}`).join(' · '),
    ],
  ]
}

export function timeFact({ seconds, traffic }: Pick<RunResult, 'seconds' | 'traffic'>): Fact {
  const steps = Object.entries(seconds).sort(([a], [b]) => Number(a === 'total') - Number(b === 'total'))
  const waited =
    traffic === undefined
      ? []
      : [
          `${traffic.seconds.toFixed(2)} s of it in the database, ${megabytes(traffic.received)} came, ` +
            `${megabytes(traffic.sent)} went`,
        ]
  return ['time', [...steps.map(([step, time]) => `${step} ${time.toFixed(2)} s`), ...waited].join(' · ')]
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(2)} MB`
}

export function fileFacts(result: RunResult): Fact[] {
  return OUTPUT_NAMES.flatMap((name) => {
    const file = result[name]
    return file === undefined ? [] : [[OUTPUTS[name].title.toLowerCase(), shown(file)] as const]
  })
}
