/** Advice that is refused or given twice, settings that hide nothing, and two releases of the same data. */
import { peopleFiles } from '../../end-to-end/workshop.ts'
import { halftone, job, plain, run, type Scenarios, type Sighting } from '../scenario.ts'

const visits = `id,age,zip,seen\n${Array.from({ length: 40 }, (_, i) => `P${i % 20},${20 + ((i * 7) % 50)},${1000 + ((i * 37) % 90)},2024-01-01\n`).join('')}`
const columns = {
  id: { role: 'identifier' },
  age: { role: 'quasi-identifier', type: 'numeric' },
  zip: { role: 'quasi-identifier', type: 'prefix' },
  seen: { role: 'identifier' },
}
const visitsJob = (more: object = {}) => plain({ ...columns }, { privacy: { k: 15 }, ...more })

/** The lines of a run, and whether a pattern is among them. */
const printed =
  (pattern: RegExp) =>
  async (folder: string): Promise<Sighting> => {
    const { code, text } = await halftone(folder, ['run', 'job.yaml'])
    return { isFault: pattern.test(text), seen: `exit ${code}, ${pattern.exec(text)?.[0] ?? 'nothing of the kind'}` }
  }

/** A job that should be refused. */
const accepted = async (folder: string): Promise<Sighting> => {
  const seen = await run()(folder)
  return { isFault: seen.startsWith('exit 0'), seen }
}

const key = `${'5a'.repeat(32)}\n`
const shifted = (days: number) => ({ ...columns, seen: { role: 'other', shift: { by: 'id', days } } })
/** Without `ends`, a key that the old code does not know. */
const oldJob = (k = 2, more: object = {}) => job({ privacy: { k, ends: undefined }, ...more })
const ownDates = visits.replace(/2024-01-01/g, (_, at: number) => `2024-0${1 + (at % 9)}-11`)

export const scenarios: Scenarios = {
  'advice: a limit above 100 %': [
    { 'people.csv': visits, 'job.yaml': visitsJob() },
    printed(/suppression-limit above 100%/),
  ],
  'advice: algorithm boxes where persons are counted': [
    {
      'people.csv': visits,
      'job.yaml': visitsJob({ persons: { column: 'id' }, privacy: { k: 15, 'suppression-limit': 0 } }),
    },
    printed(/algorithm boxes/),
  ],
  'advice: the same remedy twice': [
    { 'people.csv': visits, 'job.yaml': visitsJob() },
    async (folder) => {
      const { text } = await halftone(folder, ['run', 'job.yaml'])
      const times = text.split('a smaller k').length - 1
      return { isFault: times > 1, seen: `"a smaller k" ${times} times` }
    },
  ],
  'advice: a role without its type': [
    {
      'people.csv': visits.replace(/P\d+/g, (_, at: number) => `P${at}`),
      'job.yaml': plain({ ...columns, id: { role: 'other' } }),
    },
    printed(/the role quasi-identifier, or identifier/),
  ],
  'advice: a shift of a day': [
    { 'people.csv': ownDates, 'halftone.key': key, 'job.yaml': plain(shifted(1)) },
    accepted,
  ],
  'advice: a shifted column that is constant': [
    { 'people.csv': visits, 'halftone.key': key, 'job.yaml': plain(shifted(30)) },
    accepted,
  ],
  'advice: * over * in a taxonomy': [
    {
      ...peopleFiles,
      'job.yaml': oldJob(),
      'city.json': JSON.stringify({
        name: '*',
        children: [{ name: '*', children: ['Oslo', 'Bergen', 'Paris', 'Lyon'].map((name) => ({ name })) }],
      }),
    },
    accepted,
  ],
  'advice: a second release of the same data': [
    { ...peopleFiles, 'job.yaml': oldJob(), 'o.yaml': oldJob(3, { output: { release: 'out/other.csv' } }) },
    async (folder) => {
      await halftone(folder, ['run', 'job.yaml'])
      const { code, text } = await halftone(folder, ['run', 'o.yaml'])
      const isMentioned = text.includes('release.csv in the same folder')
      return { isFault: !isMentioned, seen: `exit ${code}, ${isMentioned ? 'mentioned' : 'not mentioned'}` }
    },
  ],
}
