/**
 * Draws the curves of docs/history.md from research/bench/results/months.csv, the lines that months.ts printed:
 *
 *     npx tsx research/bench/history/draw-months.ts
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { drawFigure } from '../../papers/draw-figure.ts'
import type { Series } from '../../papers/paper.ts'

const root = join(import.meta.dirname, '..', '..', '..')
const [head, ...lines] = readFileSync(join(root, 'research/bench/results/months.csv'), 'utf8').trimEnd().split('\n')
const names = head.split(',')
const rows = lines.map((line) => line.split(','))
const place = (name: string) => names.indexOf(name)
const setting = (row: readonly string[]) => `s = ${row[place('class size')]}, deadline ${row[place('wait at most')]}`

function curves(figure: string): Series[] {
  return [...new Set(rows.map(setting))].map((name) => ({
    name,
    points: rows
      .filter((row) => setting(row) === name)
      .map((row): [number, number] => [Number(row[place('month')]), Number(row[place(figure)])]),
  }))
}

const figures = {
  loss: 'Loss (LM) of the people present',
  waiting: 'Share of the people who wait',
  left: 'Share of the rows that are of people who left',
}
mkdirSync(join(root, 'docs/history'), { recursive: true })
for (const [id, title] of Object.entries(figures)) {
  const axes = { x: 'month', y: '' }
  const figure = { id, title, where: '', says: '', claims: [], axes }
  writeFileSync(join(root, `docs/history/${id}.svg`), drawFigure(figure, curves(id)))
}
