import { prose } from '../ground/format.ts'
/** Lists everything that a run may write, in display order. */

/** The folder beside a release for private files; only its owner may open it. */
export const PRIVATE_FOLDER = 'private'

interface OutputRecord {
  readonly title: string
  readonly note: string
  readonly suffix: string
  /** `asked`: if the job has a path for it; `classes`: by kind; `trail`, `front`: if the search has one. */
  readonly when: 'always' | 'asked' | 'classes' | 'trail' | 'front' | 'history' | 'persons'
  /** Whether it may be published: it contains no value that only suppressed rows have. */
  readonly public: boolean
}

// biome-ignore format: a table
const table = {
  release: ['Release', '', 'always', 'public', 'the file to publish'],
  recoding: ['Recoding', '.recoding.json', 'always', 'private',
    'the decision, readable; keep it, it lists values of the table'],
  recodingTable: ['Table of the recoding', '.recoding.csv', 'classes', 'private', 'outputs by combination; keep it'],
  fullManifest: ['Full manifest', '.manifest.json', 'always', 'private', prose`the manifest with the digests of the
    source and of private files, figures over all rows, the job and the report as data; keep it`],
  manifest: ['Manifest', '.manifest.json', 'always', 'public', 'seed, options, versions, digests'],
  report: ['Report', '.report.html', 'asked', 'public', 'one page that explains the release'],
  tidy: ['Tidy table', '.tidy.csv', 'asked', 'public',
    'the release with the ends of every range, or the levels of its tree, in columns of their own'],
  trail: ['Trail', '.trail.json', 'trail', 'private', 'every step of the search; gives the release for another k'],
  front: ['Front', '.front.csv', 'front', 'private', 'all points that were found, a row each'],
  ledger: ['Ledger', '.ledger', 'history', 'private',
    'what all releases so far showed about whom; where `history.ledger` says'],
  waiting: ['Waiting people', '.waiting.csv', 'history', 'private',
    'identifiers of people who are not shown yet, and for how many releases'],
  persons: ['Persons', '.persons', 'persons', 'private',
    'the released rows with their persons, in the order of the source, for halftone verify; keep it'],
  workload: ['Workload', '.queries.txt', 'asked', 'private', 'the queries that the error was measured with'],
} as const

export type OutputName = keyof typeof table

export const OUTPUT_NAMES = Object.keys(table) as readonly OutputName[]

export const OUTPUTS = Object.fromEntries(
  OUTPUT_NAMES.map((name) => {
    const [title, suffix, when, reader, note] = table[name]
    return [name, { title, suffix, when, public: reader === 'public', note }]
  }),
) as Readonly<Record<OutputName, OutputRecord>>

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
