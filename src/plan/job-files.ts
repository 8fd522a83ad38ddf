/** Lists the files that a job names, to move a job to another folder and to detect changed inputs. */
import { isDatabase } from '../engines/open-engine.ts'
import { DEFAULT_KEY } from '../pseudonyms/key-file.ts'
import { itemRequirements } from '../requirements/items/index.ts'
import { renamePlace } from '../sources/places/index.ts'
import type { Job } from '../table/job-schema.ts'

export function mapJobFiles(job: Job, rename: (file: string, key: string) => string): Job {
  const renamed = <T>(value: T, key: string): T => {
    if (typeof value === 'string') return rename(value, key) as T
    if (value === null || typeof value !== 'object' || !('file' in value) || typeof value.file !== 'string')
      return value
    return { ...value, file: rename(value.file, `${key}.file`) }
  }
  const each = (files: Job['data']['source'], key: string) =>
    isDatabase(files)
      ? files
      : typeof files === 'string'
        ? renamePlace(files, (file) => rename(file, key))
        : files.map((file, i) => renamePlace(file, (path) => rename(path, `${key}.${i}`)))
  const { utility, population, history, attack } = job
  const columns = Object.entries(job.columns).map(([name, column]): [string, Job['columns'][string]] => {
    const isKeyed = column.role === 'pseudonym' || column.shift !== undefined
    const taxonomy = renamed(column.taxonomy, `columns.${name}.taxonomy`)
    const file = column.file === undefined ? {} : { file: rename(column.file, `columns.${name}.file`) }
    const map = column.derive?.map
    const derive = map
      ? { ...column.derive, map: [map[0], rename(map[1], `columns.${name}.derive.map`)] as [string, string] }
      : column.derive
    return [
      name,
      isKeyed
        ? { ...column, ...file, taxonomy, derive, key: rename(column.key ?? DEFAULT_KEY, `columns.${name}.key`) }
        : { ...column, ...file, taxonomy, derive },
    ]
  })
  const privacy = Object.entries(job.privacy).map(([key, value]) => [
    key,
    itemRequirements.some((record) => record.file !== undefined && record.job.key === key)
      ? renamed(value, `privacy.${key}`)
      : value,
  ])
  return {
    ...job,
    data: { ...job.data, source: each(job.data.source, 'data.source') },
    columns: Object.fromEntries(columns),
    privacy: Object.fromEntries(privacy),
    population:
      population === undefined || 'size' in population
        ? population
        : { ...population, source: each(population.source, 'population.source') },
    history: history && {
      ...history,
      ledger: rename(history.ledger, 'history.ledger'),
      key: rename(history.key ?? DEFAULT_KEY, 'history.key'),
      erase: history.erase && rename(history.erase, 'history.erase'),
    },
    attack: attack?.control === undefined ? attack : { ...attack, control: rename(attack.control, 'attack.control') },
    utility: utility && {
      ...utility,
      constraints: renamed(utility.constraints, 'utility.constraints'),
      workload: renamed(utility.workload, 'utility.workload'),
    },
  }
}

export function jobFiles(job: Job): { readonly key: string; readonly file: string }[] {
  const files: { key: string; file: string }[] = []
  mapJobFiles(job, (file, key) => {
    files.push({ key, file })
    return file
  })
  return files
}
