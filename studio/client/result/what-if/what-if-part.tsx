/** What-if: move cuts by hand, see the effect at once, and keep a good one as the release. */
import { type ReactNode, useState } from 'react'
import { many } from '../../../../src/ground/format.ts'
import type { Report } from '../../../../src/report/report.ts'
import type { RunResult } from '../../../../src/run.ts'
import type { RunState } from '../../../server/run/api.ts'
import { Button, Choice } from '../../kit/controls.tsx'
import { Notice } from '../../kit/notice.tsx'
import { Panel } from '../../kit/panel.tsx'
import { UndoButtons, undoByKeys } from '../../kit/steps.tsx'
import { ClassesPart } from './classes-part.tsx'
import { CutEditor } from './cut-editor.tsx'
import { sameCut } from './cuts.ts'
import { KeepWindow } from './keep-window.tsx'
import { useWhatIf, type WhatIfState } from './use-what-if.ts'
import { WhatIfFigures } from './what-if-figures.tsx'

export interface Given {
  readonly state: RunState
  readonly report: Report
  readonly result: RunResult
}

export function WhatIfPart(given: Given): ReactNode {
  return given.report.boxes === undefined ? <CutsPart {...given} /> : <ClassesPart {...given} />
}

function CutsPart(given: Given): ReactNode {
  const whatIf = useWhatIf(given.state.id)
  if (!('facts' in whatIf)) {
    return (
      <Panel title="What-if">
        {whatIf.error === undefined ? (
          <p className="skeleton">Counting the data …</p>
        ) : (
          <Notice kind="note">{whatIf.error}</Notice>
        )}
      </Panel>
    )
  }
  return <WhatIfEditor {...given} whatIf={whatIf} />
}

function WhatIfEditor({ state, report, result, whatIf }: Given & { whatIf: WhatIfState }): ReactNode {
  const { facts, cuts, answer, isFresh, error, change, reset } = whatIf
  const [chosen, setChosen] = useState(0)
  const [isKeeping, setKeeping] = useState(false)
  const column = facts.columns[chosen]
  const level = column.levels.findIndex((candidate) => sameCut(candidate.cut, cuts[chosen]))
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: shortcuts; each has a button
    <div className="what-if" onKeyDown={(event) => void undoByKeys(event, whatIf)}>
      <Panel
        title="Figures"
        actions={
          <>
            <UndoButtons {...whatIf} />
            <Button isDisabled={!whatIf.isMoved} onPress={reset}>
              Reset
            </Button>
          </>
        }
      >
        {facts.dataChanged ? (
          <Notice kind="warning">
            The data or its trees are not what they were when this run counted them: figures of the release and of the
            cuts cannot be compared. Run again.
          </Notice>
        ) : null}
        {error === undefined ? null : <Notice kind="error">{error}</Notice>}
        <WhatIfFigures {...{ facts, answer, isFresh, report, result }}>
          <Button
            primary
            isDisabled={!whatIf.isMoved || !isFresh || !answer.acceptable}
            onPress={() => setKeeping(true)}
          >
            Keep as release …
          </Button>
        </WhatIfFigures>
      </Panel>
      <Panel title="Cuts">
        <div className="row end cut-head">
          <Choice
            label="Column"
            value={String(chosen)}
            items={facts.columns.map(({ name }, i) => ({
              id: String(i),
              title: name,
              note: `${many(cuts[i].length + 1, 'group')}${sameCut(cuts[i], facts.cuts[i]) ? '' : ' · moved'}`,
            }))}
            onChange={(id) => setChosen(Number(id))}
          />
          <Choice
            label="Set to a level"
            value={level < 0 ? undefined : String(level)}
            items={column.levels.map((item, i) => ({
              id: String(i),
              title: `${item.name} · ${many(item.cut.length + 1, 'group')}`,
            }))}
            onChange={(id) => change(chosen, column.levels[Number(id)].cut)}
          />
        </div>
        <CutEditor
          key={column.name}
          column={column}
          cut={cuts[chosen]}
          groups={answer.groups[chosen]}
          onChange={(cut) => change(chosen, cut)}
        />
      </Panel>
      {isKeeping ? <KeepWindow state={state} facts={facts} cuts={cuts} onClose={() => setKeeping(false)} /> : null}
    </div>
  )
}
