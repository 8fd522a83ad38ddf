/** Limits of a search: work that is counted, and the memory of baskets. */
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { heavyTailBaskets } from '../../baskets/heavy-tail-baskets.ts'
import { halftone, type Scenarios } from '../scenario.ts'

export const scenarios: Scenarios = {
  'limits: a job that init writes is limited by work': [
    { 'people.csv': `age,sex\n${Array.from({ length: 40 }, (_, i) => `${20 + i},${'FM'[i % 2]}\n`).join('')}` },
    async (folder) => {
      await halftone(folder, ['init', 'people.csv'])
      const line = /^limits: [^#]*/m.exec(readFileSync(join(folder, 'job.yaml'), 'utf8'))?.[0].trim() ?? 'no limits'
      return { isFault: !line.includes('work'), seen: line }
    },
  ],
  'limits: baskets with every default in 300 MB of heap': [
    { 'baskets.txt': heavyTailBaskets(30_000, 16_000) },
    async (folder) => {
      await halftone(folder, ['init', 'baskets.txt'])
      const { code } = await halftone(folder, ['run', 'job.yaml'], 'NODE_OPTIONS=--max-old-space-size=300')
      const release = join(folder, 'out/baskets-release.txt')
      const bytes = existsSync(release) ? statSync(release).size : 0
      return { isFault: code !== 0 || bytes > 2 ** 27, seen: `exit ${code}, a release of ${bytes} bytes` }
    },
  ],
}
