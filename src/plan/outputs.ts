/**
 * Everything that a run may write: one record, read by plan, staging, manifest, command line, studio and docs, in the order in which they
 * list it.
 */

/** The folder beside a release for what is not public; only its owner may look into it. */
export const PRIVATE_FOLDER = 'private'

export interface OutputRecord {
  readonly title: string
  /** A few words for people. */
  readonly note: string
  /** What follows the stem of the release's name, where the job names no other file. */
  readonly suffix: string
  /**
   * `always`; `asked`: where the job has a place for it; `columns`, `classes`: of searches that decide per column or per class; `trail`, `front`: of searches that
   * leave one.
   */
  readonly when: 'always' | 'asked' | 'columns' | 'classes' | 'trail' | 'front'
  /** Names no value that suppressed rows alone have, and may be published. What is not stays with whoever may see the data. */
  readonly public: boolean
}

export const OUTPUTS = {
  release: { title: 'Release', note: 'the file to publish', suffix: '', when: 'always', public: true },
  recoding: {
    title: 'Recoding',
    note: 'the decision, readable; keep it, it lists values of the table',
    suffix: '.recoding.json',
    when: 'always',
    public: false,
  },
  recodingTable: {
    title: 'Table of the recoding',
    note: 'outputs by combination; keep it',
    suffix: '.recoding.csv',
    when: 'classes',
    public: false,
  },
  fullManifest: {
    title: 'Full manifest',
    note: 'the manifest with the digests of the source and of private files, figures over all rows, the job and the report as data; keep it',
    suffix: '.manifest.json',
    when: 'always',
    public: false,
  },
  manifest: {
    title: 'Manifest',
    note: 'seed, options, versions, digests',
    suffix: '.manifest.json',
    when: 'always',
    public: true,
  },
  report: {
    title: 'Report',
    note: 'one page that explains the release',
    suffix: '.report.html',
    when: 'asked',
    public: true,
  },
  tidy: {
    title: 'Tidy table',
    note: 'the release with the ends of every range, or the levels of its tree, in columns of their own',
    suffix: '.tidy.csv',
    when: 'asked',
    public: true,
  },
  trail: {
    title: 'Trail',
    note: 'every step of the search; gives the release for another k',
    suffix: '.trail.json',
    when: 'trail',
    public: false,
  },
  front: {
    title: 'Front',
    note: 'all points that were found, a row each',
    suffix: '.front.csv',
    when: 'front',
    public: false,
  },
  workload: {
    title: 'Workload',
    note: 'the queries that the error was measured with',
    suffix: '.queries.txt',
    when: 'asked',
    public: false,
  },
} as const satisfies Readonly<Record<string, OutputRecord>>

export type OutputName = keyof typeof OUTPUTS

export const OUTPUT_NAMES = Object.keys(OUTPUTS) as readonly OutputName[]

/** The files of a run, absolute. */
export type PlannedOutput = { readonly [name in OutputName]?: string } & {
  /** Where the release stays in the database: no file, but the name that those beside it are called after. */
  readonly release: string
  readonly table?: string | undefined
  /** Of a cluster: a folder of its own. */
  readonly path?: string | undefined
  readonly recoding: string
  readonly manifest: string
}

/** The table or folder of a release that stays where its data are. */
export function insideOf({ table, path }: Pick<PlannedOutput, 'table' | 'path'>): string | undefined {
  return table ?? path
}

/** Every file of a run with its name, in the order of the record. */
export function outputFiles(output: PlannedOutput): (readonly [OutputName, string])[] {
  return OUTPUT_NAMES.flatMap((name) => {
    const file = name === 'release' && insideOf(output) !== undefined ? undefined : output[name]
    return file === undefined ? [] : [[name, file] as const]
  })
}
