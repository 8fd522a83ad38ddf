/** Requirements other than k-anonymity, with option forms built from their records. */
import type { ReactNode } from 'react'
import type { Job } from '../../../src/table/job-schema.ts'
import type { RequirementFacts } from '../../server/api.ts'
import { changePrivacy } from '../job/change.ts'
import { Check } from '../kit/controls.tsx'
import { OptionForm } from '../kit/option-form.tsx'
import { useStudio } from '../shell/studio.tsx'
import { listRequirements, withListed } from './requirements.ts'

export function RequirementList({ job }: { job: Job }): ReactNode {
  const { records } = useStudio()
  const others = records.columns.requirements.filter(({ isK }) => !isK)
  if (others.length === 0) return null
  return (
    <fieldset className="stack">
      <legend>Beside k-anonymity</legend>
      {others.map((requirement) => (
        <RequirementEntry key={requirement.name} job={job} requirement={requirement} />
      ))}
    </fieldset>
  )
}

function RequirementEntry({ job, requirement }: { job: Job; requirement: RequirementFacts }): ReactNode {
  const { changeJob } = useStudio()
  const { name, title, summary, options } = requirement
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
        onChange={(chosen) => set(chosen ? {} : undefined)}
      >
        {title} <small>{summary}</small>
      </Check>
      {given === undefined ? null : (
        <OptionForm options={options} values={values as Record<string, unknown>} onChange={(next) => set(next)} />
      )}
    </div>
  )
}
