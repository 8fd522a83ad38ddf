/** A numeric column on its axis: a block for each group, as wide as its interval and as high as its rows are many. */
import * as Plot from '@observablehq/plot'
import { formatCount, formatFigure } from '../../ground/format.ts'
import type { ColumnPicture } from '../report.ts'
import { asImage, type ChartSettings, chartOptions, type SvgElement } from './chart.ts'
import { axisBlocks, type Block } from './intervals.ts'
import { visible } from './markup.ts'

export function drawNumberAxis(column: ColumnPicture, settings: ChartSettings): SvgElement {
  const narrow = settings.width < 500
  const { blocks, perBlock } = axisBlocks(column)
  const labelled = blocks.length <= (narrow ? 5 : 10)
  const most = Math.max(1, ...blocks.map((block) => block.rows))
  const plot = Plot.plot({
    ...chartOptions(settings, 150, { top: 28, bottom: 26, left: 56 }),
    x: { domain: axisDomain(column, blocks), label: null, ticks: narrow ? 4 : 9, tickFormat: formatFigure },
    y: {
      domain: [0, most],
      label: 'rows',
      grid: true,
      ticks: 3,
      tickSize: 0,
      tickFormat: (rows: number) => formatCount(rows),
    },
    marks: [
      // The edges of groups, also of those whose rows are too few to be seen.
      Plot.ruleX(blocks.length <= 40 ? blocks.slice(1) : [], {
        x: 'from',
        stroke: 'var(--line-strong)',
        strokeDasharray: '2,3',
      }),
      Plot.rectY(blocks, {
        x1: 'from',
        x2: 'to',
        y: 'rows',
        insetLeft: blocks.length > 60 ? 0 : 0.4,
        insetRight: blocks.length > 60 ? 0 : 0.4,
        fill: 'var(--accent)',
        title: blocks.length <= 40 ? describeBlock : undefined,
      }),
      Plot.ruleY([0]),
      Plot.text(labelled ? blocks : [], {
        x: (block: Block) => (block.from + block.to) / 2,
        y: 'rows',
        text: (block: Block) => formatCount(block.rows),
        dy: -7,
        fill: 'var(--muted)',
      }),
    ],
  })
  const merged = perBlock > 1 ? ` Each block stands for up to ${formatCount(perBlock)} neighbouring groups.` : ''
  return asImage(plot, `${visible(column.column)} on its axis: ${formatCount(column.groups.length)} groups.${merged}`)
}

function axisDomain({ axis }: ColumnPicture, blocks: readonly Block[]): [number, number] {
  const low = Math.min(blocks[0].from, axis?.low ?? Number.POSITIVE_INFINITY)
  const high = Math.max(blocks[blocks.length - 1].to, axis?.high ?? Number.NEGATIVE_INFINITY)
  return [low, high]
}

function describeBlock(block: Block): string {
  return `${visible(block.label)}: ${formatCount(block.rows)} rows`
}
