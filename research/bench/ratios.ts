/** The figures of all benches as one table, each beside its baseline. */

export interface Ratio {
  readonly figure: string
  readonly measured: string
  /** The floor, the previous commit, another search, or the peer. */
  readonly beside: string
  readonly ratio: number
  /** Upper limit of the ratio, if promised. */
  readonly goal?: number | undefined
}

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
