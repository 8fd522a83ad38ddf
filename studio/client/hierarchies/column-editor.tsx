/** The hierarchy of one column: its kind, its editor, and the doctor's findings. */
import { type ReactNode, useMemo } from 'react'
import { formatCount } from '../../../src/ground/format.ts'
import type { Finding } from '../../../src/hierarchy/doctor.ts'
import type { ItemsRequest, OpenAnswer } from '../../server/data/api.ts'
import type { HierarchyKind, HierarchyProposal } from '../../server/hierarchies/api.ts'
import { withDecimal } from '../data/roles.ts'
import { useProfile } from '../data/use-profile.ts'
import { Button, Choice, NumberInput } from '../kit/controls.tsx'
import { Notice } from '../kit/notice.tsx'
import { Panel } from '../kit/panel.tsx'
import { UndoButtons } from '../kit/steps.tsx'
import { post } from '../shell/request.ts'
import { type JobDocument, type OpenedData, useStudio, useTelling } from '../shell/studio.tsx'
import { Findings, Ladder, type Repair } from './findings.tsx'
import { GroupForMe, LevelsForMe } from './group-for-me.tsx'
import { IntervalEditor } from './interval-editor.tsx'
import { OrderEditor } from './order-editor.tsx'
import { treeRepairs, uncoveredValues } from './repairs.ts'
import { DateForm, LevelsForm } from './rule-forms.tsx'
import { hierarchyKind, type JobColumn, kindWords, noHierarchy, withSettings } from './settings.ts'
import { TreeEditor } from './tree-editor.tsx'
import { addNodes, newValue } from './tree-model.ts'
import { editTree, holdTree, savedInWords, saveTrees, treeFile, unsavedTrees } from './tree-store.ts'
import { TreeTransfer } from './tree-transfer.tsx'
import { UncoveredValues } from './uncovered.tsx'
import { requestedK, useColumnTree, useExamined, useValues } from './use-column.ts'

const ROWS = { single: ['row', 'rows'], below: ['row', 'rows'] } as const
const BASKETS = { single: ['basket', 'baskets'], below: ['entry', 'entries'] } as const

export function ColumnEditor(props: {
  data: OpenedData
  document: JobDocument
  column: string
  settings: JobColumn
  items: ItemsRequest | undefined
}): ReactNode {
  const { data, document, column, settings, items } = props
  const kind = hierarchyKind(settings)
  const { changeJob, undoing } = useStudio()
  const { values, counts, error: valuesError } = useValues(data, column, items)
  const { file, tree, error: treeError } = useColumnTree(document, settings)
  const { examined, error } = useExamined(data, document, column, { settings, tree: tree?.now, items })
  const histogram = useProfile(data)?.columns.find(({ name }) => name === column)?.histogram
  const propose = useProposals(data, document, column, items)
  const missing = useMissing(document)
  const set = (changes: Parameters<typeof withSettings>[2]) => changeJob((job) => withSettings(job, column, changes))
  const order = useMemo(() => settings.order?.map(String), [settings.order])
  const uncovered = useMemo(() => (tree === undefined ? [] : uncoveredValues(tree.now, counts)), [tree, counts])
  const repairs = (finding: Finding): Repair[] => {
    const found = finding.more === undefined ? (finding.values ?? []).map(({ value }) => value) : []
    const asMissing =
      items === undefined && found.length > 0 && ['uncovered', 'not-a-number', 'not-a-date'].includes(finding.kind)
        ? [{ title: 'Treat as missing', act: () => missing(found) }]
        : []
    if (file !== undefined && tree !== undefined) {
      const fixes = treeRepairs(finding, tree.now, counts)
      const cover =
        finding.kind === 'uncovered'
          ? [
              {
                title: `Add under ${tree.now.name}`,
                act: () => editTree(file, (root) => addNodes(root, root.id, uncovered.map(newValue))),
              },
            ]
          : []
      return [...cover, ...fixes.map(({ title, apply }) => ({ title, act: () => editTree(file, apply) })), ...asMissing]
    }
    if (order !== undefined && finding.kind === 'uncovered') {
      const absent = [...counts.keys()].filter((value) => !order.includes(value))
      return [{ title: 'Add at the end', act: () => set({ order: [...order, ...absent] }) }, ...asMissing]
    }
    if (order !== undefined && finding.kind === 'unused')
      return [
        { title: 'Remove values that no row has', act: () => set({ order: order.filter((name) => counts.has(name)) }) },
      ]
    return asMissing
  }
  return (
    <>
      <Panel
        title={column}
        actions={
          <>
            {items === undefined ? (
              <div className="hierarchy-kind">
                <Choice
                  label="Kind"
                  silent
                  value={kind}
                  items={(Object.keys(kindWords) as HierarchyKind[]).map((id) => ({ id, ...kindWords[id] }))}
                  onChange={(next) => void propose(next)}
                />
              </div>
            ) : null}
            {file !== undefined && tree !== undefined ? (
              <>
                {items === undefined ? <GroupForMe data={data} file={file} column={column} /> : null}
                <TreeTransfer file={file} root={tree.now} column={column} />
              </>
            ) : (
              <UndoButtons {...undoing} />
            )}
          </>
        }
      >
        <div className="stack">
          {items !== undefined && settings.taxonomy === undefined ? (
            <BalancedTree settings={settings} set={set} onTree={() => void propose('tree')} />
          ) : null}
          {valuesError === undefined ? null : <Notice kind="error">{valuesError}</Notice>}
          {treeError === undefined ? null : (
            <Notice
              kind="error"
              action={<Button onPress={() => void propose('tree')}>Start a tree from the data</Button>}
            >
              {treeError}
            </Notice>
          )}
          {kind === 'tree' && file !== undefined && tree !== undefined ? (
            <>
              <TreeEditor
                key={file}
                label={`Tree of ${column}`}
                file={file}
                held={tree}
                counts={values === undefined ? undefined : counts}
                things={items === undefined ? ROWS : BASKETS}
              />
              <SavedWhere file={file} document={document} />
            </>
          ) : null}
          {kind === 'numeric' && items === undefined ? (
            <>
              <IntervalEditor
                column={column}
                endpoints={settings.endpoints}
                histogram={histogram}
                examined={examined}
                onChange={(endpoints) => set({ endpoints })}
              />
              <LevelsForm
                label="Widths of levels"
                help="for algorithms that climb levels; each a multiple of the one before"
                levels={settings.levels}
                onChange={(levels) => set({ levels })}
              />
              <LevelsForMe histogram={histogram} onChange={(levels) => set({ levels })} />
            </>
          ) : null}
          {order === undefined ? null : (
            <OrderEditor column={column} order={order} counts={counts} onChange={(next) => set({ order: next })} />
          )}
          {kind === 'date' ? <DateForm levels={settings.levels} onChange={(levels) => set({ levels })} /> : null}
          {kind === 'prefix' ? (
            <LevelsForm
              label="Characters kept"
              help="by each level, for example 4, 3, 2; every number when empty"
              levels={settings.levels}
              onChange={(levels) => set({ levels })}
            />
          ) : null}
        </div>
      </Panel>
      <div className="stack wide-gap">
        {file === undefined || tree === undefined || uncovered.length === 0 ? null : (
          <Panel title="Uncovered values">
            <UncoveredValues file={file} root={tree.now} values={uncovered} counts={counts} />
          </Panel>
        )}
        {items !== undefined && settings.taxonomy === undefined ? null : (
          <Panel title="The doctor">
            <div className="stack">
              <div>
                {error === undefined ? (
                  <Findings examined={examined} repairs={repairs} />
                ) : (
                  <Notice kind="error">{error}</Notice>
                )}
                {values === undefined || values.values.length === values.distinct ? null : (
                  <p className="help">
                    Only the {formatCount(values.values.length)} most frequent values are shown in lists.
                  </p>
                )}
              </div>
              <Ladder examined={examined} k={requestedK(document.job)} />
            </div>
          </Panel>
        )}
      </div>
    </>
  )
}

