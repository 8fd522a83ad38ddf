/** A row of the tree editor. */
import type { ReactNode } from 'react'
import { Button as AriaButton, Checkbox, Collection, type Key, TreeItem, TreeItemContent } from 'react-aria-components'
import { many } from '../../../src/ground/format.ts'
import { type EditNode, isEmpty } from './tree-model.ts'

/** Nouns for the counts of a value and of a group: a basket with two items of a group counts twice there. */
export interface CountedThings {
  readonly single: readonly [one: string, several: string]
  readonly below: readonly [one: string, several: string]
}

const NOT_COUNTED = -1

/** The data of a row. The object is reused while nothing changes, so that only changed rows are redrawn. */
export interface ShownNode {
  readonly id: string
  readonly name: string
  readonly isGroup: boolean
  readonly isEmpty: boolean
  readonly hasChildren: boolean
  readonly rows: number
  readonly leaves: number
  /** Empty for closed groups, whatever their size. */
  readonly children: readonly ShownNode[]
}

export function shownNode(
  node: EditNode,
  expanded: ReadonlySet<Key>,
  rows: ReadonlyMap<string, number>,
  known: WeakMap<EditNode, ShownNode>,
): ShownNode {
  const children = expanded.has(node.id)
    ? (node.children ?? []).map((child) => shownNode(child, expanded, rows, known))
    : []
  const count = rows.get(node.id) ?? NOT_COUNTED
  const before = known.get(node)
  const same =
    before !== undefined &&
    before.rows === count &&
    before.children.length === children.length &&
    before.children.every((child, i) => child === children[i])
  if (same) return before
  const shown = {
    id: node.id,
    name: node.name,
    isGroup: node.children !== undefined,
    isEmpty: isEmpty(node),
    hasChildren: (node.children?.length ?? 0) > 0,
    rows: count,
    leaves: leafCount(node),
    children,
  }
  known.set(node, shown)
  return shown
}

export function TreeRow({ node, things }: { node: ShownNode; things: CountedThings }): ReactNode {
  const { id, name, isGroup, hasChildren, rows, leaves, children } = node
  return (
    <TreeItem id={id} textValue={name} className="tree-item" hasChildItems={hasChildren}>
      <TreeItemContent>
        {({ level, isExpanded }) => (
          <div className="tree-row" style={{ paddingLeft: (level - 1) * 20 }}>
            {hasChildren ? (
              <AriaButton slot="chevron" className="tree-chevron">
                {isExpanded ? '▾' : '▸'}
              </AriaButton>
            ) : (
              <span className="tree-chevron" />
            )}
            <RowCheck />
            <span className={isGroup ? 'tree-name group' : 'tree-name'} title={name}>
              {name}
            </span>
            {isGroup && node.isEmpty ? <small className="help">empty: not saved</small> : null}
            <span className={rows === 0 && !isGroup ? 'tree-count none' : 'tree-count'}>
              {isGroup ? `${many(leaves, 'value')} · ` : ''}
              {rows === NOT_COUNTED ? '…' : many(rows, ...(isGroup ? things.below : things.single))}
            </span>
          </div>
        )}
      </TreeItemContent>
      <Collection items={children}>{(child: ShownNode) => <TreeRow node={child} things={things} />}</Collection>
    </TreeItem>
  )
}

function RowCheck(): ReactNode {
  return (
    <Checkbox slot="selection" className="check tree-check">
      {({ isSelected }) => (
        <span className="box" aria-hidden="true">
          {isSelected ? '✓' : ''}
        </span>
      )}
    </Checkbox>
  )
}

function leafCount({ children }: EditNode): number {
  return children === undefined ? 1 : children.reduce((sum, child) => sum + leafCount(child), 0)
}
