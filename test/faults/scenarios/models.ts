/** Models and figures that said less than they promise: suppressed rows of a register, raw risk, searches in public files, warehouses, rule books. */
import { ended, halftone, plain, read, type Scenarios } from '../scenario.ts'

const letters = (counts: Readonly<Record<string, number>>) =>
  `v\n${Object.entries(counts)
    .map(([letter, count]) => `${letter}\n`.repeat(count))
    .join('')}`
const outsiders = { b: 1, c: 1, d: 1, e: 1, f: 1 }

export const scenarios: Scenarios = {
  'register: suppressed rows': [
    {
      'people.csv': letters({ a: 6, ...outsiders }),
      'register.csv': letters({ a: 20, ...outsiders }),
      'job.yaml': plain(
        { v: { role: 'quasi-identifier', order: ['a', 'b', 'c', 'd', 'e', 'f'] } },
        {
          population: { source: 'register.csv' },
          privacy: { k: 2, 'delta-presence': { max: 0.5 }, 'suppressed-group': 'enforce', 'suppression-limit': 0.5 },
          algorithm: 'lattice',
        },
      ),
    },
    async (folder) => {
      const result = await halftone(folder, ['run', 'job.yaml'])
      const masked = read(folder, 'out/release.csv')
        .split('\n')
        .filter((line) => line === '*').length
      // Five masked rows are the five people of the register who look like no class.
      return { isFault: masked === 5, seen: `${ended(result)}; ${masked} of 11 rows masked` }
    },
  ],
  'raw risk: endpoints': [
    {
      'people.csv': `age\n${Array.from({ length: 40 }, (_, i) => `${20 + i}\n`).join('')}`,
      'job.yaml': plain(
        { age: { role: 'quasi-identifier', type: 'numeric', endpoints: { width: 5 } } },
        { algorithm: 'lattice' },
      ),
    },
    async (folder) => {
      const result = await halftone(folder, ['run', 'job.yaml'])
      const { risk } = JSON.parse(read(folder, 'out/release.manifest.json'))
      const { uniques } = risk.before
      return { isFault: uniques !== 40, seen: `${ended(result)}; ${uniques} unique people before, of 40` }
    },
  ],
}
