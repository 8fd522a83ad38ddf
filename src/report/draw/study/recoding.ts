/** Draws the recoding of each run in its panel. All share one size limit; small ones leave the rest to others. */
import { formatCount, formatShare, many } from '../../../ground/format.ts'
import type { ColumnInShort, GroupInShort, ItemsInShort, RunRecoding } from '../../study/run-recoding.ts'
import { html, type Markup } from '../markup.ts'

const MOST_CHARACTERS = 80_000
const AROUND_LABEL = 16

const BESIDE = 'Beside each label of the release: how many'

export function recodingLimit(recodings: readonly RunRecoding[]): number {
  return fairShare(
    recodings.map((recoding) => groupLists(recoding).reduce((sum, list) => sum + labelLength(list), 0)),
    MOST_CHARACTERS,
  )
}

export function drawRecoding(recoding: RunRecoding, limit: number): Markup {
  const list = fairShare(groupLists(recoding).map(labelLength), limit)
  if (recoding.kind === 'items') {
    return html`<p class="note">${itemsInWords(recoding)}${recoding.groups > 0 && ` ${BESIDE} items it stands for.`}</p>${labels(recoding.shown, recoding.groups, list)}`
  }
  const rowByRow = recoding.columns.some(({ leftOut }) => leftOut !== undefined)
  return html`<p class="note">${rowByRow && 'What is shown differs from row to row: a cell is one of these groups, or left out (?). '}${BESIDE} values it stands for.</p><dl class="recoding">${recoding.columns.map(
    (column) =>
      html`<div><dt>${column.column}<small>${columnInWords(column)}</small></dt><dd>${labels(column.shown, column.groups, list)}</dd></div>`,
  )}</dl>`
}

function labels(shown: readonly GroupInShort[], groups: number, limit: number): Markup | false {
  let room = limit
  const drawn = shown.filter((group) => {
    room -= labelLength([group])
    return room >= 0
  })
  const rest = groups - drawn.length
  if (groups === 0) return false
  return html`<ul class="labels">${drawn.map(
    ({ label, values }) => html`<li>${label}${values > 1 && html`<small>${formatCount(values)}</small>`}</li>`,
  )}${rest > 0 && html`<li class="rest">${drawn.length > 0 && 'and '}${many(rest, drawn.length > 0 ? 'more group' : 'group')}, see the file</li>`}</ul>`
}

function columnInWords({ values, groups, leftOut }: ColumnInShort): string {
  const count = many(values, 'value')
  const words =
    groups === 1
      ? values === 1
        ? count
        : `all ${count} in one group`
      : groups === values
        ? `${count}, each by itself`
        : `${count} in ${formatCount(groups)} groups`
  if (leftOut !== undefined)
    return leftOut === 1 ? 'left out in every row' : `${words}; ? in ${formatShare(leftOut)} of rows`
  return words
}

function itemsInWords({ items, alone, groups, suppressed }: ItemsInShort): string {
  return (
    `Of ${many(items, 'item')}, ${formatCount(alone)} ${alone === 1 ? 'is' : 'are'} published as ` +
    `${alone === 1 ? 'itself' : 'themselves'}, ` +
    `${suppressed === 0 ? 'none is' : suppressed === 1 ? '1 is' : `${formatCount(suppressed)} are`} suppressed, ` +
    `and the others share ${many(groups, 'generalized item')}.`
  )
}

function groupLists(recoding: RunRecoding): readonly (readonly GroupInShort[])[] {
  return recoding.kind === 'items' ? [recoding.shown] : recoding.columns.map(({ shown }) => shown)
}

function labelLength(groups: readonly GroupInShort[]): number {
  return groups.reduce((sum, { label }) => sum + label.length + AROUND_LABEL, 0)
}

/** The largest share per run such that Σ min(need, share) ≤ total. */
function fairShare(needs: readonly number[], total: number): number {
  let left = total
  const ascending = [...needs].sort((a, b) => a - b)
  for (const [i, need] of ascending.entries()) {
    const share = Math.floor(left / (ascending.length - i))
    if (need > share) return share
    left -= need
  }
  return Number.POSITIVE_INFINITY
}
