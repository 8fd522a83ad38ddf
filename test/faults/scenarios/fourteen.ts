/** The first fourteen faults. Lines say what was seen; the table in ../README.md says which of it is a fault. */
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { constants, gunzipSync, gzipSync } from 'node:zlib'
import { cities, people, peopleFiles, writeFiles } from '../../end-to-end/workshop.ts'
import { below, children, first, halftone, job, mode, plain, read, run, type Scenarios } from '../scenario.ts'

const unique = `name,age\n${Array.from({ length: 8 }, (_, i) => `P${i},${20 + i * 7}\n`).join('')}`
const ages = { name: { role: 'identifier' }, age: { role: 'quasi-identifier', type: 'numeric' } }
const outlier = (age: number) => `name,age\n${[20, 21, 30, 31, 40, 41, age].map((own, i) => `P${i},${own}\n`).join('')}`
const dropped = plain(ages, { privacy: { k: 2, 'suppression-limit': 0.5, 'suppressed-rows': 'drop' } })
const dates = ['2001-01-05', '2001-01-07', '2001-02-03', '2001-03-09'].flatMap((date) => Array(3).fill(`${date},x`))
const numeric = { role: 'quasi-identifier', type: 'numeric' }
const deep = `${Array.from({ length: 10_000 }, (_, i) => `{"name":"n${i}","children":[`).join('')}{"name":"Oslo"}${']}'.repeat(10_000)}`
const wide = Array.from({ length: 200 }, (_, i) => `c${i}`)
const many = (rows: number) =>
  `name,age,sex,city,income\n${Array.from({ length: rows }, (_, i) => `P${i},${i % 90},F,Oslo,low\n`).join('')}`
/** The first half, or so much more that the last line that comes out has all its fields. */
function halved(bytes: Uint8Array): Uint8Array {
  for (let length = bytes.length >> 1; ; length++) {
    const half = bytes.subarray(0, length)
    const text = gunzipSync(half, { finishFlush: constants.Z_SYNC_FLUSH }).toString()
    if (text.slice(text.lastIndexOf('\n') + 1).split(',').length === 5) return half
  }
}
/** Another text for each row, so long that a file is cut inside of it. */
const longText = (_: string, place: number) => `${place * 7919}`.repeat(12)
const baskets = (more: object) =>
  JSON.stringify({
    version: 1,
    data: { source: 'b.txt', format: 'transactions' },
    columns: {},
    output: { release: 'out/release.txt' },
    ...more,
  })

export const scenarios: Scenarios = {
  '1 the same file twice': [
    { 'people.csv': unique, 'job.yaml': plain(ages, { data: { source: ['*.csv', 'people.csv'] } }) },
    async (folder) => `${await run()(folder)}; ${read(folder, 'out/release.csv').split('\n').length - 2} rows of 8`,
  ],
  '2 an identifier __proto__': [
    {
      'people.csv': unique.replace('name', '__proto__'),
      'job.yaml': plain(ages).replace('"name"', '"__proto__"').replace('"k":2', '"k":2,"suppression-limit":1'),
    },
    async (folder) => `${await run()(folder)}; released: ${read(folder, 'out/release.csv').includes('P3')}`,
  ],
  '3 figures of a suppressed value': [
    {
      'people.csv': outlier(9871),
      'other.csv': outlier(9781),
      'job.yaml': dropped,
      'o.yaml': dropped.replace('people.csv', 'other.csv').replace('out/', 'two/'),
    },
    async (folder) => {
      const codes = [await run()(folder), await run(['run', 'o.yaml'])(folder)]
      const texts = ['out', 'two'].map((own) => read(folder, `${own}/release.manifest.json`))
      const loss = texts.map((text) => /"LM"[^}]*?([\d.]{6,})/.exec(text)?.[1])
      return `${codes}; LM ${loss.join(' and ')}; hash of the recoding: ${/recoding[^}]*sha256|sha256[^}]*recoding/s.test(texts[0])}`
    },
  ],
  '4 labels with a suppressed date': [
    {
      'people.csv': `value,other\n${[...dates, '2001-02-17,y'].join('\n')}\n`,
      'job.yaml': plain(
        { value: { role: 'quasi-identifier', type: 'date' }, other: { role: 'quasi-identifier', order: ['x', 'y'] } },
        {
          privacy: { k: 4, 'suppression-limit': 0.1 },
          algorithm: { name: 'genetic', partitions: 'ordered', population: 40, iterations: 400 },
        },
      ),
    },
    async (folder) => `${await run()(folder)}; released: ${read(folder, 'out/release.csv').includes('2001-02-17')}`,
  ],
  '5 half of a .gz': [
    {
      ...peopleFiles,
      'p.csv.gz': halved(gzipSync(many(100_000).replace(/low/g, longText))),
      'job.yaml': job({ data: { source: 'p.csv.gz' }, columns: { income: { role: 'other' } } }),
    },
    async (folder) =>
      `${await run()(folder)}; verify: ${await run(['verify', 'p.csv.gz', '--qi', 'sex', '--k', '2'])(folder)}`,
  ],
  '8 the order of the source': [
    { ...peopleFiles, 'job.yaml': job({ privacy: { 'suppression-limit': 1 } }) },
    async (folder) => {
      const result = await run()(folder)
      const incomes = read(folder, 'out/release.csv')
        .trim()
        .split('\n')
        .slice(1)
        .map((row) => row.split(',').at(-1))
      const own = people
        .trim()
        .split('\n')
        .slice(1)
        .map((row) => row.split(',').at(-1))
      return `${result}; as in the source: ${incomes.join() === own.join()}`
    },
  ],
  '9 private files': [
    { 'people.csv': outlier(9871), 'job.yaml': dropped },
    async (folder) => {
      const result = await run()(folder)
      const found = below(join(folder, 'out')).filter((name) => read(folder, `out/${name}`).includes('9871'))
      return `${result}; 9871 is in ${found.map((name) => `out/${name} (${mode(folder, `out/${name}`)})`).join(', ') || 'nothing'}`
    },
  ],
  '9 trail, class table, workload': [
    {
      ...peopleFiles,
      'job.yaml': job({ algorithm: 'bottom-up', utility: { workload: { count: 10 } } }),
      'o.yaml': job({ algorithm: 'kactus', output: { release: 'two/release.csv' } }),
    },
    async (folder) => {
      await run()(folder)
      await run(['run', 'o.yaml'])(folder)
      const names = ['out', 'two'].flatMap((own) =>
        below(join(folder, own)).map((name) => `${own}/${name} ${mode(folder, `${own}/${name}`)}`),
      )
      return names.filter((name) => !/release\.(csv|manifest\.json) /.test(name) || name.includes('private')).join(', ')
    },
  ],
  '10 --force over the job': [
    { ...peopleFiles, 'job.yaml': job({ output: { report: 'job.yaml' } }) },
    async (folder) =>
      `${await run(['run', 'job.yaml', '--force'])(folder)}; still a job: ${read(folder, 'job.yaml').startsWith('{')}`,
  ],
  '10 --force over a taxonomy': [
    { ...peopleFiles, 'job.yaml': job({ output: { report: 'city.json' } }) },
    async (folder) =>
      `${await run(['run', 'job.yaml', '--force'])(folder)}; still a tree: ${read(folder, 'city.json') === cities}`,
  ],
  '10 two runs at once': [
    { ...peopleFiles, 'people.csv': many(200_000) },
    async (folder) => {
      writeFiles(folder, { 'job.yaml': job() })
      return (await Promise.all([run()(folder), run()(folder)])).join(' | ')
    },
  ],
  '10 a trail of an earlier job': [
    { ...peopleFiles, 'job.yaml': job({ algorithm: 'bottom-up' }), 'o.yaml': job({ algorithm: 'lattice' }) },
    async (folder) => {
      await run()(folder)
      const result = await run(['run', 'o.yaml', '--force'])(folder)
      return `${result}; the trail stays: ${below(join(folder, 'out')).some((name) => name.includes('trail'))}`
    },
  ],
  '11 a prefix of 4,000 characters': [
    {
      ...peopleFiles,
      'people.csv': `${people}Zoe,50,F,${'x'.repeat(4000)},low\n`,
      'job.yaml': job({ columns: { city: { role: 'quasi-identifier', type: 'prefix' } } }),
    },
    run(),
  ],
  '11 a tree of 10,000 levels': [{ ...peopleFiles, 'job.yaml': job(), 'city.json': deep }, run()],
  '11 bins of width 1 to 1e9': [
    {
      ...peopleFiles,
      'job.yaml': job({ columns: { age: { ...numeric, endpoints: { width: 1, low: 0, high: 1e9 } } } }),
    },
    run(),
  ],
  '11 a population of 1e9': [
    { ...peopleFiles, 'job.yaml': job({ algorithm: { name: 'genetic', population: 1e9 } }) },
    run(),
  ],
  '11 a million prefixes': [
    {
      'people.csv': `name,age\n${Array.from({ length: 1e6 }, (_, i) => `P,${1e6 + i}\n`).join('')}`,
      'job.yaml': plain({ name: { role: 'identifier' }, age: { role: 'quasi-identifier', type: 'prefix' } }),
    },
    run(),
  ],
  '11 200 quasi-identifiers with lattice': [
    {
      'people.csv': `${wide.join()}\n${Array.from({ length: 12 }, (_, row) => wide.map((_, i) => (row * i) % 7).join()).join('\n')}\n`,
      'job.yaml': plain(Object.fromEntries(wide.map((name) => [name, numeric])), { algorithm: 'lattice' }),
    },
    run(),
  ],
  '12 kill -9': [
    { ...peopleFiles, 'people.csv': many(300_000), 'o.yaml': job() },
    async (folder) => {
      writeFiles(folder, { 'job.yaml': job() })
      const ending = halftone(folder, ['run', 'job.yaml'])
      const staged = () =>
        existsSync(join(folder, 'out')) ? readdirSync(join(folder, 'out')).filter((name) => name.startsWith('.')) : []
      while (staged().length === 0 && children.get(folder)?.exitCode === null)
        await new Promise((go) => setTimeout(go, 5))
      children.get(folder)?.kill('SIGKILL')
      await ending
      const left = staged()
      const modes = left.map((name) => `${name} ${mode(folder, `out/${name}`)}`)
      await run(['run', 'o.yaml', '--force'])(folder)
      const engines = readdirSync(join(folder, 'temporary')).length
      return `left: ${modes.join(', ')}; after the next run: ${staged().length}, engine folders: ${engines}`
    },
  ],
  '13 goal: __proto__': [{ ...peopleFiles, 'job.yaml': job({ goal: '__proto__' }) }, run()],
  '13 delimiter "': [{ ...peopleFiles, 'job.yaml': job({ data: { delimiter: '"' } }) }, run()],
  '13 two byte order marks': [{ ...peopleFiles, 'people.csv': `\ufeff\ufeff${people}`, 'job.yaml': job() }, run()],
  '13 a missing TMPDIR': [{ ...peopleFiles, 'job.yaml': job() }, run(undefined, 'export TMPDIR=/nowhere;')],
  '13 a file size limit': [
    { ...peopleFiles, 'people.csv': many(100_000), 'job.yaml': job() },
    run(undefined, 'ulimit -f 100;'),
  ],
  '13 gzip without a line end': [
    {
      ...peopleFiles,
      'p.csv.gz': gzipSync(`${people}${'A'.repeat(1e8)}`),
      'job.yaml': job({ data: { source: 'p.csv.gz' } }),
    },
    run(),
  ],
  '13 standard output on a full disk': [{}, run(['list', '--json'], 'exec > /dev/full;')],
  '13 a policy about an item #': [
    {
      'b.txt': '# a\na b\na b\nb c\nb c\n',
      'p.txt': '# a\na b\n',
      'job.yaml': baskets({ privacy: { k: 2, constraints: 'p.txt' }, algorithm: 'coat' }),
    },
    async (folder) => {
      const { code, text } = await halftone(folder, ['run', 'job.yaml'])
      return `exit ${code}; ${/.*constraint.*/.exec(text)?.[0].trim().slice(0, 130) ?? first(text)}; # a released: ${/^# a$/m.test(read(folder, 'out/release.txt'))}`
    },
  ],
  '13 errors that quote a value': [
    { ...peopleFiles, 'people.csv': `${people}Zoe,50,F,Zanzibar,low\n`, 'job.yaml': job() },
    async (folder) => {
      const { code, text } = await halftone(folder, ['run', 'job.yaml'])
      return `exit ${code}; quoted: ${text.includes('Zanzibar')}`
    },
  ],
  '13 kactus-2 with suppressed-group: enforce': [
    {
      ...peopleFiles,
      'people.csv': `${people}Zoe,95,M,Lyon,high\n`,
      'job.yaml': job({
        privacy: { k: 3, 'suppression-limit': 1, 'suppressed-group': 'enforce', 'suppressed-rows': 'mask' },
        algorithm: 'kactus-2',
      }),
    },
    async (folder) => {
      const result = await run()(folder)
      const rows = read(folder, 'out/release.csv').trim().split('\n').slice(1)
      return `${result}; ${rows.length} of 13 rows, ${rows.filter((row) => row.startsWith('*,*,*')).length} masked (k = 3)`
    },
  ],
  '14 a cell =1+1': [
    { ...peopleFiles, 'people.csv': people.replace(',low', ',=1+1'), 'job.yaml': job() },
    async (folder) => {
      const { code, text } = await halftone(folder, ['run', 'job.yaml'])
      return `exit ${code}; a warning: ${/spreadsheet|formula/i.test(text)}`
    },
  ],
}
