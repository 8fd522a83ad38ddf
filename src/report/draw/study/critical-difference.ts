/**
 * Draws a critical difference diagram (Demšar 2006): methods on an axis of mean ranks, best on the left, and a bar
 * around the control's rank within which nothing differs from it.
 */
import { prose } from '../../../ground/format.ts'
import type { CriticalDifferenceDiagram } from '../../../learn/statistics/comparison.ts'
import { html } from '../markup.ts'
import { colour, drawPicture, pixel } from '../plot.ts'

const width = 640
const margin = 150
const rowHeight = 22

export function drawCriticalDifference(data: CriticalDifferenceDiagram): string {
  const { axis, interval, methods, control } = data
  const x = (rank: number): number =>
    pixel(margin + ((rank - axis[0]) / Math.max(1, axis[1] - axis[0])) * (width - 2 * margin))
  const axisY = 44
  const height = axisY + 30 + Math.ceil(methods.length / 2) * rowHeight
  const ticks = Array.from({ length: axis[1] - axis[0] + 1 }, (_, i) => axis[0] + i)
  const tickMarks = ticks.map(
    (tick) =>
      html`<line x1="${x(tick)}" x2="${x(tick)}" y1="${axisY - 5}" y2="${axisY}" /><text x="${x(tick)}" y="${axisY - 9}"
        text-anchor="middle" stroke="none">${String(tick)}</text>`,
  )
  // The worse half is labelled on the right with the worst on top, so that no lines cross.
  const half = Math.ceil(methods.length / 2)
  const labels = methods.map(({ name, rank, differs }, place) => {
    const left = place < half
    const y = axisY + 24 + (left ? place : methods.length - 1 - place) * rowHeight
    const end = left ? margin - 12 : width - margin + 12
    const text = `${name} ${rank.toFixed(2)}${differs ? ' ≠' : ''}`
    return html`<polyline fill="none" points="${x(rank)},${axisY} ${x(rank)},${y} ${end},${y}" /><text
      x="${left ? end - 4 : end + 4}" y="${y + 4}" text-anchor="${left ? 'end' : 'start'}" stroke="none"
      font-weight="${name === control ? 'bold' : 'normal'}">${text}</text>`
  })
  const title = prose`Mean ranks of ${methods.length} methods; within ${data.criticalDifference.toFixed(3)} of
    ${control} nothing differs from it`
  const parts = html`<g stroke="${colour('ink', 'page')}"><line x1="${x(axis[0])}" x2="${x(axis[1])}" y1="${axisY}"
    y2="${axisY}"/>${tickMarks}<line x1="${x(interval[0])}" x2="${x(interval[1])}" y1="${axisY + 8}" y2="${axisY + 8}"
    stroke-width="5" stroke="${colour('accent', 'page')}"/>${labels}</g>`
  return drawPicture('critical-difference', { width, colours: 'page' }, height, title, parts)
}
