/**
 * How much of what is dear the suite tries: `npm test` asks every property of some random problems and walks every side of a grid,
 * `npm run test:thorough` asks it of all of them and walks the whole grid. Problems come from a seed, so the few are the first of the many.
 */
export const thorough = process.env['HALFTONE_THOROUGH'] === '1'

/** How many random problems out of so many. */
export function someOf(all: number): number {
  return thorough ? all : Math.ceil(all / 4)
}

/** The first and the last of cases in order, or all of them. */
export function endsOf<T>(all: readonly T[]): readonly T[] {
  return thorough ? all : [all[0], all[all.length - 1]]
}
