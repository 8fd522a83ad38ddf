/** Requirements on a table: k, other requirements, and the limit of suppressed rows. */
import type { ReactNode } from 'react'
import { formatCount, formatShare, prose } from '../../../src/ground/format.ts'
import type { Job } from '../../../src/table/job-schema.ts'
import { changePrivacy } from '../job/change.ts'
import { useJobCheck } from '../job/use-check.ts'
import { NumberInput } from '../kit/controls.tsx'
import { Panel, Tiles } from '../kit/panel.tsx'
import { useStudio } from '../shell/use-studio.ts'
import { RequirementList } from './requirement-list.tsx'
import { readK, withK } from './requirements.ts'
import { SensitiveColumns } from './sensitive-panel.tsx'

export function TablePrivacyPanel({ job }: { job: Job }): ReactNode {
  const { changeJob, data, records } = useStudio()
  const { answer, fault } = useJobCheck()
  const { name } = records.columns.requirements.find(({ isK }) => isK)!
  const k = readK(job, name)
  const limit = job.privacy['suppression-limit'] ?? 1
  const rows = data?.rows
  return (
    <Panel title="Privacy">
      <div className="stack wide-gap">
        <div className="k-row">
          <NumberInput
            label="k"
            value={k}
            error={fault('privacy.k')}
            onChange={(next) => changeJob((current) => withK(current, name, next))}
          />
          <KInWords k={k} promises={answer?.promises ?? []} />
        </div>
        <SensitiveColumns job={job} />
        <RequirementList job={job} />
        <NumberInput
          label="Suppression limit"
          value={limit}
          format={{ style: 'percent', maximumFractionDigits: 2 }}
          help={limitInWords(limit, rows, job.data.missing === 'drop')}
          error={fault('privacy.suppression-limit')}
          onChange={(next) =>
            changeJob((current) => changePrivacy(current, { 'suppression-limit': next === 1 ? undefined : next }))
          }
        />
      </div>
    </Panel>
  )
}

function KInWords({ k, promises }: { k: number | undefined; promises: readonly string[] }): ReactNode {
  if (k === undefined || k < 2 || !Number.isInteger(k)) {
    return <p className="help">How many rows must at least look alike. 5 to 25 are usual; more for sensitive data.</p>
  }
  return (
    <div>
      <p>
        k = {formatCount(k)}: {promises[0] ?? `every row looks like at least ${formatCount(k - 1)} others`}.
      </p>
      <Tiles
        tiles={[
          {
            name: 'Risk, at most',
            value: formatShare(1 / k),
            note: prose`the chance, 1 in ${formatCount(k)}, that somebody who knows a person's quasi-identifiers
              points at the right row`,
          },
        ]}
      />
      <p className="help">What it costs: the larger k is, the coarser the groups, or the more rows are suppressed.</p>
    </div>
  )
}

/** Rows dropped for a missing value do not count towards the limit. */
function limitInWords(limit: number, rows: number | undefined, drops: boolean): string {
  if (limit >= 1) return 'As many rows may be suppressed as the goal finds right.'
  if (limit === 0) return 'No row may be suppressed.'
  const share = `At most ${formatShare(limit)} of the rows`
  if (drops) return `${share} may be suppressed, not counting those that are left out for a missing value.`
  const count = rows === undefined ? '' : `, ${formatCount(Math.floor(limit * rows))} of ${formatCount(rows)},`
  return `${share}${count} may be suppressed.`
}
