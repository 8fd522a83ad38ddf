/** A column and what it is to us. */

export const ROLES = ['identifier', 'quasi-identifier', 'sensitive', 'target', 'items', 'pseudonym', 'other'] as const

/**
 * - `identifier`: points at a person by itself; never released.
 * - `quasi-identifier`: points at a person together with others; generalized or suppressed.
 * - `sensitive`: what must not be learned about a person; released as it is.
 * - `target`: what the release is to be used for (classification, regression); released as it is.
 * - `items`: a set of items per person.
 * - `pseudonym`: an identifier that is released as a keyed function of itself.
 * - `other`: released as it is.
 */
export type Role = (typeof ROLES)[number]
