/** What counting the release again came to: each check with what was found, and witnesses where one is broken. */
import type { ReactNode } from 'react'
import type { Check, Verification } from '../../../src/index.ts'
import { formatCount } from '../../../src/report/format.ts'

const MOST_WITNESSES = 20

export function VerificationChecks({ verification }: { verification: Verification }): ReactNode {
  return (
    <>
      <table className="checks">
        <caption className="spoken">Checks of the written release</caption>
        <thead>
          <tr>
            <th scope="col">Check</th>
            <th scope="col">What was counted</th>
            <th scope="col">Verdict</th>
          </tr>
        </thead>
        <tbody>
          {verification.checks.map(({ name, promise, found, holds }) => (
            <tr key={name + promise}>
              <th scope="row">
                {name} <small>{promise}</small>
              </th>
              <td>{found}</td>
              <td>
                <span className={holds ? 'sign good' : 'sign bad'}>{holds ? '✓ holds' : '✗ broken'}</span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {verification.checks.map((check) => (
        <Witnesses key={check.name + check.promise} check={check} />
      ))}
    </>
  )
}

function Witnesses({ check: { name, witnesses } }: { check: Check }): ReactNode {
  if (witnesses.length === 0) return null
  const columns = Object.keys(witnesses[0].values)
  const more = witnesses.length - MOST_WITNESSES
  return (
    <>
      <h3 className="below">Where {name} is broken</h3>
      <div className="scroll">
        <table>
          <caption className="spoken">Classes that break {name}</caption>
          <thead>
            <tr>
              <th scope="col" className="number-cell">
                Rows
              </th>
              {columns.map((column) => (
                <th key={column} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {witnesses.slice(0, MOST_WITNESSES).map(({ size, values }) => (
              <tr key={columns.map((column) => values[column]).join('\u0000')}>
                <td className="number-cell">{formatCount(size)}</td>
                {columns.map((column) => (
                  <td key={column}>{values[column]}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {more > 0 ? <p className="note">and {formatCount(more)} more.</p> : null}
    </>
  )
}
