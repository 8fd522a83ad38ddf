/** Requirements other than k-anonymity, with option forms built from their records. */
import type { ReactNode } from 'react'
import type { Job } from '../../../src/table/job-schema.ts'
import type { RequirementFacts } from '../../server/api.ts'
import { useProfile } from '../data/use-profile.ts'
import { type JobCheck, useJobCheck } from '../job/use-check.ts'
import { Check } from '../kit/controls.tsx'
import { Notices } from '../kit/notice.tsx'
import { OptionForm } from '../kit/option-form.tsx'
import { useStudio } from '../shell/use-studio.ts'
import { firstValues, protectable } from './models.ts'
import { findAsked, listRequirements, withListed } from './requirements.ts'

export function RequirementList({ job }: { job: Job }): ReactNode {
  const { records } = useStudio()
  const check = useJobCheck()
  const others = records.columns.requirements.filter(({ isK }) => !isK)
  if (others.length === 0) return null
  return (
    <fieldset className="stack">
      <legend>Beside k-anonymity</legend>
      {others.map((requirement) => (
        <RequirementEntry key={requirement.name} job={job} requirement={requirement} check={check} />
      ))}
    </fieldset>
  )
}

function RequirementEntry(props: { job: Job; requirement: RequirementFacts; check: JobCheck }): ReactNode {
  const { job, requirement, check } = props
  const { changeJob, data } = useStudio()
  const profile = useProfile(data)
  const { name, title, summary, options } = requirement
  const find = (one: Job) => findAsked(one).filter((asked) => asked.name === name)
  const asked = find(job)
  const choose = (chosen: boolean) =>
    changeJob((current) =>
      chosen
        ? withListed(current, [...listRequirements(current), { [name]: firstValues(current, requirement, profile) }])
        : // From the last on, so that the places of the others stay.
          find(current).reduceRight((next, { withValue }) => withValue(next, undefined), current),
    )
  return (
    <div className="stack">
      <Check isSelected={asked.length > 0} onChange={choose}>
        {title} <small>{summary}</small>
      </Check>
      {asked.map(({ field, value, withValue }, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a requirement has no name but its place
        <div className="stack asked" key={i}>
          <OptionForm
            options={options}
            values={(typeof value === 'object' && value !== null ? value : { [options[0].name]: value }) as Values}
            columns={protectable(job)}
            onChange={(next) => changeJob((current) => withValue(current, next))}
          />
          <Notices kind="error" of={check.faults(field).map(({ message }) => message)} />
        </div>
      ))}
    </div>
  )
}

type Values = Record<string, unknown>
