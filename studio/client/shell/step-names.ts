/** The steps by the names that addresses have. */
export const stepNames = ['data', 'hierarchies', 'privacy', 'run', 'result', 'compare', 'evaluate'] as const
export type StepName = (typeof stepNames)[number]
