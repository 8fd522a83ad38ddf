/**
 * Edits the cut of a tree: a folded node is a group of the release, an open one is split into its children. Folding
 * generalizes, opening specializes. Keys: up and down move, right opens, left folds or goes to the parent, Enter
 * toggles.
 */

import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { formatCount, many } from '../../../../src/ground/format.ts'
import type { Cut, WhatIfColumn } from '../../../../src/tasks/what-if.ts'
import { Bar } from '../../kit/bar.tsx'
import { cutAtNode, listChildren, openNode, standing } from './cuts.ts'

const MOST_LINES = 400
const MOST_COVERED = 5

interface Line {
  readonly node: number
  readonly level: number
  readonly isOpen: boolean
  readonly isFolded: boolean
  readonly parent: number
}

export function TreeEditor(props: { column: WhatIfColumn; cut: Cut; onChange: (cut: Cut) => void }): ReactNode {
  const { column, cut, onChange } = props
  const tree = column.tree ?? []
  const all = listLines(column, cut)
  const lines = all.slice(0, MOST_LINES)
  const [focused, setFocused] = useState(0)
  const items = useRef(new Map<number, HTMLDivElement>())
  const current = lines.some(({ node }) => node === focused) ? focused : 0
  const rows = rowsBelow(column)
  const most = Math.max(1, ...lines.filter(({ isOpen }) => !isOpen).map(({ node }) => rows(node)))

  const focus = (node: number | undefined) => {
    if (node === undefined) return
    setFocused(node)
    items.current.get(node)?.focus()
  }
  const toggle = ({ node, isOpen, isFolded }: Line) => {
    if (isOpen) onChange(cutAtNode(column, cut, node))
    else if (isFolded) onChange(openNode(column, cut, node))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const at = lines.findIndex(({ node }) => node === current)
    const line = lines[at]
    if (line === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    switch (event.key) {
      case 'ArrowDown':
        focus(lines[at + 1]?.node)
        break
      case 'ArrowUp':
        focus(lines[at - 1]?.node)
        break
      case 'Home':
        focus(lines[0].node)
        break
      case 'End':
        focus(lines.at(-1)?.node)
        break
      case 'ArrowRight':
        if (line.isFolded) toggle(line)
        else if (line.isOpen) focus(lines[at + 1]?.node)
        break
      case 'ArrowLeft':
        if (line.isOpen) toggle(line)
        else if (line.parent >= 0) focus(line.parent)
        break
      case 'Enter':
      case ' ':
        toggle(line)
        break
      default:
        return
    }
    event.preventDefault()
  }
  return (
    <>
      <p className="note">
        Folded nodes are the groups. Open one to tell its parts apart, fold one to put them together: click, or use the
        arrow keys.
      </p>
      <div className="cut-tree" role="tree" aria-label={`Cut of ${column.name}`} onKeyDown={onKeyDown}>
        {lines.map((line) => {
          const { node, level, isOpen, isFolded } = line
          const { name, first, last } = tree[node]
          return (
            // biome-ignore lint/a11y/useKeyWithClickEvents: keys are the tree's
            <div
              key={node}
              role="treeitem"
              aria-level={level + 1}
              aria-expanded={isOpen || isFolded ? isOpen : undefined}
              aria-selected={!isOpen}
              tabIndex={node === current ? 0 : -1}
              ref={(element) => {
                if (element === null) items.current.delete(node)
                else items.current.set(node, element)
              }}
              className={isOpen ? 'open' : 'group'}
              style={{ paddingLeft: 6 + level * 20 }}
              onClick={() => {
                setFocused(node)
                toggle(line)
              }}
            >
              <span className="fold" aria-hidden="true">
                {isOpen ? '▾' : isFolded ? '▸' : '·'}
              </span>
              <span className="name">
                {name}
                {isFolded ? (
                  <small>
                    {' '}
                    {many(last - first + 1, 'value')}: {covered(column, node)}
                  </small>
                ) : null}
              </span>
              {isOpen ? null : <Bar share={rows(node) / most} />}
              <span className="number-cell">{formatCount(rows(node))}</span>
            </div>
          )
        })}
      </div>
      {all.length > lines.length ? (
        <p className="note">
          and {formatCount(all.length - lines.length)} more lines; fold something, or set a level above.
        </p>
      ) : null}
    </>
  )
}

function listLines(column: WhatIfColumn, cut: Cut): Line[] {
  const { tree = [], values } = column
  const lines: Line[] = []
  const visit = (node: number, level: number, parent: number) => {
    const isOpen = standing(tree[node], cut, values.length) === 'above'
    lines.push({ node, level, parent, isOpen, isFolded: !isOpen && tree[node].last > tree[node].first })
    if (isOpen) for (const child of listChildren(tree, node)) visit(child, level + 1, node)
  }
  if (tree.length > 0) visit(0, 0, -1)
  return lines
}

/** Rows below a node, by prefix sums. */
function rowsBelow({ counts, tree = [] }: WhatIfColumn): (node: number) => number {
  const sums = [0]
  for (const count of counts) sums.push(sums[sums.length - 1] + count)
  return (node) => sums[tree[node].last + 1] - sums[tree[node].first]
}

function covered({ tree = [] }: WhatIfColumn, node: number): string {
  const names = listChildren(tree, node).map((child) => tree[child].name)
  const more = names.length - MOST_COVERED
  return [...names.slice(0, MOST_COVERED), ...(more > 0 ? [`and ${formatCount(more)} more`] : [])].join(', ')
}
