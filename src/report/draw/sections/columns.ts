/** Draws the groups of each quasi-identifier on its tree, axis or order. */
import { capitalize, formatCount, formatFigure, formatShare, many } from '../../../ground/format.ts'
import { placeCell } from '../../../hierarchy/place-grid.ts'
import type { BoxesMap, ColumnPicture } from '../../pictures.ts'
import type { Report } from '../../report.ts'
import { drawBoxesMap } from '../charts/boxes-map.ts'
import { drawGroupList, drawOrderStrip } from '../charts/groups.ts'
import { axisBlocks, drawNumberAxis, isInterval } from '../charts/number-axis.ts'
import { drawTreeOutline, outlineTree } from '../charts/tree-outline.ts'
import { bar, breakable, chart, html, type Markup, type Section } from '../markup.ts'

const MOST_LINES = 1200
const MOST_LINES_OF_A_COLUMN = 100
const MOST_AXES = 24
/** Longer lists of groups are folded. */
const MOST_OPEN_LINES = 25

export function columnsSection({ columns }: Report): Section {
  const title = 'What became of each column'
  if (columns.length === 0)
    return { id: 'columns', contents: 'Columns', title, body: html`<p>No column was recoded.</p>` }
  const lines = Math.max(10, Math.min(MOST_LINES_OF_A_COLUMN, Math.floor(MOST_LINES / columns.length)))
  let axes = 0
  const pictures = columns.map((column, index) => {
    const withAxis = column.kind === 'number' && column.groups.some(isInterval) && axes++ < MOST_AXES
    return drawColumn(column, index, lines, withAxis)
  })
  const body = html`<p>Each group is one label in the release; rows under the same label can no longer be distinguished
    by this column. Loss is 0 where every value is kept and 1 where nothing is said.</p>
${overview(columns)}${pictures}`
  return { id: 'columns', contents: 'Columns', title, body }
}

function overview(columns: readonly ColumnPicture[]): Markup {
  return html`<table class="overview"><caption class="spoken">Columns, their groups and their loss</caption>
<thead><tr><th scope="col">Column</th><th scope="col">Groups</th><th scope="col" class="bars"><span class="spoken">Bar
of loss</span></th><th scope="col" class="number">Loss</th></tr></thead>
<tbody>${columns.map(
    (column, index) =>
      html`<tr><th scope="row"><a
        href="#column-${index + 1}">${breakable(column.column)}</a></th><td>${summary(column)}</td><td
        class="bars">${bar(column.loss, 'value')}</td><td class="number">${formatFigure(column.loss)}</td></tr>`,
  )}</tbody></table>`
}

function drawColumn(column: ColumnPicture, index: number, lines: number, withAxis: boolean): Markup {
  const id = `column-${index + 1}`
  return html`<article class="column" id="${id}" aria-labelledby="${id}-title"><h3
    id="${id}-title">${column.column}</h3>
<p class="note">${capitalize(summary(column))}; loss ${formatFigure(column.loss)}.</p>
${picture(column, lines, withAxis)}</article>
`
}

function picture(column: ColumnPicture, lines: number, withAxis: boolean): Markup {
  if (column.place)
    return html`<figure>${chart((settings) => drawBoxesMap(placesMap(column), settings))}</figure>
<details><summary>The cells as a table</summary>${drawGroupList(column, lines)}</details>`
  if (!withAxis || column.leftOut !== undefined) return drawGroups(column, lines)
  const offAxis = column.groups.filter((group) => !isInterval(group) && group.rows > 0)
  const { perBlock } = axisBlocks(column)
  const notes = [
    ...(perBlock > 1
      ? [`Each block stands for up to ${formatCount(perBlock)} neighbouring groups, too many to be drawn apart.`]
      : []),
    ...offAxis.map(({ label, rows }) => `Not on the axis: ${label}, ${many(rows, 'row')}.`),
  ]
  return html`<figure>${chart((settings) => drawNumberAxis(column, settings))}${notes.length > 0 && html`<figcaption>${notes.join(' ')}</figcaption>`}</figure>
<details><summary>The groups as a table</summary>${drawGroupList(column, lines)}</details>`
}

const MOST_CELLS = 500

/** The released cells by longitude and latitude, large ones below. */
function placesMap({ groups }: ColumnPicture): BoxesMap {
  const cells = groups.flatMap(({ label, rows }) => {
    const cell = rows > 0 ? placeCell(label) : undefined
    return cell === undefined ? [] : [{ x1: cell.west, x2: cell.east, y1: cell.south, y2: cell.north, label, rows }]
  })
  const boxes = cells.sort((a, b) => b.rows - a.rows).slice(0, MOST_CELLS)
  boxes.sort((a, b) => b.x2 - b.x1 - (a.x2 - a.x1))
  const axis = (column: string, from: 'x1' | 'y1', to: 'x2' | 'y2') => {
    const [low, high] = [Math.min(...boxes.map((box) => box[from])), Math.max(...boxes.map((box) => box[to]))]
    return { column, numeric: true, low, high }
  }
  const more = cells.length - boxes.length
  return { x: axis('longitude', 'x1', 'x2'), y: axis('latitude', 'y1', 'y2'), boxes, more }
}

export function drawGroups(column: ColumnPicture, lines: number): Markup {
  if (column.groups.length === 0) return html`<p class="note">There are no groups.</p>`
  const outline = column.kind === 'tree' ? outlineTree(column, lines) : undefined
  if (outline !== undefined) return drawTreeOutline(outline)
  const isStrip = column.kind === 'order' && column.leftOut === undefined
  const list = drawGroupList(column, lines)
  const isLong = column.groups.length > MOST_OPEN_LINES
  const folded = isLong ? html`<details><summary>The groups as a table</summary>${list}</details>` : list
  return html`${isStrip && drawOrderStrip(column)}${folded}`
}

export function summary({ groups, leftOut }: ColumnPicture): string {
  const rows = groups.reduce((sum, group) => sum + group.rows, 0)
  if (rows === 0) return 'every row is suppressed: nothing is said'
  if (leftOut === 0) return 'shown in every row'
  if (leftOut === rows) return 'left out (?) in every row'
  if (leftOut !== undefined) return `left out (?) in ${formatShare(leftOut / rows)} of the rows`
  const values = groups.reduce((sum, group) => sum + group.values, 0)
  const count = many(values, 'value')
  if (values === 1) return 'one value, kept as it is'
  if (groups.length === 1) return `all ${count} in one group: says nothing`
  if (groups.length === values) return `all ${count} kept as they are`
  return `${count} in ${many(groups.length, 'group')}`
}
