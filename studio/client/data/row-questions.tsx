/** Questions about rows: whether they are persons, and what becomes of those with a missing value. */
import type { ReactNode } from 'react'
import { formatShare } from '../../../src/ground/format.ts'
import type { ColumnFacts } from '../../server/data/api.ts'
import { changed } from '../job/change.ts'
import { RadioList } from '../kit/controls.tsx'
import { useStudio } from '../shell/use-studio.ts'
import { columnsWithRole } from './roles.ts'

/** Asks whether k counts rows or persons, if ids repeat: k rows could be of one person. */
export function Persons({ facts, rows }: { facts: ReadonlyMap<string, ColumnFacts>; rows: number }): ReactNode {
  const { document, changeJob } = useStudio()
  if (document === undefined) return null
  const { persons, columns } = document.job
  const ids = Object.keys(columns).filter(
    (name) => ['identifier', 'pseudonym'].includes(columns[name].role) && repeats(facts.get(name), rows),
  )
  if (persons === undefined && ids.length === 0) return null
  const names = [...new Set([...(persons === undefined ? [] : [persons.column]), ...ids])]
  return (
    <div className="missing-rows">
      <RadioList
        label="k counts"
        value={persons?.column ?? ROWS}
        items={[
          { id: ROWS, title: 'rows', note: 'every row is a person' },
          ...names.map((id) => ({ id, title: `persons by ${id}`, note: 'several rows may be of one person' })),
        ]}
        onChange={(id) =>
          changeJob((job) => changed(job, { persons: id === ROWS ? undefined : { ...job.persons, column: id } }))
        }
      />
    </div>
  )
}

const ROWS = ''

function repeats(facts: ColumnFacts | undefined, rows: number): boolean {
  if (facts === undefined || facts.type === 'date') return false
  const known = rows - facts.missing
  return facts.distinct < known * REPEATED && facts.distinct * MOST_ROWS > known
}

/** Ids with more distinct values hardly repeat; one with more rows for each value names many people. */
const REPEATED = 0.9
const MOST_ROWS = 50

/** Asks what to do with rows that lack a quasi-identifier. */
export function MissingRows({ facts, rows }: { facts: ReadonlyMap<string, ColumnFacts>; rows: number }): ReactNode {
  const { document, changeJob } = useStudio()
  if (document === undefined) return null
  const { job } = document
  const lacking = columnsWithRole(job, 'quasi-identifier').flatMap((name) => {
    const missing = facts.get(name)?.missing ?? 0
    return missing === 0 ? [] : [`${name} in ${formatShare(missing / rows)} of the rows`]
  })
  if (lacking.length === 0) return null
  return (
    <div className="missing-rows">
      <RadioList
        label="Rows with a missing quasi-identifier"
        value={job.data.missing ?? 'fail'}
        items={[
          { id: 'drop', title: 'are left out of the release', note: 'the release has fewer rows' },
          { id: 'category', title: 'stay: missing is a value of its own', note: 'it has a place in the hierarchy' },
          { id: 'fail', title: 'end the run with an error', note: 'for data that should have none' },
        ]}
        onChange={(missing) => changeJob((current) => ({ ...current, data: { ...current.data, missing } }))}
      />
      <p className="help">Missing: {lacking.join(', ')}.</p>
    </div>
  )
}
