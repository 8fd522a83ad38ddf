/**
 * Prints Markdown tables from the results of a study, one per figure:
 *     npx tsx scripts/study-table.ts papers/adult/out/adult/results.csv LM CM ARE "accuracy C4.5"
 */

import { formatFigure } from '../src/ground/format.ts'
import { compareSearches } from '../src/report/study/comparison.ts'
import { readStudyRows } from '../test/study-rows.ts'

const [file, ...names] = process.argv.slice(2)
for (const { metrics, searches } of compareSearches(readStudyRows(file))) {
  for (const name of names) {
    const metric = metrics.find(({ axis }) => axis.name === name)
    if (metric === undefined) throw new Error(`${file} has no figure "${name}"`)
    const { axis, curves } = metric
    const ks = [...new Set(curves.flatMap(({ points }) => points.map(({ k }) => k)))].sort((a, b) => a - b)
    const meanAt = (search: string, k: number) =>
      curves.find((curve) => curve.search === search)?.points.find((point) => point.k === k)?.mean
    const best = ks.map((k) => {
      const means = searches.flatMap((search) => meanAt(search, k) ?? [])
      return axis.better === 'higher' ? Math.max(...means) : Math.min(...means)
    })
    console.log(`| ${axis.name} | ${ks.map((k) => `k = ${k}`).join(' | ')} | mean over k |`)
    console.log(`| --- | ${ks.map(() => '---:').join(' | ')} | ---: |`)
    for (const search of searches) {
      const cells = ks.map((k, i) => {
        const mean = meanAt(search, k)
        if (mean === undefined) return '–'
        return mean === best[i] ? `**${formatFigure(mean)}**` : formatFigure(mean)
      })
      const over = curves.find((curve) => curve.search === search)?.meanOverK
      console.log(`| ${search} | ${cells.join(' | ')} | ${over === undefined ? '–' : formatFigure(over)} |`)
    }
    console.log()
  }
}
