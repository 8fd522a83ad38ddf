/** Models and figures that said less than they promise: suppressed rows of a register, raw risk, searches in public files, warehouses, rule books. */
import { ended, halftone, plain, read, type Scenarios } from '../scenario.ts'

const letters = (counts: Readonly<Record<string, number>>) =>
  `v\n${Object.entries(counts)
    .map(([letter, count]) => `${letter}\n`.repeat(count))
    .join('')}`
const outsiders = { b: 1, c: 1, d: 1, e: 1, f: 1 }

const twinRows = Array.from({ length: 24 }, (_, i) => `${20 + 20 * (i % 2) + (i >> 1)},10${i % 2}\n`).join('')
const twinJob = (source: string, folder: string) =>
  plain(
    { age: { role: 'quasi-identifier', type: 'numeric' }, zip: { role: 'quasi-identifier', type: 'prefix' } },
    {
      data: { source },
      privacy: { k: 3, 'suppression-limit': 0.2, 'suppressed-rows': 'drop' },
      algorithm: 'top-down',
      output: { release: `${folder}/release.csv`, report: `${folder}/report.html` },
    },
  )

const illRows = Array.from(
  { length: 24 },
  (_, i) =>
    `${20 + 20 * (i % 2) + (i >> 1)},10${i % 2},${['flu', 'cold', 'flu', 'gout', 'flu', 'cold'][(i >> 1) % 6]}\n`,
).join('')

/** The last row, which is left out, is the only difference between the two files. */
function distanceJob(source: string, folder: string, privacy: object): string {
  return plain(
    {
      age: { role: 'quasi-identifier', type: 'numeric' },
      zip: { role: 'quasi-identifier', type: 'prefix' },
      ill: { role: 'sensitive' },
    },
    {
      data: { source },
      privacy: { k: 3, 'suppression-limit': 0.2, 'suppressed-rows': 'drop', ...privacy },
      algorithm: 'lattice',
      output: { release: `${folder}/release.csv` },
    },
  )
}

const distances = {
  't-closeness': { column: 'ill', t: 0.5 },
  'beta-likeness': { column: 'ill', beta: 2 },
  'delta-disclosure': { column: 'ill', delta: 1.5 },
}

/** Persons of several rows; the two files differ in the names of persons alone. */
const named = (name: (person: number) => number) =>
  `name,age,zip,ill\n${Array.from({ length: 90 }, (_, i) => {
    const person = Math.floor(Math.sqrt(i * 11))
    return `P${100 + name(person)},${20 + (i % 7)},10${i % 2},${['flu', 'cold', 'flu', 'gout', 'flu'][(i >> 1) % 5]}\n`
  }).join('')}`
const personsJob = (source: string, folder: string) =>
  plain(
    {
      name: { role: 'identifier' },
      age: { role: 'quasi-identifier', type: 'numeric' },
      zip: { role: 'quasi-identifier', type: 'prefix' },
      ill: { role: 'sensitive' },
    },
    {
      data: { source },
      persons: { column: 'name' },
      privacy: { k: 3 },
      algorithm: 'lattice',
      output: { release: `${folder}/release.csv` },
    },
  )

