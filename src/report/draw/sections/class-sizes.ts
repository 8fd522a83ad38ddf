/** Draws how many rows look alike: a histogram, a sentence and a table. */
import { formatCount, formatShare } from '../../../ground/format.ts'
import { countedUnit } from '../../../verification/verification.ts'
import type { Report } from '../../report.ts'
import { binClassSizes, drawClassSizes, sizeRange } from '../charts/class-sizes.ts'
import { chart, html, type Section } from '../markup.ts'

export function classSizesSection(report: Report): Section {
  const { classSizes, asked } = report
  const unit = countedUnit(report.verification)
  const title = `How many ${unit}s look alike`
  if (classSizes.length === 0)
    return {
      id: 'classes',
      contents: 'Class sizes',
      title,
      body: html`<p>There are no classes: no row of the release says anything.</p>`,
    }
  const { scale, bins } = binClassSizes(classSizes, asked.k)
  const classes = bins.reduce((sum, bin) => sum + bin.classes, 0)
  const rows = bins.reduce((sum, bin) => sum + bin.rows, 0)
  const body = html`<p>A class is a set of rows that look alike in the release. The larger a person’s class, the better
    that person is hidden in it. On average a class has ${formatCount(Math.round(rows / classes))} ${unit}s; half of the
    ${unit}s are in classes of at least
    ${formatCount(sizeOfMiddleRow(report))}.${
      unit === 'person' && ' Sizes are different persons; anyone who has ' + 'rows in several classes counts in each.'
    }</p>
<figure>${chart((settings) => drawClassSizes({ scale, bins }, { ...settings, k: asked.k }))}<figcaption>Classes by their
number of ${unit}s${
    scale === 'log' && '; each step of the axis to the right is a multiple, not a sum'
  }. Suppressed rows are not in it.</figcaption></figure>
<details><summary>As a table</summary><table><caption class="spoken">Classes by size</caption>
<thead><tr><th scope="col">${unit === 'row' ? 'Rows' : 'Persons'} in the class</th><th scope="col"
class="number">Classes</th><th scope="col" class="number">In all</th><th scope="col"
class="number">Share</th></tr></thead>
<tbody>${bins
    .filter((bin) => bin.classes > 0)
    .map(
      (bin) =>
        html`<tr><th scope="row">${sizeRange(bin)}</th><td class="number">${formatCount(bin.classes)}</td><td
          class="number">${formatCount(bin.rows)}</td><td class="number">${formatShare(bin.rows / rows)}</td></tr>`,
    )}</tbody></table></details>`
  return { id: 'classes', contents: 'Class sizes', title, body }
}

/** The largest size such that at least half of the rows are in classes of that size or larger. */
function sizeOfMiddleRow({ classSizes }: Report): number {
  const rows = classSizes.reduce((sum, entry) => sum + entry.size * entry.classes, 0)
  let above = 0
  for (let i = classSizes.length - 1; i >= 0; i--) {
    above += classSizes[i].size * classSizes[i].classes
    if (above * 2 >= rows) return classSizes[i].size
  }
  return 0
}
