/** Requirements other than k-anonymity, with option forms built from their records. */
import type { ReactNode } from 'react'
import type { Job } from '../../../src/table/job-schema.ts'
import type { RequirementFacts } from '../../server/api.ts'
import { useProfile } from '../data/use-profile.ts'
import { changePrivacy } from '../job/change.ts'
import { type JobCheck, useJobCheck } from '../job/use-check.ts'
import { Check } from '../kit/controls.tsx'
import { Notices } from '../kit/notice.tsx'
import { OptionForm } from '../kit/option-form.tsx'
import { useStudio } from '../shell/studio.tsx'
import { firstValues, protectable } from './models.ts'
import { listRequirements, withListed } from './requirements.ts'

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
  const place = listRequirements(job).findIndex((entry) => name in entry)
  const faults = [
    ...check.faults(`privacy.${name}`),
    ...(place < 0 ? [] : check.faults(`privacy.requirements.${place}`)),
  ]
  // A key of `privacy` with a list of models can only be edited in the file.
  const key = (job.privacy as Readonly<Record<string, unknown>>)[name]
  const given = Array.isArray(key) ? undefined : (key ?? listRequirements(job).find((entry) => name in entry)?.[name])
  const values =
    typeof given === 'object' && given !== null ? given : given === undefined ? {} : { [options[0].name]: given }
  const set = (value: object | undefined) =>
    changeJob((current) => {
      if (key !== undefined) return changePrivacy(current, { [name]: value })
      const others = listRequirements(current).filter((entry) => !(name in entry))
      return withListed(current, value === undefined ? others : [...others, { [name]: value }])
    })
  return (
    <div className="stack">
      <Check
        isSelected={given !== undefined || Array.isArray(key)}
        isDisabled={Array.isArray(key)}
        onChange={(chosen) => set(chosen ? firstValues(job, requirement, profile) : undefined)}
      >
        {title} <small>{summary}</small>
      </Check>
      {given === undefined ? null : (
        <OptionForm
          options={options}
          values={values as Record<string, unknown>}
          columns={protectable(job)}
          onChange={(next) => set(next)}
        />
      )}
      <Notices kind="error" of={faults.map(({ message }) => message)} />
    </div>
  )
}
