/** Chooses the algorithm and its options, from the records that the CLI help uses too. */
import type { ReactNode } from 'react'
import type { OptionRecord } from '../../../src/ground/options.ts'
import type { SearchFacts } from '../../server/api.ts'
import { readAlgorithm } from '../job/change.ts'
import { jobKind } from '../job/kinds.ts'
import { useJobCheck } from '../job/use-check.ts'
import { Choice, type ChoiceItem, RadioList } from '../kit/controls.tsx'
import { Fold } from '../kit/fold.tsx'
import { Notices } from '../kit/notice.tsx'
import { OptionForm } from '../kit/option-form.tsx'
import { Panel } from '../kit/panel.tsx'
import { type JobDocument, useStudio } from '../shell/use-studio.ts'

export function AlgorithmPanel({ document }: { document: JobDocument }): ReactNode {
  const { records, changeJob } = useStudio()
  const { faults } = useJobCheck()
  const { job } = document
  const { about, plainMethods } = jobKind(job)
  const { searches, usualSearch } = records[about]
  const { name = usualSearch, options } = readAlgorithm(job)
  const search = searches.find((candidate) => candidate.name === name)
  const set = (next: string, values: Values) => {
    // The shortest form, so that the file stays readable.
    const algorithm = Object.keys(values).length === 0 ? next : { name: next, ...values }
    changeJob((current) => ({ ...current, algorithm }))
  }
  const list = (
    <Choice
      label="Algorithm"
      value={name}
      items={searches.map((item) => ({ id: item.name, title: searchTitle(item), note: item.summary }))}
      onChange={(next) => set(next, {})}
      help={search === undefined ? undefined : `${search.summary} ${search.source}.`}
    />
  )
  return (
    <Panel title="Algorithm">
      <div className="stack">
        {plainMethods ? (
          <RadioList
            label="Method"
            value={PLAIN.some(({ id }) => id === name) ? name : undefined}
            items={PLAIN}
            onChange={(next) => set(next, {})}
          />
        ) : null}
        {plainMethods ? (
          <Fold title={`All methods · ${search === undefined ? name : searchTitle(search)}`}>{list}</Fold>
        ) : (
          list
        )}
        <Notices kind="error" of={faults('algorithm').map(({ message }) => message)} />
        {search === undefined || search.options.length === 0 ? null : (
          <Fold
            title={
              <>
                Options <small>{optionsInWords(search, options)}</small>
              </>
            }
          >
            <div className="algorithm-options">
              <OptionForm
                options={formOptions(search, options)}
                values={options}
                onChange={(values) => set(name, withoutDefaults(search, values))}
              />
            </div>
          </Fold>
        )}
      </div>
    </Panel>
  )
}

export const PLAIN: readonly ChoiceItem<string>[] = [
  {
    id: 'boxes',
    title: 'Keep the most detail',
    note: 'every group of people has ranges of its own, so that labels of one column overlap: [20,29] beside [25,31]',
  },
  {
    id: 'genetic',
    title: 'One label for each value',
    note: 'values are grouped as finely as it goes, and the same value has the same label in all rows',
  },
  {
    id: 'lattice',
    title: 'The plainest labels',
    note:
      'one level of its hierarchy for each column, such as ages by ten years; quick, and the best such ' +
      'choice, proven',
  },
]

export function searchTitle({ name, title }: SearchFacts): string {
  return title.toLowerCase() === name ? title : `${title} (${name})`
}

type Values = Readonly<Record<string, unknown>>

/** Drops default values, unless a preset would replace them. */
function withoutDefaults(search: SearchFacts, values: Values): Values {
  const plain = usesPreset(search, values) ? [] : search.options
  const defaults = new Map(plain.map((option) => [option.name, option.default]))
  return Object.fromEntries(Object.entries(values).filter(([name, value]) => defaults.get(name) !== value))
}

/** With a preset, an option that is not set has the preset's value: hide its default. */
function formOptions(search: SearchFacts, values: Values): readonly OptionRecord[] {
  if (!usesPreset(search, values)) return search.options
  return search.options.map((option) => {
    const { default: usual, ...open } = option
    return option.name === 'preset' ? option : open
  })
}

function usesPreset({ options }: SearchFacts, { preset }: Values): boolean {
  return preset !== undefined && options.some(({ name, default: usual }) => name === 'preset' && usual !== preset)
}

function optionsInWords({ options }: SearchFacts, values: Values): string {
  const set = Object.entries(values).map(([name, value]) => `${name}: ${JSON.stringify(value)}`)
  return set.length === 0 ? `${options.length}, all as usual` : set.join(', ')
}
