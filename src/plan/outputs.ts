/** Lists everything that a run may write, in display order. */

/** The folder beside a release for private files; only its owner may open it. */
export const PRIVATE_FOLDER = 'private'

export interface OutputRecord {
  readonly title: string
  readonly note: string
  readonly suffix: string
  /** `asked`: if the job has a path for it; `columns`, `classes`: by kind; `trail`, `front`: if the search has one. */
  readonly when: 'always' | 'asked' | 'columns' | 'classes' | 'trail' | 'front' | 'history' | 'persons'
  /** Whether it may be published: it contains no value that only suppressed rows have. */
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
  ledger: {
    title: 'Ledger',
    note: 'what all releases so far showed about whom; where `history.ledger` says',
    suffix: '.ledger',
    when: 'history',
    public: false,
  },
  waiting: {
    title: 'Waiting people',
    note: 'identifiers of people who are not shown yet, and for how many releases',
    suffix: '.waiting.csv',
    when: 'history',
    public: false,
  },
  persons: {
    title: 'Persons',
    note: 'the released rows with their persons, in the order of the source, for halftone verify; keep it',
    suffix: '.persons',
    when: 'persons',
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

export type PlannedOutput = { readonly [name in OutputName]?: string } & {
  /** If the release stays in the database: not a file, but the base of the other names. */
  readonly release: string
  readonly table?: string | undefined
  readonly path?: string | undefined
  readonly recoding: string
  readonly manifest: string
}

/** The table or folder of a release that stays in its database. */
export function insideTarget({ table, path }: Pick<PlannedOutput, 'table' | 'path'>): string | undefined {
  return table ?? path
}

export function outputFiles(output: PlannedOutput): (readonly [OutputName, string])[] {
  return OUTPUT_NAMES.flatMap((name) => {
    const isInside = insideTarget(output) !== undefined && (name === 'release' || name === 'persons')
    const file = isInside ? undefined : output[name]
    return file === undefined ? [] : [[name, file] as const]
  })
}
