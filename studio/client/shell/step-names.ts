/** The steps, as named in addresses. */
export const stepNames = ['data', 'hierarchies', 'privacy', 'run', 'result', 'compare', 'evaluate'] as const
export type StepName = (typeof stepNames)[number]
