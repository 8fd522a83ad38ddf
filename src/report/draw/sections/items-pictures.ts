/** Draws how many baskets match an attacker's knowledge, and how items are published. */
import { formatCount, formatShare, many } from '../../../ground/format.ts'
import type { ItemsReport } from '../../report.ts'
import { binClassSizes, sizeRange } from '../charts/class-sizes.ts'
import { bar, html, type Section, shortened } from '../markup.ts'

const MOST_TOKENS = 100
const LONGEST_TOKEN = 120

export function supportsSection({ supports, asked }: ItemsReport): Section {
  const title = 'How many baskets fit what somebody may know'
  if (supports.length === 0) {
    const body = html`<p>No set of items that was asked to be protected can be seen in the release.</p>`
    return { id: 'supports', contents: 'Supports', title, body }
  }
  const sizes = supports.map(({ support, sets }) => ({ size: support, classes: sets }))
  const bins = binClassSizes(sizes, asked.k).bins.filter((bin) => bin.classes > 0)
  const total = supports.reduce((sum, { sets }) => sum + sets, 0)
  const most = bins.reduce((largest, bin) => Math.max(largest, bin.classes), 1)
  const body = html`<p>Somebody who knows such a set of items of a person looks for baskets of the release that hold
    them as they are published. The more baskets fit, the better the person is hidden among them. There are
    ${many(total, 'set')} that the release shows.</p>
<table><caption class="spoken">Sets of items by the baskets that fit</caption>
<thead><tr><th scope="col">Baskets that fit</th><th scope="col" class="bars"><span class="spoken">Bar</span></th><th
scope="col" class="number">Sets of items</th><th scope="col" class="number">Share</th></tr></thead>
<tbody>${bins.map(
    (bin) =>
      html`<tr><th scope="row">${sizeRange(bin)}</th><td class="bars">${bar(bin.classes / most)}</td><td
        class="number">${formatCount(bin.classes)}</td><td
        class="number">${formatShare(bin.classes / total)}</td></tr>`,
  )}</tbody></table>`
  return { id: 'supports', contents: 'Supports', title, body }
}

/** The cost of a release of baskets: items that are published as they are, and entries that still name theirs. */
export function itemsCostSection({ groups, rows }: ItemsReport): Section {
  const single = groups.filter((group) => group.items === 1)
  const entries = single.reduce((sum, { baskets }) => sum + baskets, 0)
  const body = html`<p>Of ${many(rows.items, 'item')}, ${formatCount(single.length)}
    ${single.length === 1 ? 'is' : 'are'} published as ${single.length === 1 ? 'itself' : 'themselves'},
    ${formatCount(rows.suppressedItems)} ${rows.suppressedItems === 1 ? 'is' : 'are'} left out, and the others share
    ${many(groups.length - single.length, 'generalized item')}. ${formatShare(entries / Math.max(1, rows.occurrences))}
    of all entries in baskets still name their item.</p>`
  return { id: 'cost', contents: 'Cost', title: 'What it cost', body }
}

export function tokensSection(report: ItemsReport): Section {
  const generalized = report.groups
    .filter((group) => group.items > 1)
    .sort((a, b) => b.items - a.items || b.baskets - a.baskets)
  const shown = generalized.slice(0, MOST_TOKENS)
  const largest = shown.reduce((most, group) => Math.max(most, group.items), 1)
  const rest = generalized.length - shown.length
  const body = html`${itemsCostSection(report).body}<p>A generalized item in a basket means: one or more of the items it
    stands for.</p>
${
  shown.length > 0 &&
  html`<table class="groups"><caption class="spoken">Generalized items</caption>
<thead><tr><th scope="col">Token in the release</th><th scope="col" class="bars"><span class="spoken">Bar</span></th><th
scope="col" class="number">Items</th><th scope="col" class="number">Baskets</th></tr></thead>
<tbody>${shown.map(
    ({ token, items, baskets }) =>
      html`<tr><td>${shortened(token, LONGEST_TOKEN)}</td><td class="bars">${bar(items / largest)}</td><td
        class="number">${formatCount(items)}</td><td class="number">${formatCount(baskets)}</td></tr>`,
  )}</tbody></table>`
}${rest > 0 && html`<p class="note">and ${many(rest, 'more generalized item')}; the recoding file has them all.</p>`}`
  return { id: 'items', contents: 'Items', title: 'What the items are published as', body }
}
