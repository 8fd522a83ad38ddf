/** The steps, as named in addresses. */
export const stepNames = ['data', 'hierarchies', 'privacy', 'run', 'result', 'compare'] as const
export type StepName = (typeof stepNames)[number]
