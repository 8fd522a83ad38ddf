/** Once, before all tests. */
import { prepareChromium } from './browser.ts'

export function setup(): void {
  prepareChromium()
}
