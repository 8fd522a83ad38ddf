/** Shows the risk of the file as it is; updated when roles change. */
import type { ReactNode } from 'react'
import { formatCount, formatShare, many } from '../../../src/ground/format.ts'
import { coarseningKeys } from '../../../src/hierarchy/coarsen.ts'
import type { BasketsRisk } from '../../../src/kinds/file-questions.ts'
import type { RiskProfile } from '../../../src/metrics/risk/profile.ts'
import type { Job } from '../../../src/table/job-schema.ts'
import type { RawRisk, RawRiskRequest, SinglingOutAnswer } from '../../server/data/api.ts'
import { Button, Progress } from '../kit/controls.tsx'
import { Notice } from '../kit/notice.tsx'
import { Panel, Tiles } from '../kit/panel.tsx'
import { useAnswer } from '../shell/use-answer.ts'
import { type OpenedData, useStudio } from '../shell/use-studio.ts'
import { itemLayout } from './items.ts'
import { columnsWithRole, withColumn } from './roles.ts'

/** Milliseconds without a change before the request. */
const CALM = 200

export function RawRiskPanel(props: {
  data: OpenedData
  job: Job
  singling: SinglingOutAnswer | undefined
}): ReactNode {
  const { data, job, singling } = props
  const { risk, error, waiting } = useRawRisk(data, job)
  return (
    <Panel title={`What the ${data.shown === undefined ? 'file' : 'table'} gives away as it is`}>
      {waiting ? (
        <div className={risk === undefined ? undefined : 'late'}>
          <Progress label={countingInWords(data, job)} note={risk === undefined ? undefined : 'below: as it was'} />
        </div>
      ) : null}
      <div className="stack raw-risk" aria-live="polite" aria-busy={waiting}>
        {error !== undefined ? (
          <p className="help">{error}</p>
        ) : risk === undefined ? null : risk.kind === 'columns' ? (
          <TableRisk risk={risk.risk} data={data} job={job} singling={singling} />
        ) : (
          <ItemsRisk risk={risk.risk} />
        )}
      </div>
    </Panel>
  )
}

/** `Counting how many of 1,000,000 rows look alike in 11 columns`. */
function countingInWords({ rows }: OpenedData, job: Job): string {
  if (itemLayout(job) !== undefined)
    return `Counting which sets of items ${many(rows, 'row')} hold${rows === 1 ? 's' : ''}`
  const names = columnsWithRole(job, 'quasi-identifier')
  const columns = names.length === 1 ? names[0] : `${formatCount(names.length)} columns`
  return `Counting how many of ${many(rows, 'row')} look alike in ${columns}`
}

