/** Once, before all tests: the kernels and the command line as their sources are now, and a browser. */
import { prepareChromium } from './browser.ts'
import { builtIsFresh } from './command.ts'

export async function setup(): Promise<void> {
  await import('../scripts/build-kernels.ts')
  if (!builtIsFresh()) await import('../scripts/bundle-command.ts')
  prepareChromium()
}
