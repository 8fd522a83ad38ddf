/**
 * Random problems are the same ones on every machine, so that a test run says something about the change and not about luck.
 * `HALFTONE_SEED=7 npm test` takes others, `HALFTONE_SEED=random npm test` new ones each time: a failure prints the seed to repeat it by.
 */
import { configureGlobal } from 'fast-check'

const asked = process.env.HALFTONE_SEED ?? '1'

if (asked !== 'random') {
  const seed = Number(asked)
  if (!Number.isSafeInteger(seed)) throw new Error(`HALFTONE_SEED is "${asked}": give a whole number, or "random"`)
  configureGlobal({ seed })
}
