/** Once, before all tests: the kernels, the scripts of pages and the command line as their sources are now, and a browser. */
import { prepareChromium } from './browser.ts'
import { builtIsFresh } from './command.ts'

export async function setup(): Promise<void> {
  await import('../scripts/build-kernels.ts')
  await import('../scripts/build-pages.ts')
  if (!builtIsFresh()) await import('../scripts/bundle-command.ts')
  prepareChromium()
}
