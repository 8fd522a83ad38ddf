/** Forms for the keys of a job that no other page sets, built from its schema: a new key has a control at once. */
import { type ReactNode, useState } from 'react'
import type { OptionRecord, OptionValues } from '../../../src/ground/options.ts'
import { coarseningText, pickCoarsening } from '../../../src/hierarchy/coarsen.ts'
import type { Job } from '../../../src/table/job-schema.ts'
import type { Records } from '../../server/api.ts'
import type { JobColumn } from '../hierarchies/settings.ts'
import { Button, Window } from '../kit/controls.tsx'
import { Fold } from '../kit/fold.tsx'
import { Notices } from '../kit/notice.tsx'
import { OptionForm } from '../kit/option-form.tsx'
import { Panel } from '../kit/panel.tsx'
import { useStudio } from '../shell/use-studio.ts'
import { changed } from './change.ts'
import { columnKeys, isAbout } from './column-keys.ts'
import { jobKind } from './kinds.ts'
import { useJobCheck } from './use-check.ts'

/** Keys with a control elsewhere, by section; `true` for all keys of one. Requirements are in the list of models. */
const ELSEWHERE: Readonly<Record<string, readonly string[] | true>> = {
  '': ['goal', 'algorithm'],
  data: [
    ...['source', 'table', 'query', 'path', 'format', 'header', 'delimiter', 'quote', 'skip', 'encoding', 'decimal'],
    ...['missing', 'missing-values'],
  ],
  privacy: ['k', 'requirements', 'km', 'constraints', 'suppression-limit'],
  utility: true,
  preference: true,
  columns: true,
}

const TITLES: Readonly<Record<string, string>> = {
  '': 'Purpose, population and seed',
  data: 'More about the data',
  persons: 'Persons with several rows',
  privacy: 'Rule book, suppressed rows and exposure limit',
  exposure: 'Exposure that a person accepts',
  history: 'Releases over time (ledger)',
  attack: 'Attackers before publishing',
  limits: 'Limits of the search',
  output: 'Files and their form',
}

/** Returns the sections with the keys that are set here alone. */
export function restOfKeys({ jobSections, columns, items }: Records): Records['jobSections'] {
  const models = [...columns.requirements, ...items.requirements].map(({ name }) => name)
  return jobSections.flatMap((section) => {
    const elsewhere = ELSEWHERE[section.key] ?? []
    if (elsewhere === true) return []
    const options = section.options.filter(({ name }) => !elsewhere.includes(name) && !models.includes(name))
    return options.length === 0 ? [] : [{ ...section, options }]
  })
}

export function RestOfJob({ job }: { job: Job }): ReactNode {
  const { records } = useStudio()
  return (
    <Panel title="The rest of the job">
      {restOfKeys(records).map((section) => (
        <Section key={section.key} job={job} section={section} />
      ))}
    </Panel>
  )
}

function Section({ job, section }: { job: Job; section: Records['jobSections'][number] }): ReactNode {
  const { changeJob } = useStudio()
  const { faults } = useJobCheck()
  const { key, options, meaning } = section
  const given = (key === '' ? job : job[key as keyof Job]) as OptionValues | undefined
  const names = options.map(({ name }) => name)
  const values = Object.fromEntries(Object.entries(given ?? {}).filter(([name]) => names.includes(name)))
  const said = Object.entries(values).map(([name, value]) => `${name} ${typeof value === 'object' ? '…' : value}`)
  const set = (next: OptionValues) =>
    changeJob((current) => {
      const cleared = Object.fromEntries(names.map((name) => [name, next[name]]))
      if (key === '') return changed(current, cleared)
      const part = changed((current[key as keyof Job] ?? {}) as OptionValues, cleared)
      return changed(current, { [key]: Object.keys(part).length === 0 ? undefined : part })
    })
  const errors =
    key === '' ? names.flatMap((name) => faults(name)) : faults(key).filter(({ field = '' }) => isHere(field))
  function isHere(field: string): boolean {
    return names.some((name) => field === `${key}.${name}`) || (field === key && ELSEWHERE[key] === undefined)
  }
  return (
    <>
      <Fold
        title={
          <>
            {TITLES[key] ?? key} <small>{said.length === 0 ? 'not set' : said.join(', ')}</small>
          </>
        }
      >
        {meaning === undefined ? null : <p className="help">{meaning}</p>}
        <OptionForm
          options={options.map(withoutColon)}
          values={values}
          columns={Object.keys(job.columns)}
          onChange={set}
        />
        <Rules keys={Object.keys(values).map((name) => (key === '' ? name : `${key}.${name}`))} />
      </Fold>
      <Notices kind="error" of={errors.map(({ message }) => message)} />
    </>
  )
}

/** Shows the rules about the keys that are set, before a check refuses them. */
function Rules({ keys }: { keys: readonly string[] }): ReactNode {
  const { records, document } = useStudio()
  if (document === undefined) return null
  const rules = records[jobKind(document.job).about].rules.filter((rule) => isAbout(rule, keys))
  return rules.map((rule) => (
    <p key={rule} className="help">
      {rule.replaceAll('`', '')}
    </p>
  ))
}

/** Here a colon in a meaning names the kind of data, not a choice. */
function withoutColon(option: OptionRecord): OptionRecord {
  return {
    ...option,
    meaning: option.meaning.replace(/^(tables|items|of a [a-z ]+): /, 'of $1, ').replace('of of', 'of'),
  }
}

/** Keys of a column that its hierarchy and its role do not set: coarser values, pseudonyms, shifted dates. */
export function ColumnKeys({ name, column }: { name: string; column: JobColumn }): ReactNode {
  const { changeJob, records } = useStudio()
  const [isOpen, setOpen] = useState(false)
  const { role, ...settings } = column
  const all = records.jobSections.find(({ key }) => key === 'columns')?.options ?? []
  const options = all.filter((option) => columnKeys[role].includes(option.name))
  const coarsening = role === 'quasi-identifier' ? undefined : pickCoarsening(settings)
  const set = (next: OptionValues) =>
    changeJob((job) => ({
      ...job,
      columns: {
        ...job.columns,
        [name]: changed<JobColumn>(
          job.columns[name],
          Object.fromEntries(options.map((option) => [option.name, next[option.name]])),
        ),
      },
    }))
  if (options.length === 0) return null
  const shown = coarsening === undefined ? 'More …' : coarseningText(coarsening)
  return (
    <>
      <Button quiet aria-label={`${shown}: more settings of ${name}`} onPress={() => setOpen(true)}>
        {shown}
      </Button>
      {isOpen ? (
        <Window title={`More settings of ${name}`} onClose={() => setOpen(false)}>
          <OptionForm options={options} values={settings} onChange={set} />
          <Rules keys={Object.keys(settings)} />
          <Button primary onPress={() => setOpen(false)}>
            Done
          </Button>
        </Window>
      ) : null}
    </>
  )
}