function TableRisk(props: { risk: RiskProfile; data: OpenedData; job: Job; singling: SinglingOutAnswer | undefined }) {
  const { risk, data, job, singling } = props
  const { changeJob } = useStudio()
  const known = columnsWithRole(job, 'quasi-identifier').length
  // Columns that are released as they are and tell many people apart by themselves.
  const unprotected = (singling?.columns ?? [])
    .filter(({ column, alone }) => isAsItIs(job.columns[column]) && alone > TELLING * risk.rows)
    .sort((a, b) => b.alone - a.alone)
  const { prosecutor, smallestClass, uniqueRows, uniqueShare, threshold } = risk
  return (
    <>
      <p className="risk-words">
        <People share={uniqueShare} isSafe={unprotected.length === 0 && prosecutor.highest <= threshold} /> can be
        picked out by anyone who knows{' '}
        {known === 1 ? 'the quasi-identifier' : `all ${formatCount(known)} quasi-identifiers`} of a person,{' '}
        {formatCount(known)} of {many(data.columns.length, 'column')}.
      </p>
      {unprotected.length === 0 ? null : (
        <Notice
          kind="warning"
          action={
            <Button onPress={() => changeJob((now) => withColumn(now, unprotected[0].column, { role: 'identifier' }))}>
              Leave it out
            </Button>
          }
        >
          {`${unprotected[0].column} is released as it is and alone tells ` +
            `${formatShare(unprotected[0].alone / risk.rows)} of the rows apart` +
            `${unprotected.length === 1 ? '' : `; ${many(unprotected.length - 1, 'other column')} too`}. Make it a ` +
            'quasi-identifier, or leave it out.'}
        </Notice>
      )}
      <Tiles
        tiles={[
          {
            name: 'Unique',
            value: formatCount(uniqueRows),
            note: `${formatShare(uniqueShare)} of ${formatCount(risk.rows)} rows are the only ones of their kind`,
          },
          {
            name: 'At risk',
            value: formatShare(prosecutor.shareAtRisk),
            note: `of the rows can be found with a chance above ${formatShare(threshold)}`,
          },
          {
            name: 'Highest risk',
            value: formatShare(prosecutor.highest),
            note: `prosecutor: the smallest class has ${many(smallestClass, 'row')}`,
          },
          {
            name: 'Average risk',
            value: formatShare(prosecutor.average),
            note: `marketer: ${many(risk.classes, 'class', 'classes')} of rows that look alike`,
          },
        ]}
      />
    </>
  )
}

function isAsItIs(column: Job['columns'][string] | undefined): boolean {
  return RELEASED.has(column?.role) && coarseningKeys(column ?? {}).length === 0
}

const RELEASED: ReadonlySet<string | undefined> = new Set(['other', 'sensitive', 'target'])
/** Share of rows that a column tells apart from which it is worth a warning. */
const TELLING = 0.05

function ItemsRisk({ risk }: { risk: BasketsRisk }): ReactNode {
  const { attacker, supports, knows } = risk
  return (
    <>
      <p className="risk-words">
        <People share={attacker.unique} /> can be picked out by anyone who knows {formatCount(knows)} of their items.
      </p>
      <Tiles
        tiles={[
          {
            name: 'Fewest candidates',
            value: formatCount(supports.smallest),
            note: `baskets that have the rarest set of up to ${formatCount(knows)} items`,
          },
          { name: 'Highest risk', value: formatShare(supports.risk), note: 'one over the fewest candidates' },
          {
            name: 'Average risk',
            value: formatShare(attacker.success),
            note: `of being found, over ${formatCount(attacker.trials)} simulated attacks`,
          },
          {
            name: 'Half of them',
            value: formatCount(attacker.quartiles[1]),
            note: 'or fewer baskets fit, in half of the attacks',
          },
        ]}
      />
    </>
  )
}

function People({ share, isSafe = true }: { share: number; isSafe?: boolean }): ReactNode {
  return <b className={share > 0 || !isSafe ? '' : 'nobody'}>{peopleInWords(share)}</b>
}

/** `1 in 3 people`. */
export function peopleInWords(share: number): string {
  if (!(share > 0)) return 'Nobody'
  if (share >= 1) return 'Everybody'
  if (share > 2 / 3) return `${formatShare(share)} of the people`
  return `1 in ${formatCount(Math.round(1 / share))} people`
}

function useRawRisk(data: OpenedData, job: Job): { risk?: RawRisk; error?: string; waiting: boolean } {
  const question = toQuestion(job)
  const nothing = question.quasiIdentifiers?.length === 0
  const path = nothing ? undefined : `data/${data.id}/risk`
  const { latest, answer, error } = useAnswer<RawRisk>(path, question, CALM)
  if (nothing) return { waiting: false, error: 'No column is a quasi-identifier yet. Give at least one that role.' }
  return { waiting: answer === undefined && error === undefined, risk: latest, error }
}

function toQuestion(job: Job): RawRiskRequest {
  const items = itemLayout(job)
  return items === undefined ? { quasiIdentifiers: columnsWithRole(job, 'quasi-identifier') } : { items }
}
