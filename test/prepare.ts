/** Once, before all tests: the kernels as their sources are now, and a browser. */
import { prepareChromium } from './browser.ts'

export async function setup(): Promise<void> {
  await import('../scripts/build-kernels.ts')
  prepareChromium()
}
