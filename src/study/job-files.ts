/** The files that a job names, each with the key it stands under: to move a job to another folder, and to see whether what it reads has changed. */
import type { Job } from '../table/job-schema.ts'

/** The job with every file name replaced. */
export function mapJobFiles(job: Job, rename: (file: string, key: string) => string): Job {
  const { source } = job.data
  const { constraints } = job.privacy
  const { utility } = job
  const columns = Object.entries(job.columns).map(([name, column]): [string, Job['columns'][string]] => [
    name,
    column.taxonomy === undefined
      ? column
      : { ...column, taxonomy: rename(column.taxonomy, `columns.${name}.taxonomy`) },
  ])
  const renamed = (value: unknown, key: string) => (typeof value === 'string' ? rename(value, key) : value)
  return {
    ...job,
    data: {
      ...job.data,
      source:
        typeof source === 'string'
          ? rename(source, 'data.source')
          : source.map((file, i) => rename(file, `data.source.${i}`)),
    },
    columns: Object.fromEntries(columns),
    privacy: {
      ...job.privacy,
      constraints:
        typeof constraints === 'object' && constraints.file !== undefined
          ? { ...constraints, file: rename(constraints.file, 'privacy.constraints.file') }
          : (renamed(constraints, 'privacy.constraints') as typeof constraints),
    },
    utility: utility && {
      ...utility,
      constraints: renamed(utility.constraints, 'utility.constraints') as typeof utility.constraints,
      workload: renamed(utility.workload, 'utility.workload') as typeof utility.workload,
    },
  }
}

/** Every file name with its key. */
export function jobFiles(job: Job): { readonly key: string; readonly file: string }[] {
  const files: { key: string; file: string }[] = []
  mapJobFiles(job, (file, key) => {
    files.push({ key, file })
    return file
  })
  return files
}
