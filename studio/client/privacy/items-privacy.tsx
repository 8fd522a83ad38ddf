/** What must hold of baskets: k^m-anonymity, or k for itemsets of a policy. */
import { type ReactNode, useState } from 'react'
import { formatShare } from '../../../src/report/format.ts'
import type { Job } from '../../../src/workbench.ts'
import { changed, changePrivacy } from '../job/change.ts'
import { useJobCheck } from '../job/use-check.ts'
import { Button, Check, NumberInput, RadioList } from '../kit/controls.tsx'
import { Notice } from '../kit/notice.tsx'
import { OptionForm } from '../kit/option-form.tsx'
import { Panel } from '../kit/panel.tsx'
import { type JobDocument, useStudio } from '../shell/studio.tsx'
import { ItemsetEditor } from './itemset-editor.tsx'

type Privacy = Job['privacy']
type Constraints = Exclude<Privacy['constraints'], string | undefined>

export function ItemsPrivacyPanel({ document }: { document: JobDocument }): ReactNode {
  const { changeJob } = useStudio()
  const { answer, fault, faults } = useJobCheck()
  const { privacy } = document.job
  const promise = answer?.promises[0]
  const kind = privacy.constraints === undefined ? 'km' : 'constraints'
  const k = (kind === 'km' ? privacy.km?.k : privacy.k) ?? 5
  const choose = (next: 'km' | 'constraints'): void =>
    changeJob((own) =>
      changePrivacy(
        own,
        next === 'km'
          ? { km: { k }, k: undefined, constraints: undefined }
          : { km: undefined, k, constraints: { generate: 'all' } },
      ),
    )
  return (
    <Panel title="Privacy">
      <div className="stack wide-gap">
        <RadioList
          label="Somebody may know"
          value={kind}
          items={[
            { id: 'km', title: 'up to m items of a person, whichever they are', note: 'k^m-anonymity' },
            { id: 'constraints', title: 'certain sets of items', note: 'privacy constraints, from a policy' },
          ]}
          onChange={choose}
        />
        {kind === 'km' ? <KmFields privacy={privacy} /> : <ConstraintFields document={document} />}
        {promise === undefined ? null : (
          <p>
            {promise.replace(/^w/, 'W')}: the chance to point at the right one is at most{' '}
            {formatShare(1 / (privacy.km?.strict === true ? k + 1 : k))}.
          </p>
        )}
        {faults('privacy.km')
          .concat(faults('privacy.constraints'))
          .filter(({ field }) => field !== 'privacy.km.k' && field !== 'privacy.km.m')
          .map(({ message }) => (
            <Notice key={message} kind="error">
              {message}
            </Notice>
          ))}
        <NumberInput
          label="Suppression limit"
          value={privacy['suppression-limit'] ?? 0}
          format={{ style: 'percent', maximumFractionDigits: 2 }}
          help="the largest share of distinct items that may be left out everywhere"
          error={fault('privacy.suppression-limit')}
          onChange={(next) =>
            changeJob((own) => changePrivacy(own, { 'suppression-limit': next === 0 ? undefined : next }))
          }
        />
      </div>
    </Panel>
  )
}

function KmFields({ privacy }: { privacy: Privacy }): ReactNode {
  const { changeJob } = useStudio()
  const { fault } = useJobCheck()
  const { k = Number.NaN, m = 2, strict = false } = privacy.km ?? {}
  const set = (changes: { readonly [K in keyof NonNullable<Privacy['km']>]?: number | boolean | undefined }): void =>
    changeJob((own) =>
      changePrivacy(own, { km: changed<object>(own.privacy.km ?? {}, changes) as NonNullable<Privacy['km']> }),
    )
  return (
    <>
      <div className="pair">
        <NumberInput
          label="k"
          value={Number.isNaN(k) ? undefined : k}
          error={fault('privacy.km.k')}
          onChange={(next) => set({ k: next })}
        />
        <NumberInput label="m" value={m} error={fault('privacy.km.m')} onChange={(next) => set({ m: next })} />
      </div>
      <Check isSelected={strict} onChange={(next) => set({ strict: next || undefined })}>
        more than k baskets instead of at least k
      </Check>
    </>
  )
}

function ConstraintFields({ document }: { document: JobDocument }): ReactNode {
  const { changeJob, records } = useStudio()
  const { fault } = useJobCheck()
  const [editing, setEditing] = useState(false)
  const { privacy } = document.job
  const given: Constraints =
    typeof privacy.constraints === 'string' ? { file: privacy.constraints } : (privacy.constraints ?? {})
  const { file, generate: how, ...settings } = given
  const generate = how as string | undefined
  const set = (constraints: NonNullable<Privacy['constraints']>): void =>
    changeJob((own) => changePrivacy(own, { constraints }))
  const use = (name: string): void =>
    set(Object.keys(settings).length === 0 ? name : { file: name, ...listed(settings) })
  const options =
    records.requirements
      .find(({ name }) => name === 'privacy-constraints')
      ?.options.filter(({ name }) =>
        (generate === undefined
          ? ['close-under-subsets']
          : generate === 'frequent'
            ? ['size', 'frequency']
            : generate === 'all'
              ? ['size']
              : []
        ).includes(name),
      ) ?? []
  return (
    <>
      <NumberInput
        label="k"
        value={privacy.k}
        help="the fewest baskets that may fit a set, unless none does"
        error={fault('privacy.k')}
        onChange={(k) => changeJob((own) => changePrivacy(own, { k }))}
      />
      <RadioList
        label="The sets are"
        value={generate ?? 'file'}
        items={[
          { id: 'file', title: 'listed in a file', note: file ?? 'none yet' },
          { id: 'all', title: 'all that occur', note: 'every itemset up to a size' },
          { id: 'frequent', title: 'the frequent ones', note: 'held by at least a share of the baskets' },
          { id: 'rows', title: 'the baskets themselves', note: 'all items of a person at once' },
        ]}
        onChange={(next) => {
          if (next !== 'file') set({ generate: next })
          else if (file === undefined) setEditing(true)
        }}
      />
      {generate === undefined ? (
        <div className="row">
          <Button onPress={() => setEditing(true)}>Edit the constraints …</Button>
        </div>
      ) : null}
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
      {editing ? (
        <ItemsetEditor
          document={document}
          kind="constraints"
          file={file}
          onSaved={use}
          onClose={() => setEditing(false)}
        />
      ) : null}
    </>
  )
}

/** Settings of a list from a file: only one, and only where it is not as usual. */
function listed(settings: Readonly<Record<string, unknown>>): Partial<Constraints> {
  return settings['close-under-subsets'] === false ? { 'close-under-subsets': false } : {}
}
