/** Lines that every summary of a run has: risk before and after, time by step, and where the files lie. */
import type { RunResult } from '../src/workbench.ts'
import { shown } from './text.ts'

type Fact = readonly [string, string]

export function riskFacts({ risk }: Pick<RunResult, 'risk'>, formatFigure: (value: number) => string): Fact[] {
  if (risk === undefined) return []
  const names = Object.keys(risk.after)
  return [
    [
      'risk',
      names.map((name) => `${name} ${formatFigure(risk.before[name])} → ${formatFigure(risk.after[name])}`).join(' · '),
    ],
  ]
}

/** The total last. */
export function timeFact({ seconds }: Pick<RunResult, 'seconds'>): Fact {
  const steps = Object.entries(seconds).sort(([a], [b]) => Number(a === 'total') - Number(b === 'total'))
  return ['time', steps.map(([step, time]) => `${step} ${time.toFixed(2)} s`).join(' · ')]
}

export async function fileFacts(result: RunResult): Promise<Fact[]> {
  const { OUTPUT_NAMES, OUTPUTS } = await import('../src/workbench.ts')
  return OUTPUT_NAMES.flatMap((name) => {
    const file = result[name]
    return file === undefined ? [] : [[OUTPUTS[name].title.toLowerCase(), shown(file)] as const]
  })
}
