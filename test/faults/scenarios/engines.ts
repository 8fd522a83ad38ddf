/** Names and addresses that an engine has a meaning for. */
import { halftone, plain, type Scenarios, type Sighting } from '../scenario.ts'

const people = (name: string) =>
  `${name},age,sex,income\n${Array.from({ length: 40 }, (_, i) => `${i % 9},${20 + (i % 10)},${'FM'[i % 2]},${i % 3}\n`).join('')}`
const columns = (name: string, more: object = {}) => ({
  [name]: { role: 'other' },
  age: { role: 'quasi-identifier', type: 'numeric' },
  sex: { role: 'quasi-identifier', order: ['F', 'M'] },
  income: { role: 'target' },
  ...more,
})

/** The commands, one after the other; a fault of ours in any of them is the fault. */
const blamed =
  (...commands: readonly (readonly string[])[]) =>
  async (folder: string): Promise<Sighting> => {
    const seen: string[] = []
    for (const words of commands) {
      const { code, text } = await halftone(folder, words)
      seen.push(`${words.join(' ')}: exit ${code}${/HT900|our fault/.test(text) ? ', our fault' : ''}`)
    }
    return { isFault: seen.some((line) => line.endsWith('our fault')), seen: seen.join('; ') }
  }

const searches = ['boxes', 'kactus', 'kactus-2', 'kadet']

export const scenarios: Scenarios = {
  'engines: a column rowid': [
    {
      'people.csv': people('rowid'),
      ...Object.fromEntries(
        searches.map((algorithm) => [
          `${algorithm}.yaml`,
          plain(columns('rowid'), {
            algorithm,
            goal: 'classification',
            output: { release: `${algorithm}/release.csv` },
          }),
        ]),
      ),
    },
    blamed(...searches.map((algorithm) => ['run', `${algorithm}.yaml`])),
  ],
  'engines: a column halftone number': [
    {
      'people.csv': people('halftone number'),
      'job.yaml': plain(columns('halftone number'), { algorithm: 'kactus', goal: 'classification' }),
    },
    blamed(['run', 'job.yaml']),
  ],
  'engines: persons, and a quasi-identifier person': [
    {
      'people.csv': people('person'),
      'job.yaml': plain(
        columns('person', {
          person: { role: 'quasi-identifier', type: 'numeric' },
          income: { role: 'identifier' },
        }),
        { persons: { column: 'income' }, privacy: { k: 2, 'suppression-limit': 1 }, algorithm: 'lattice' },
      ),
    },
    blamed(['run', 'job.yaml']),
  ],
  'engines: a broken class of columns class and figure': [
    { 'people.csv': people('class').replace('sex', 'figure') },
    blamed(['verify', 'people.csv', '--qi', 'class,figure', '--k', '9']),
  ],
}
