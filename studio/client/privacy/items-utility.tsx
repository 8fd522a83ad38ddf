/** Utility of a release of baskets: the items that may be generalized together, and the queries that judge it. */
import type { ReactNode } from 'react'
import type { Job } from '../../../src/table/job-schema.ts'
import { type Changes, changed, changeUtility } from '../job/change.ts'
import { useJobCheck } from '../job/use-check.ts'
import { Choice, NumberInput, NumberKey, RadioList } from '../kit/controls.tsx'
import { Notices } from '../kit/notice.tsx'
import { Panel } from '../kit/panel.tsx'
import { type JobDocument, useStudio } from '../shell/use-studio.ts'
import { ListFile, USUAL_FILES } from './list-file.tsx'
import { PERCENT, QUERY_SEED } from './table-workload.tsx'

type Utility = NonNullable<Job['utility']>
type Drawn = Exclude<Utility['workload'], string | undefined>

export function ItemsUtilityPanel({ document }: { document: JobDocument }): ReactNode {
  const { faults } = useJobCheck()
  return (
    <Panel title="Utility">
      <div className="stack wide-gap">
        <Notices kind="error" of={faults('utility').map(({ message }) => message)} />
        <GroupFields document={document} />
        <WorkloadFields document={document} />
      </div>
    </Panel>
  )
}

function GroupFields({ document }: { document: JobDocument }): ReactNode {
  const { changeJob } = useStudio()
  const constraints = document.job.utility?.constraints
  const file = typeof constraints === 'string' ? constraints : undefined
  const set = (next: Utility['constraints'] | undefined): void =>
    changeJob((current) => changeUtility(current, { constraints: next }))
  return (
    <>
      <RadioList
        label="Items that may be generalized together"
        value={constraints === undefined ? 'any' : file === undefined ? 'depth' : 'file'}
        items={[
          { id: 'any', title: 'any' },
          { id: 'depth', title: 'those below one node of the item tree' },
          { id: 'file', title: 'groups that are listed in a file' },
        ]}
        onChange={(next) => set(next === 'file' ? USUAL_FILES.groups : next === 'any' ? undefined : { depth: 1 })}
      />
      {typeof constraints === 'object' ? (
        <NumberInput
          label="Depth"
          value={constraints.depth}
          step={1}
          help="1: the children of the root; a larger depth keeps more apart"
          onChange={(depth) => set({ depth: depth ?? 1 })}
        />
      ) : null}
      {file === undefined ? null : <ListFile key={file} kind="groups" file={file} onChange={set} />}
    </>
  )
}

function WorkloadFields({ document }: { document: JobDocument }): ReactNode {
  const { changeJob } = useStudio()
  const { utility } = document.job
  const workload = utility?.workload
  const file = typeof workload === 'string' ? workload : undefined
  const drawn: Drawn = typeof workload === 'object' ? workload : {}
  const set = (next: Utility['workload'] | undefined): void =>
    changeJob((current) => changeUtility(current, { workload: next }))
  const change = (changes: Changes<Drawn>): void => {
    const next = changed(drawn, changes)
    set(Object.keys(next).length === 0 ? undefined : next)
  }
  return (
    <>
      <RadioList
        label="Queries of ARE"
        value={file === undefined ? 'drawn' : 'file'}
        items={[
          { id: 'drawn', title: 'drawn from the data', note: 'how many people have all of some items?' },
          { id: 'file', title: 'listed in a file' },
        ]}
        onChange={(next) => set(next === 'file' ? USUAL_FILES.workload : undefined)}
      />
      {file === undefined ? (
        <div className="pair">
          <NumberKey label="Items per query" of={drawn} name="size" usual={2} step={1} set={change} />
          <NumberInput
            label="How many queries"
            value={drawn.count === 'all' ? undefined : (drawn.count ?? 1000)}
            step={1}
            help="empty: all that occur"
            onChange={(count) => change({ count: count === 1000 ? undefined : (count ?? 'all') })}
          />
          <NumberKey label="Least frequency" of={drawn} name="frequency" usual={0} format={PERCENT} set={change} />
          <Choice
            label="Drawn over"
            value={drawn.draw ?? 'itemsets'}
            items={[
              { id: 'itemsets', title: 'itemsets', note: 'each set that occurs has the same chance' },
              { id: 'baskets', title: 'baskets', note: 'as people hold them' },
            ]}
            onChange={(draw) => change({ draw: draw === 'itemsets' ? undefined : draw })}
          />
          <NumberKey {...QUERY_SEED} of={drawn} set={change} />
        </div>
      ) : (
        <ListFile key={file} kind="workload" file={file} onChange={set} />
      )}
      <Choice
        label="A generalized item counts as"
        value={utility?.estimator ?? 'uniform-nonempty'}
        items={[
          { id: 'uniform-nonempty', title: 'any non-empty choice of its items, all alike' },
          { id: 'half', title: 'each of its items with a chance of one half' },
          { id: 'all', title: 'all of its items' },
        ]}
        onChange={(estimator) => changeJob((current) => changeUtility(current, { estimator }))}
      />
    </>
  )
}
