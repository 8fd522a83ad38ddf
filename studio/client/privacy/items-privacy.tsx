/** Requirements on baskets: the item sets somebody may know, each with the form of its record. */
import type { ReactNode } from 'react'
import { formatShare } from '../../../src/ground/format.ts'
import type { RequirementFacts } from '../../server/api.ts'
import { changePrivacy } from '../job/change.ts'
import { useJobCheck } from '../job/use-check.ts'
import { NumberInput, NumberKey, RadioList } from '../kit/controls.tsx'
import { Notices } from '../kit/notice.tsx'
import { OptionForm } from '../kit/option-form.tsx'
import { Panel } from '../kit/panel.tsx'
import { type JobDocument, useStudio } from '../shell/use-studio.ts'
import { ListFile, USUAL_FILES } from './list-file.tsx'
import { PERCENT } from './table-workload.tsx'

type Given = Readonly<Record<string, unknown>>

export function ItemsPrivacyPanel({ document }: { document: JobDocument }): ReactNode {
  const { changeJob, records } = useStudio()
  const { answer, fault, faults } = useJobCheck()
  const { privacy } = document.job
  const promise = answer?.promises[0]
  const asked = records.items.requirements.flatMap((requirement) =>
    requirement.job === undefined ? [] : [{ ...requirement, job: requirement.job }],
  )
  const chosen = asked.find(({ job }) => privacy[job.key] !== undefined) ?? asked[0]
  const { key } = chosen.job
  const given = readGiven(privacy[key])
  const k = (given['k'] as number | undefined) ?? privacy.k ?? 5
  const choose = (next: string): void =>
    changeJob((current) => {
      const none = Object.fromEntries(asked.map(({ job }) => [job.key, undefined]))
      const listed = asked.find(({ job }) => job.key === next)?.job.file !== undefined
      const value = listed ? { k, [next]: { generate: 'all' } } : { k: undefined, [next]: { k } }
      return changePrivacy(current, { ...none, ...value })
    })
  return (
    <Panel title="Privacy">
      <div className="stack wide-gap">
        <RadioList
          label="Somebody may know"
          value={key}
          items={asked.map(({ job, title }) => ({ id: job.key, title: job.knows, note: title }))}
          onChange={choose}
        />
        {chosen.job.file === undefined ? (
          <OptionForm
            options={chosen.options}
            values={given}
            onChange={(values) => changeJob((current) => changePrivacy(current, { [key]: values }))}
          />
        ) : (
          <ListFields document={document} chosen={chosen} />
        )}
        {promise === undefined ? null : (
          <p>
            {promise.replace(/^w/, 'W')}: the chance to point at the right one is at most{' '}
            {formatShare(1 / (given['strict'] === true ? k + 1 : k))}.
          </p>
        )}
        <Notices kind="error" of={faults(`privacy.${key}`).map(({ message }) => message)} />
        <NumberKey
          label="Suppression limit"
          of={privacy}
          name="suppression-limit"
          usual={0}
          format={PERCENT}
          help="the largest share of distinct items that may be left out everywhere"
          error={fault('privacy.suppression-limit')}
          set={(changes) => changeJob((current) => changePrivacy(current, changes))}
        />
      </div>
    </Panel>
  )
}

/** Options of a requirement; a string is the name of its file. */
function readGiven(value: unknown): Given {
  return typeof value === 'string' ? { file: value } : ((value as Given | undefined) ?? {})
}

/** Options by where the sets come from. */
const SHOWN: Record<string, string[]> = {
  file: ['close-under-subsets'],
  all: ['size'],
  frequent: ['size', 'frequency'],
}

/** A requirement on item sets listed in a file or generated from the baskets. */
function ListFields({ document, chosen }: { document: JobDocument; chosen: RequirementFacts }): ReactNode {
  const { changeJob } = useStudio()
  const { fault } = useJobCheck()
  const { privacy } = document.job
  const key = chosen.job!.key
  const { file, generate, ...settings } = readGiven(privacy[key]) as Given & { file?: string; generate?: string }
  const set = (value: string | Given): void => changeJob((current) => changePrivacy(current, { [key]: value }))
  const use = (name: string): void =>
    set(Object.keys(settings).length === 0 ? name : { file: name, ...listed(settings) })
  const options = chosen.options.filter(({ name }) => SHOWN[generate ?? 'file']?.includes(name))
  return (
    <>
      <NumberInput
        label="k"
        value={privacy.k}
        help="the fewest baskets that may fit a set, unless none does"
        error={fault('privacy.k')}
        onChange={(k) => changeJob((current) => changePrivacy(current, { k }))}
      />
      <RadioList
        label="The sets are"
        value={generate ?? 'file'}
        items={[
          { id: 'file', title: 'listed in a file' },
          { id: 'all', title: 'all that occur', note: 'every itemset up to a size' },
          { id: 'frequent', title: 'the frequent ones', note: 'held by at least a share of the baskets' },
          { id: 'rows', title: 'the baskets themselves', note: 'all items of a person at once' },
        ]}
        onChange={(next) => set(next === 'file' ? USUAL_FILES.constraints : { generate: next })}
      />
      {file === undefined ? null : <ListFile key={file} kind="constraints" file={file} onChange={use} />}
      {options.length === 0 || (generate === undefined && file === undefined) ? null : (
        <OptionForm
          options={options}
          values={settings}
          onChange={(values) =>
            set(
              generate !== undefined
                ? { generate, ...values }
                : Object.keys(listed(values)).length === 0
                  ? (file as string)
                  : { file: file as string, ...listed(values) },
            )
          }
        />
      )}
    </>
  )
}

/** Settings of a list from a file, without defaults. */
function listed(settings: Readonly<Record<string, unknown>>): Given {
  return settings['close-under-subsets'] === false ? { 'close-under-subsets': false } : {}
}