export const scenarios: Scenarios = {
  'public files: names of persons in the last digit of inference': [
    {
      'people.csv': named((person) => person),
      'other.csv': named((person) => (person * 37) % 101),
      'job.yaml': personsJob('people.csv', 'out'),
      'o.yaml': personsJob('other.csv', 'two'),
    },
    async (folder) => {
      for (const file of ['job.yaml', 'o.yaml']) await halftone(folder, ['run', file])
      const [one, other] = ['out', 'two'].map((name) => read(folder, `${name}/release.manifest.json`).split('\n'))
      const same = read(folder, 'out/release.csv') === read(folder, 'two/release.csv') && one.length > 9
      const figures = one.filter((line, i) => /: 0\.\d/.test(line) && line !== other[i])
      return { isFault: same && figures.length > 0, seen: `same release: ${same}; ${figures.join(' / ').trim()}` }
    },
  ],
  ...Object.fromEntries(
    Object.entries(distances).map(([model, asked]): [string, Scenarios[string]] => [
      `public files: distances of ${model}`,
      [
        {
          'people.csv': `age,zip,ill\n${illRows}9871,9987177,gout\n`,
          'other.csv': `age,zip,ill\n${illRows}9871,9987177,flu\n`,
          'job.yaml': distanceJob('people.csv', 'out', { [model]: asked }),
          'o.yaml': distanceJob('other.csv', 'two', { [model]: asked }),
        },
        async (folder) => {
          for (const file of ['job.yaml', 'o.yaml']) await halftone(folder, ['run', file])
          const [one, other] = ['out', 'two'].map((name) => read(folder, `${name}/release.manifest.json`).split('\n'))
          const same = read(folder, 'out/release.csv') === read(folder, 'two/release.csv') && one.length > 9
          // Digests and names of files aside.
          const figures = one.filter(
            (line, i) => /0\.\d/.test(line) && line !== other[i] && !/two|out\//.test(other[i]),
          )
          return { isFault: same && figures.length > 0, seen: `same release: ${same}; ${figures.join(' / ').trim()}` }
        },
      ],
    ]),
  ),
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
  'public files: steps of the search': [
    {
      'people.csv': `age,zip\n${twinRows}9871,9987177\n`,
      'other.csv': `age,zip\n${twinRows}25,9987177\n`,
      'job.yaml': twinJob('people.csv', 'out'),
      'o.yaml': twinJob('other.csv', 'two'),
    },
    async (folder) => {
      await halftone(folder, ['run', 'job.yaml'])
      await halftone(folder, ['run', 'o.yaml'])
      const [one, other] = ['out', 'two'].map((name) => read(folder, `${name}/report.html`))
      const [steps, others] = [one, other].map(
        (report) => /Recodings evaluated<[^>]*><[^>]*>([\d,]+)/.exec(report)?.[1],
      )
      const same = read(folder, 'out/release.csv') === read(folder, 'two/release.csv')
      return { isFault: same && steps !== others, seen: `same release: ${same}; evaluated: ${steps} and ${others}` }
    },
  ],
  't-closeness: listed values that nobody has': [
    {
      'people.csv': `age,ill\n${Array.from({ length: 20 }, (_, i) => `${i < 10 ? 20 : 60},${i < 10 ? 'a' : 'b'}\n`).join('')}`,
      'job.yaml': plain(
        {
          age: { role: 'quasi-identifier', type: 'numeric' },
          ill: { role: 'sensitive', order: ['a', 'b', 'c', 'd', 'e', 'f'] },
        },
        {
          privacy: { k: 2, 't-closeness': { column: 'ill', t: 0.2, distance: 'ordered' } },
          algorithm: 'lattice',
        },
      ),
    },
    async (folder) => {
      const result = await halftone(folder, ['run', 'job.yaml'])
      const apart = read(folder, 'out/release.csv').includes('20,a')
      return { isFault: apart, seen: `${ended(result)}; one value in each class is released under t = 0.2: ${apart}` }
    },
  ],
  'sql: suppressed-group: enforce': [
    {
      'people.csv': `v\n${'a\n'.repeat(9)}${'b\n'.repeat(6)}${'c\n'.repeat(3)}`,
      'job.yaml': plain(
        { v: { role: 'quasi-identifier', order: ['a', 'b', 'c'] } },
        {
          privacy: { k: 5, 'suppression-limit': 0.5, 'suppressed-group': 'enforce' },
          algorithm: 'lattice',
        },
      ),
    },
    async (folder) => {
      await halftone(folder, ['run', 'job.yaml'])
      const masked = read(folder, 'out/release.csv')
        .split('\n')
        .filter((line) => line === '*').length
      const { text } = await halftone(folder, [
        'sql',
        'out/private/release.recoding.json',
        '--dialect',
        'duckdb',
        '--table',
        'people',
        '--part',
        'select',
      ])
      // A statement without running sums knows the classes that break k, and no more.
      const sums = /OVER \(/.test(text)
      return {
        isFault: masked === 9 && !sums,
        seen: `run masks ${masked} of 18 rows; the query adds classes to them: ${sums}`,
      }
    },
  ],
  'safe harbor: birth years': [
    {
      'people.csv': `birth_year\n${[1925, 1926, 1950, 1960].map((year) => `${year}\n`.repeat(5)).join('')}`,
      'job.yaml': plain(
        { birth_year: { role: 'quasi-identifier', type: 'numeric' } },
        { privacy: { preset: 'hipaa-safe-harbor', k: 2 }, algorithm: 'lattice' },
      ),
    },
    async (folder) => {
      const result = await halftone(folder, ['run', 'job.yaml'])
      const shown = /^192[56]$/m.test(read(folder, 'out/release.csv'))
      return { isFault: shown, seen: `${ended(result)}; 1925 or 1926 released: ${shown}` }
    },
  ],
}
