/** The hierarchy of one column: its kind, its editor, and the doctor's findings. */
import { type ReactNode, useMemo } from 'react'
import { formatCount } from '../../../src/ground/format.ts'
import { DATE_LEVELS } from '../../../src/hierarchy/date.ts'
import type { Finding } from '../../../src/hierarchy/doctor.ts'
import { PLACE_LEVELS } from '../../../src/hierarchy/place-grid.ts'
import type { ItemsRequest, OpenAnswer } from '../../server/data/api.ts'
import type { Examined, HierarchyKind, HierarchyProposal } from '../../server/hierarchies/api.ts'
import { withDecimal } from '../data/roles.ts'
import { useProfile } from '../data/use-profile.ts'
import { Button, Choice, NumberInput } from '../kit/controls.tsx'
import { Notice } from '../kit/notice.tsx'
import { Panel } from '../kit/panel.tsx'
import { UndoButtons } from '../kit/steps.tsx'
import { post } from '../shell/request.ts'
import { type JobDocument, type OpenedData, useStudio, useTelling } from '../shell/use-studio.ts'
import { Findings, Ladder, type Repair } from './findings.tsx'
import { ImportTree } from './import-tree.tsx'
import { IntervalEditor } from './interval-editor.tsx'
import { OrderEditor } from './order-editor.tsx'
import { treeRepairs, uncoveredValues } from './repairs.ts'
import { LevelsForm, NamedLevels } from './rule-forms.tsx'
import { hierarchyKind, type JobColumn, kindWords, noHierarchy, withSettings } from './settings.ts'
import { TreeEditor } from './tree-editor.tsx'
import { editTree, type HeldTree, holdTree, treeFile, unsavedTrees } from './tree-store.ts'
import { UncoveredValues } from './uncovered.tsx'
import { useColumnTree, useExamined, useValues } from './use-column.ts'

const ROWS = { single: ['row', 'rows'], below: ['row', 'rows'] } as const
const BASKETS = { single: ['basket', 'baskets'], below: ['entry', 'entries'] } as const

interface Given {
  readonly data: OpenedData
  readonly document: JobDocument
  readonly column: string
  readonly settings: JobColumn
  readonly items: ItemsRequest | undefined
}

type Change = (changes: Parameters<typeof withSettings>[2]) => void

export function ColumnEditor(given: Given): ReactNode {
  const { data, document, column, settings, items } = given
  const { changeJob, undoing } = useStudio()
  const { values, counts, error: valuesError } = useValues(data, column, items)
  const { file, tree, error: treeError } = useColumnTree(document, settings)
  const { examined, error } = useExamined(data, document, column, { settings, tree: tree?.now, items })
  const propose = useProposals(given)
  const set: Change = (changes) => changeJob((job) => withSettings(job, column, changes))
  const uncovered = useMemo(() => (tree === undefined ? [] : uncoveredValues(tree.now, counts)), [tree, counts])
  const repairs = useRepairs(given, { file, tree, counts, set })
  const hasTree = file !== undefined && tree !== undefined
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
                  value={hierarchyKind(settings)}
                  items={(Object.keys(kindWords) as HierarchyKind[]).map((id) => ({ id, ...kindWords[id] }))}
                  onChange={(next) => void propose(next)}
                />
              </div>
            ) : null}
            {hasTree ? <ImportTree file={file} column={column} /> : <UndoButtons {...undoing} />}
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
          {hasTree ? (
            <>
              <TreeEditor
                key={file}
                label={`Tree of ${column}`}
                file={file}
                held={tree}
                counts={values === undefined ? undefined : counts}
                things={items === undefined ? ROWS : BASKETS}
              />
              <p className="help">
                {unsavedTrees(document).includes(file)
                  ? `Not saved yet: goes to ${file} with the job, or when you leave this step.`
                  : `Saved in ${file}.`}
              </p>
            </>
          ) : items === undefined ? (
            <RuleEditor data={data} column={column} settings={settings} {...{ counts, examined, set }} />
          ) : null}
          <Ladder examined={examined} />
        </div>
      </Panel>
      <div className="stack wide-gap">
        {hasTree ? <UncoveredValues file={file} root={tree.now} values={uncovered} /> : null}
        {items !== undefined && settings.taxonomy === undefined ? null : (
          <Panel title="The doctor">
            <div className="stack">
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
          </Panel>
        )}
      </div>
    </>
  )
}

/** The editor of a hierarchy that is a rule in the job: intervals, an order, dates, prefixes or places. */
function RuleEditor(
  props: Pick<Given, 'data' | 'column' | 'settings'> & {
    counts: ReadonlyMap<string, number>
    examined: Examined | undefined
    set: Change
  },
): ReactNode {
  const { data, column, settings, counts, examined, set } = props
  const histogram = useProfile(data)?.columns.find(({ name }) => name === column)?.histogram
  const setLevels = (levels: JobColumn['levels']) => set({ levels })
  switch (hierarchyKind(settings)) {
    case 'numeric':
      return (
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
            onChange={setLevels}
          />
        </>
      )
    case 'order':
      return (
        <OrderEditor
          column={column}
          order={(settings.order ?? []).map(String)}
          counts={counts}
          onChange={(order) => set({ order })}
        />
      )
    case 'date':
      return (
        <NamedLevels
          legend="Dates become coarser by"
          names={DATE_LEVELS}
          levels={settings.levels}
          onChange={setLevels}
        />
      )
    case 'place':
      return <NamedLevels legend="Edges of cells" names={PLACE_LEVELS} levels={settings.levels} onChange={setLevels} />
    case 'prefix':
      return (
        <LevelsForm
          label="Characters kept"
          help="by each level, for example 4, 3, 2; every number when empty"
          levels={settings.levels}
          onChange={setLevels}
        />
      )
    default:
      return null
  }
}

/** Repairs of a finding: of the tree, of the order, or by treating values as missing. */
function useRepairs(
  { document, settings, items }: Given,
  known: { file: string | undefined; tree: HeldTree | undefined; counts: ReadonlyMap<string, number>; set: Change },
): (finding: Finding) => Repair[] {
  const { file, tree, counts, set } = known
  const missing = useMissing(document)
  const order = settings.order?.map(String)
  const ofTree = (finding: Finding): Repair[] => {
    if (file === undefined || tree === undefined) return []
    const fixes = treeRepairs(finding, tree.now, counts)
    return fixes.map(({ title, apply }) => ({ title, act: () => editTree(file, apply) }))
  }
  const ofOrder = ({ kind }: Finding): Repair[] => {
    if (order === undefined) return []
    const absent = [...counts.keys()].filter((value) => !order.includes(value))
    const used = order.filter((name) => counts.has(name))
    if (kind === 'uncovered') return [{ title: 'Add at the end', act: () => set({ order: [...order, ...absent] }) }]
    return kind === 'unused' ? [{ title: 'Remove values that no row has', act: () => set({ order: used }) }] : []
  }
  return (finding) => {
    const values = finding.more === undefined ? (finding.values ?? []).map(({ value }) => value) : []
    const isMissing =
      items === undefined && values.length > 0 && ['uncovered', 'not-a-number', 'not-a-date'].includes(finding.kind)
    const asMissing = isMissing ? [{ title: 'Treat as missing', act: () => missing(values) }] : []
    return [...ofTree(finding), ...ofOrder(finding), ...asMissing]
  }
}

function BalancedTree(props: { settings: JobColumn; set: Change; onTree: () => void }): ReactNode {
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
function useProposals({ data, document, column, items }: Given): (kind: HierarchyKind) => Promise<boolean> {
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
