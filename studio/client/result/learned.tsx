/** Attribute disclosure: classes whose rows (nearly) agree in a sensitive column or a target. */
import type { ReactNode } from 'react'
import { formatCount, formatShare, many } from '../../../src/ground/format.ts'
import type { LearnedColumn } from '../../../src/verification/attribute-risk.ts'
import type { RunState } from '../../server/run/api.ts'
import { Button } from '../kit/controls.tsx'
import { Notice } from '../kit/notice.tsx'
import { Panel } from '../kit/panel.tsx'
import { Table } from '../kit/table.tsx'
import { useProtection } from '../privacy/use-protection.ts'
import { useAnswer } from '../shell/use-answer.ts'
import { useStudio } from '../shell/use-studio.ts'

/** Asks for a model on each sensitive column that has none, and shows it. */
export function ProtectButton(): ReactNode {
  const { go } = useStudio()
  const { protect } = useProtection()
  return (
    <Button
      onPress={() => {
        protect()
        go('privacy')
      }}
    >
      Protect sensitive values
    </Button>
  )
}

export function Learned({ state: { id, replacedBy } }: { state: RunState }): ReactNode {
  const path = replacedBy === undefined ? `result/${id}/learned` : undefined
  const { answer: learned, error } = useAnswer<readonly LearnedColumn[]>(path)
  if (replacedBy !== undefined || learned?.length === 0) return null
  return (
    <Panel title="What can be learned" wide actions={<ProtectButton />}>
      {error !== undefined ? (
        <Notice kind="error">{error}</Notice>
      ) : learned === undefined ? (
        <p className="skeleton">Counting what the classes say …</p>
      ) : (
        <>
          <Table
            caption="What can be learned of each column"
            rows={learned}
            rowKey={({ column }) => column}
            columns={[
              { title: 'Column', heads: true, cell: ({ column }) => column },
              { title: 'Classes', number: true, cell: ({ classes }) => formatCount(classes) },
              ...[100, 95, 80].map((least) => ({
                title: least === 100 ? 'With one value' : `With ${least}% of one value`,
                number: true,
                cell: (column: LearnedColumn) => agreement(column, least),
              })),
            ]}
          />
          <p className="note">
            Anyone who knows a person’s class learns the value that its rows share, without finding the person’s row.
          </p>
        </>
      )}
    </Panel>
  )
}

/** `28 (1,163 people, 12%)`: the classes in which one value has at least a share, and their people. */
function agreement({ shares, rows }: LearnedColumn, least: number): string {
  const sure = shares.filter(({ percent }) => percent >= least)
  const classes = sure.reduce((sum, share) => sum + share.classes, 0)
  const people = sure.reduce((sum, share) => sum + share.rows, 0)
  return classes === 0
    ? 'none'
    : `${formatCount(classes)} (${many(people, 'person', 'people')}, ${formatShare(people / rows)})`
}
