export const ROLES = ['identifier', 'quasi-identifier', 'sensitive', 'target', 'items', 'pseudonym', 'other'] as const

/**
 * - `identifier`: identifies a person alone; never released.
 * - `quasi-identifier`: identifies a person together with others; generalized or suppressed.
 * - `sensitive`: must not be learned about a person; released unchanged.
 * - `target`: the purpose of the release (classification, regression); released unchanged.
 * - `items`: a set of items per person.
 * - `pseudonym`: an identifier released as a keyed hash.
 * - `other`: released unchanged.
 */
export type Role = (typeof ROLES)[number]

export const COLUMN_TYPES = ['numeric', 'date', 'prefix', 'place', 'category'] as const

/** Parts of dates that a derived column may have, as numbers. */
export const DATE_PARTS = ['year', 'quarter', 'month', 'weekday', 'hour'] as const

/** Parts of dates and times that a job may keep, from the finest. */
export const KEPT_PARTS = ['hour', 'day', 'month', 'quarter', 'year', 'decade'] as const
