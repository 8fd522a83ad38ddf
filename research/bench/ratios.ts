/** The figures of all benches as one table: each beside what it is measured against. */

export interface Ratio {
  readonly figure: string
  readonly measured: string
  /** The floor, the commit before, another search, the peer. */
  readonly beside: string
  readonly ratio: number
  /** What the ratio is not to exceed, where that is promised. */
  readonly goal?: number | undefined
}

/** What a bench comes to. */
export interface Measured {
  readonly figures: object
  readonly text: string
  readonly ratios?: readonly Ratio[]
}

export function ratiosText(ratios: readonly Ratio[]): string {
  const lines = ratios.map(({ figure, measured, beside, ratio, goal }) => {
    const judged = goal === undefined ? '' : `${goal}${ratio > goal ? ', missed' : ''}`
    return `| ${[figure, measured, beside, ratio.toFixed(2), judged].join(' | ')} |`
  })
  return ['| figure | measured | beside | ratio | goal |', '| --- | --- | --- | --- | --- |', ...lines].join('\n')
}
