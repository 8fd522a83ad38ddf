/** The step "Hierarchies": how each quasi-identifier is generalized. */
import type { ReactNode } from 'react'
import { ListBox, ListBoxItem } from 'react-aria-components'
import { withDerivedType } from '../../../src/sql/derived.ts'
import { itemLayout } from '../data/items.ts'
import { readAlgorithm } from '../job/change.ts'
import { Button } from '../kit/controls.tsx'
import { Notice } from '../kit/notice.tsx'
import { Panel } from '../kit/panel.tsx'
import { useKept } from '../shell/use-kept.ts'
import { ColumnEditor } from './column-editor.tsx'
import { hierarchyKind, kindWords } from './settings.ts'
import { unsavedTrees, useSavedTrees, useTrees } from './tree-store.ts'
import './hierarchies.css'
import { type JobDocument, useStudio } from '../shell/use-studio.ts'

export function HierarchiesPage(): ReactNode {
  const { document, data, go } = useStudio()
  const [column, setColumn] = useKept<string | undefined>('hierarchies.column', undefined)
  useSavedTrees()
  useTrees()
  const sendToData = (action: string, text: string) => (
    <Panel title="Hierarchies">
      <Notice kind="note" action={<Button onPress={() => go('data')}>{action}</Button>}>
        {text}
      </Notice>
    </Panel>
  )
  if (document === undefined || data === undefined)
    return sendToData(
      'Open data',
      'A hierarchy says how the values of a column become coarser. Open data first: values and their counts come ' +
        'from there.',
    )
  const items = itemLayout(document.job)
  const columns = Object.entries(document.job.columns).flatMap(([name, column]) =>
    ['quasi-identifier', 'items'].includes(column.role) && data.columns.some((one) => one.name === name)
      ? [[name, withDerivedType(column)] as const]
      : [],
  )
  if (columns.length === 0)
    return sendToData('Give columns their roles', 'No column is a quasi-identifier, so none has to become coarser.')
  const [name, settings] = columns.find(([id]) => id === column) ?? columns[0]
  const unsaved = unsavedTrees(document).length
  return (
    <div className="hierarchies">
      <Panel title={items === undefined ? 'Quasi-identifiers' : 'Columns of items'}>
        <ListBox
          aria-label="Columns"
          className="column-list"
          selectionMode="single"
          selectionBehavior="replace"
          disallowEmptySelection
          selectedKeys={[name]}
          onSelectionChange={(keys) => {
            const [key] = keys === 'all' ? [] : [...keys]
            if (key !== undefined) setColumn(String(key))
          }}
        >
          {columns.map(([id, column]) => (
            <ListBoxItem key={id} id={id} textValue={id} className="list-item">
              <span className="column-name" title={id}>
                {id}
              </span>
              <small>
                {column.role === 'items' && column.taxonomy === undefined
                  ? 'balanced tree'
                  : kindWords[hierarchyKind(column)].title.toLowerCase()}
              </small>
            </ListBoxItem>
          ))}
        </ListBox>
        <p className="help">
          {unsaved === 0
            ? 'All trees are saved.'
            : `${unsaved === 1 ? '1 tree is' : `${unsaved} trees are`} not saved yet; leaving this step saves them.`}
        </p>
      </Panel>
      <div className="hierarchy-main">
        {settings.role === 'items' ? <UnusedTree document={document} /> : null}
        <ColumnEditor
          key={name}
          data={data}
          document={document}
          column={name}
          settings={settings}
          items={settings.role === 'items' ? (items ?? {}) : undefined}
        />
      </div>
    </div>
  )
}

/** Warns that the chosen search ignores the taxonomy, and names one that uses it. */
function UnusedTree({ document }: { document: JobDocument }): ReactNode {
  const { records, go } = useStudio()
  const { searches, usualSearch } = records.items
  const search = readAlgorithm(document.job).name ?? usualSearch
  if (searches.find(({ name }) => name === search)?.needsTree !== false) return null
  const others = searches.filter(({ needsTree }) => needsTree === true).map(({ name }) => name)
  return (
    <Notice kind="warning" action={<Button onPress={() => go('run')}>Choose an algorithm</Button>}>
      {`Algorithm ${search} does not look at this tree; ${others.join(' and ')} ` +
        `${others.length === 1 ? 'does' : 'do'}.`}
    </Notice>
  )
}
