/** The doctor's findings, with repairs. */
import type { ReactNode } from 'react'
import { formatCount } from '../../../src/ground/format.ts'
import type { Finding } from '../../../src/hierarchy/doctor.ts'
import type { Examined } from '../../server/hierarchies/api.ts'
import { Button } from '../kit/controls.tsx'
import { Broken } from '../kit/long-name.tsx'
import { Notice } from '../kit/notice.tsx'

export interface Repair {
  readonly title: string
  act(): void
}

export function Findings(props: {
  examined: Examined | undefined
  repairs: (finding: Finding) => readonly Repair[]
}): ReactNode {
  const { examined, repairs } = props
  if (examined === undefined) return <p className="skeleton">The doctor is looking …</p>
  const { findings } = examined
  if (findings.length === 0)
    return (
      <Notice kind="good" word="Sound">
        Every value of the data has its place, and the hierarchy is sound.
      </Notice>
    )
  // Groups of one are repaired together.
  const shown = findings.filter(
    ({ kind }, i) => kind !== 'single-child' || findings.findIndex((other) => other.kind === kind) === i,
  )
  return (
    <ul className="findings" aria-label="Findings">
      {shown.map((finding) => {
        const alike = findings.filter(({ kind }) => kind === finding.kind).length
        return (
          <li key={`${finding.kind} ${finding.message}`}>
            <Notice
              kind={finding.severity}
              action={
                <span className="row repairs">
                  {repairs(finding).map(({ title, act }) => (
                    <Button key={title} onPress={act}>
                      {title}
                    </Button>
                  ))}
                </span>
              }
            >
              {finding.message}
              {finding.kind === 'single-child' && alike > 1 ? ` (and ${alike - 1} more)` : ''}
            </Notice>
          </li>
        )
      })}
    </ul>
  )
}

/** The levels from single values to one group, and what becomes of three values. */
export function Ladder({ examined }: { examined: Examined | undefined }): ReactNode {
  if (examined === undefined || examined.levels.length === 0) return null
  return (
    <div className="ladder">
      <h3>Levels</h3>
      <ol>
        {examined.levels.map(({ name, groups, labels }) => (
          <li key={name}>
            <b>{name}</b>
            {labels.map((label, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: labels may be the same
              <bdi key={i}>
                <Broken text={label} after={/(?<=[,…])/} />
              </bdi>
            ))}
            <span className="help">{groups === 1 ? '1 group' : `${formatCount(groups)} groups`}</span>
          </li>
        ))}
      </ol>
    </div>
  )
}