function SavedWhere({ file, document }: { file: string; document: JobDocument }): ReactNode {
  const { tell } = useStudio()
  const telling = useTelling()
  const unsaved = unsavedTrees(document).includes(file)
  return (
    <div className="panel-head">
      <span className="help">
        {unsaved ? `Not saved yet: goes to ${file} when you save or leave this step.` : `Saved in ${file}.`}
      </span>
      <Button
        isDisabled={!unsaved}
        onPress={() =>
          void telling(async () => {
            const saved = await saveTrees(document)
            tell({ kind: 'good', text: savedInWords(saved) })
          })
        }
      >
        Save trees
      </Button>
    </div>
  )
}

function BalancedTree(props: {
  settings: JobColumn
  set: (changes: Parameters<typeof withSettings>[2]) => void
  onTree: () => void
}): ReactNode {
  const { settings, set, onTree } = props
  const { searches } = useStudio().records.items
  const named = (tree: boolean) =>
    searches.flatMap(({ name, needsTree }) => (needsTree === tree ? [name] : [])).join(' and ')
  return (
    <div className="balanced-tree">
      <NumberInput
        label="Children of a node"
        value={settings['fan-out'] ?? 4}
        minimum={2}
        step={1}
        help={`there is no tree yet: algorithm ${named(true)} makes a balanced one; ${named(false)} need none`}
        onChange={(value) => set({ 'fan-out': value === undefined || value === 4 ? undefined : value })}
      />
      <Button onPress={onTree}>Make a tree to edit</Button>
    </div>
  )
}

/** Replaces the hierarchy by another kind, proposed from the column's values. */
function useProposals(
  data: OpenedData,
  document: JobDocument,
  column: string,
  items: ItemsRequest | undefined,
): (kind: HierarchyKind) => Promise<boolean> {
  const { changeJob } = useStudio()
  const telling = useTelling()
  return (kind) =>
    telling(async () => {
      const { job, base } = document
      const { settings, tree, decimal } = await post<HierarchyProposal>('hierarchies/propose', {
        data: data.id,
        column,
        base,
        kind,
        taken: Object.entries(job.columns).flatMap(([name, { taxonomy }]) => (name === column ? [] : (taxonomy ?? []))),
        items,
      })
      if (tree !== undefined) holdTree(treeFile(base, tree.path), tree.tree, false)
      changeJob((job) => withSettings(withDecimal(job, decimal), column, { ...noHierarchy, ...settings }))
    })
}

/** Adds texts to the missing values and reopens the data. */
function useMissing(document: JobDocument): (values: readonly string[]) => void {
  const { setDocument, setData } = useStudio()
  const telling = useTelling()
  return (values) =>
    void telling(async () => {
      const { job, base } = document
      const known = job.data['missing-values'] ?? ['?', '']
      const missing = job.data.missing === undefined || job.data.missing === 'fail' ? 'drop' : job.data.missing
      const next = { ...job, data: { ...job.data, missing, 'missing-values': [...known, ...values] } }
      const opened = await post<OpenAnswer>('data/open', { job: next, base })
      setDocument({ ...document, job: next, saved: false })
      setData(opened)
    })
}
