/** Once, before all tests: the kernels and the scripts of pages as their sources are now, and a browser. */
import { prepareChromium } from './browser.ts'

export async function setup(): Promise<void> {
  await import('../scripts/build-kernels.ts')
  await import('../scripts/build-pages.ts')
  prepareChromium()
}
