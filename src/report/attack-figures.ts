/** The figures of simulated attackers (attack/), for command line, JSON, manifest and report. */
import type { Estimate, Rate } from '../ground/statistics/wilson.ts'

// biome-ignore format: a table
export const attackerNames = [
  'linkage', 'singling out', 'linkability', 'inference', 'presence', 'narrowing', 'order', 'baskets',
] as const
export type AttackerName = (typeof attackerNames)[number]

export interface AttackResult {
  readonly attacker: AttackerName
  readonly form: string
  readonly success: Rate
  readonly control?: Rate | undefined
  readonly naive: Rate
  /** Success beyond that of the control group or, without one, of the naive guess. */
  readonly residual: Estimate & { readonly against: 'control' | 'naive'; readonly measure: 'residual' | 'advantage' }
  readonly worst?: number | undefined
  readonly limit?: number | undefined
  readonly broken: readonly string[]
  readonly figures: Readonly<Record<string, number>>
  readonly leaks: readonly string[]
}

export interface AttackReport {
  readonly known: readonly string[]
  readonly secret: readonly string[]
  readonly k?: number | undefined
  readonly rows: { readonly release: number; readonly original: number; readonly control?: number | undefined }
  /** The share of rows set aside at random before the search, as the control group. */
  readonly share?: number | undefined
  readonly targets: number
  readonly seed: number
  readonly attacks: readonly AttackResult[]
  readonly untried: readonly { readonly attacker: string; readonly reason: string }[]
  readonly failures: readonly string[]
}

/** The figures without sentences about the original, for a public manifest. */
export function publicAttack(report: AttackReport): AttackReport {
  return { ...report, attacks: report.attacks.map((attack) => ({ ...attack, figures: {}, leaks: [] })) }
}

const WORST_PERSON = 'attack worst person'

/** Risks in the table of a study: the highest residual risk of each attacker, and the best chance to link a person. */
export const attackRiskNames: readonly string[] = [...attackerNames.map(riskName), WORST_PERSON]

function riskName(attacker: AttackerName): string {
  return `attack ${attacker}`
}

export function attackRisks({ attacks }: AttackReport): Record<string, number> {
  const risks: Record<string, number> = {}
  const raise = (name: string, risk: number) => {
    risks[name] = Math.max(risks[name] ?? 0, risk)
  }
  for (const { attacker, residual, worst } of attacks) {
    raise(riskName(attacker), residual.value)
    if (worst !== undefined) raise(WORST_PERSON, worst)
  }
  return risks
}
