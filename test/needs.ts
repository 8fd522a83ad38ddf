/**
 * What a test needs and a machine may not have: data that is not in the repository, a browser, a platform. `describe(title, needs(…), body)`
 * skips where it is missing, and the closing lines of the run count the skipped tests by reason (test/closing-lines.ts). The body of a
 * describe is read even where it is skipped, so what it needs is opened inside its tests.
 */
declare module 'vitest' {
  interface TaskMeta {
    /** Why the test is skipped, and what would run it. */
    missing?: string
  }
}

export interface Need {
  readonly met: boolean
  /** What is missing, and the remedy. */
  readonly missing: string
}

/** Options of a test or describe: skipped, with the first reason, unless all needs are met. */
export function needs(...all: readonly Need[]): { skip: boolean; meta: { missing?: string } } {
  const unmet = all.find(({ met }) => !met)
  return { skip: unmet !== undefined, meta: unmet === undefined ? {} : { missing: unmet.missing } }
}

export function platform(...names: readonly NodeJS.Platform[]): Need {
  return { met: names.includes(process.platform), missing: `only on ${names.join(', ')}; this is ${process.platform}` }
}
