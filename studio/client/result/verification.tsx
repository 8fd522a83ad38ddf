/** What counting the release again came to: each check with what was found, and witnesses where one is broken. */
import type { ReactNode } from 'react'
import { formatCount } from '../../../src/report/format.ts'
import type { Check, Verification, Witness } from '../../../src/workbench.ts'
import { Scroll, Table } from '../kit/table.tsx'

const MOST_WITNESSES = 20

export function VerificationChecks({ verification }: { verification: Verification }): ReactNode {
  return (
    <>
      <Table
        caption="Checks of the written release"
        rows={verification.checks}
        keyOf={({ name, promise }) => `${name} ${promise}`}
        columns={[
          {
            title: 'Check',
            heads: true,
            cell: ({ name, promise }) => (
              <>
                {name} <small className="below">{promise}</small>
              </>
            ),
          },
          { title: 'What was counted', cell: ({ found }) => found },
          {
            title: 'Verdict',
            cell: ({ holds }) => (
              <span className={holds ? 'sign good' : 'sign bad'}>{holds ? '✓ holds' : '✗ broken'}</span>
            ),
          },
        ]}
      />
      {verification.checks.map((check) => (
        <Witnesses key={check.name + check.promise} check={check} />
      ))}
    </>
  )
}

function Witnesses({ check: { name, witnesses } }: { check: Check }): ReactNode {
  if (witnesses.length === 0) return null
  const more = witnesses.length - MOST_WITNESSES
  return (
    <>
      <h3 className="witnesses">Where {name} is broken</h3>
      <Scroll label="Checks">
        <Table
          caption={`Witnesses that ${name} is broken`}
          rows={witnesses.slice(0, MOST_WITNESSES)}
          keyOf={({ values }) => JSON.stringify(values)}
          columns={[
            { title: 'Rows like this', number: true, cell: ({ size }) => formatCount(size) },
            ...Object.keys(witnesses[0].values).map((column) => ({
              title: column,
              cell: ({ values }: Witness) => (values[column] === '' ? '(missing)' : values[column]),
            })),
          ]}
        />
      </Scroll>
      {more > 0 ? <p className="note">and {formatCount(more)} more.</p> : null}
    </>
  )
}
