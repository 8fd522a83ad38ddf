/** Writes the page of a paper, its charts and the gallery from published.json and results.json alone. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { drawFigure } from './draw-figure.ts'
import {
  type FigureExperiment,
  type Found,
  type Measured,
  type Paper,
  type PublishedFigure,
  papersFolder,
  type ReadingOutcome,
  type Series,
} from './paper.ts'
import { findEnds, type JudgedClaim, judgeClaims, judgeFigure, nearerWay, readTolerance } from './verdict.ts'

/** Files by their path below papers/. */
export type Pages = Readonly<Record<string, string>>

export function makePages(papers: readonly Paper[]): Pages {
  const pages: Record<string, string> = { 'README.md': gallery(papers) }
  for (const paper of papers) {
    pages[`${paper.name}/README.md`] = paperPage(paper)
    for (const figure of paper.published.figures) {
      const found = paper.results[figure.id]
      if (found !== undefined && figure.axes !== undefined) {
        pages[`${paper.name}/${figure.id}.svg`] = drawFigure(figure, drawn(found))
      }
    }
  }
  return pages
}

export function writePages(papers: readonly Paper[]): void {
  for (const [path, text] of Object.entries(makePages(papers))) writeFileSync(join(papersFolder, path), text)
}

function gallery(papers: readonly Paper[]): string {
  const rows = papers.flatMap((paper) =>
    withResults(paper).map(({ figure, experiment, found }) => {
      const judgement = experiment.judge(found, paper.results)
      const { ours, spread } = judgement
      const verdict = verdictInWords(figure, judgeClaims(figure, judgement))
      const place = `[${toName(figure.id)}](${paper.name}/README.md#${figure.id})`
      return `| ${shortName(paper)} | ${place}: ${figure.title} | ${figure.says} | ${ours} | ${verdict} | ${seedsInWords(found, spread)} | \`npm run papers -- ${paper.name} --only ${figure.id}\` | ${minutes(found.seconds)} |`
    }),
  )
  const lacking = papers.flatMap((paper) =>
    paper.published.figures
      .filter(({ id }) => paper.results[id] === undefined)
      .map(({ id, title }) => `- ${shortName(paper)}, ${toName(id)}: ${title}.`),
  )
  const seconds = papers.flatMap(({ results }) => Object.values(results).map((found) => found.seconds))
  return `${[
    '# The papers, made again',
    '',
    'The experiments of the papers that Halftone is built on, each made again by one command and laid beside what the paper prints. Every verdict is computed from the committed',
    'results (`results.json` of each folder), and this page is written from them: nothing here is typed by hand.',
    '',
    '```',
    'npm run papers                              # everything; writes results and pages',
    'npm run papers -- wang-2004                 # one paper; --only figure-3 one figure of it',
    'npm run papers -- --quick                   # some points of each, compared with the committed results',
    'npm run papers -- --pages                   # the pages anew, from the committed results',
    '```',
    '',
    'The data are not part of the repository. [data.yaml](data.yaml) has where they come from and their SHA-256; they are looked for in `../shared/data`, in the folder that',
    '`HALFTONE_DATA` or `--data` names, and otherwise fetched where that is allowed. What a paper says of a figure is a list of claims, each with what',
    'is printed and how far from it a run may lie (`claims` in `published.json`); the page of the paper has them all. *met*: every claim holds. *better*: the others hold, and one is',
    'exceeded. *differs*: one does not hold; the page says by how much, and names the experiment that shows why. *not comparable*: data or machine are others, and the line says which. Where a paper only draws a curve, its text is compared:',
    'we do not read values off pictures.',
    '',
    `Minutes are of one processor, in the last full run, ${minutes(seconds.reduce((sum, each) => sum + each, 0))} together; studies use all cores there are. An experiment that looks at the runs of another has none of its own.`,
    '',
    '| paper | what | published | ours | verdict | seeds and spread | command | minutes |',
    '| --- | --- | --- | --- | --- | --- | --- | ---: |',
    ...rows,
    '',
    ...(lacking.length === 0
      ? []
      : [
          'Not run here, for want of the data; [data.yaml](data.yaml) says where to get them, and `npm run papers` takes them from the folder they are put into:',
          '',
          ...lacking,
          '',
        ]),
    '## All claims by verdict',
    '',
    'Every printed statement that can be read from the text, one line each on the page of its paper.',
    '',
    ...claimsByVerdict(papers),
    '',
    '## The papers',
    '',
    ...papers.flatMap(({ name, published: { authors, year, title, venue, doi } }) => [
      `- [${name}](${name}/README.md): ${authors.join(', ')}, *${title}*. ${venue}, ${year}.${doi === undefined ? '' : ` <https://doi.org/${doi}>`}`,
    ]),
    '',
    'To cite Halftone itself: [CITATION.cff](../../CITATION.cff).',
  ].join('\n')}\n`
}

/** The number of claims with each verdict, by paper; also printed at the end of a run. */
export function claimsByVerdict(papers: readonly Paper[]): string[] {
  const verdicts = ['met', 'better', 'differs', 'not comparable', 'cannot be tested', 'not tested yet'] as const
  const rows = papers.map((paper) => {
    const claims = withResults(paper).flatMap(({ figure, experiment, found }) =>
      judgeClaims(figure, experiment.judge(found, paper.results)).map(({ verdict }) =>
        figure.incomparable === undefined ? verdict : 'not comparable',
      ),
    )
    const all: readonly string[] = [...claims, ...paper.published.untested.map(({ verdict }) => verdict)]
    const counts = verdicts.map((verdict) => all.filter((each) => each === verdict).length)
    return `| [${shortName(paper)}](${paper.name}/README.md) | ${counts.join(' | ')} |`
  })
  return [`| paper | ${verdicts.join(' | ')} |`, `| --- |${' ---: |'.repeat(verdicts.length)}`, ...rows]
}

function verdictInWords(figure: PublishedFigure, claims: readonly JudgedClaim[]): string {
  const verdict = judgeFigure(figure, claims)
  return figure.incomparable === undefined ? verdict : `${verdict}: ${figure.incomparable}`
}

function paperPage(paper: Paper): string {
  const { name, published } = paper
  const { authors, year, title, venue, doi, bibtex, about, readings } = published
  const lines = [
    `# ${shortName(paper)}`,
    '',
    `${authors.join(', ')}: *${title}*. ${venue}, ${year}.${doi === undefined ? '' : ` <https://doi.org/${doi}>`}`,
    '',
    about,
    '',
    `\`npm run papers -- ${name}\` makes everything on this page again. It is written from \`published.json\` and \`results.json\`.`,
    '',
  ]
  for (const { figure, experiment, found } of withResults(paper)) {
    const judgement = experiment.judge(found, paper.results)
    const claims = judgeClaims(figure, judgement)
    lines.push(
      `## ${toName(figure.id)}`,
      '',
      `**${figure.title}.** Published (${figure.where}): ${figure.says}. **${capital(verdictInWords(figure, claims))}.** ${judgement.because}`,
      '',
    )
    if (figure.axes !== undefined) lines.push(`![${figure.title}](${figure.id}.svg)`, '')
    lines.push(...claimsTable(claims), ...seriesTable(figure, found), ...factsTable(found))
    lines.push(...foot(figure.id, found, name, judgement.spread))
  }
  const lacking = published.figures.filter(({ id }) => paper.results[id] === undefined)
  if (lacking.length > 0) {
    lines.push(
      '## Not run here',
      '',
      'The data are not at hand; `research/papers/data.yaml` says where to get them.',
      '',
      ...lacking.map(({ id, title: figureTitle }) => `- ${toName(id)}: ${figureTitle}.`),
      '',
    )
  }
  if (readings.length > 0)
    lines.push('## Readings', '', 'Places that can be read in two ways, and what each comes to.', '')
  for (const { id, where, question, taken, other } of readings) {
    const found = paper.results[id]
    const experiment = paper.experiments.find((candidate) => candidate.id === id)
    lines.push(`### ${toName(id)}`, '', `**${question}** ${where}. Taken: ${taken}. The other way: ${other}.`, '')
    if (found === undefined || experiment === undefined || !('compare' in experiment)) lines.push('Not run yet.', '')
    else {
      const outcome = experiment.compare(found, paper.results)
      lines.push(`${outcome.because} ${nearerInWords[nearerWay(outcome)]}${distancesInWords(outcome.distances)}`, '')
      lines.push(...seriesTable(undefined, found), ...factsTable(found), ...foot(id, found, name))
    }
  }
  const untested = published.untested.map(
    ({ where, says, verdict, why }) => `| ${says} | ${where} | ${verdict} | ${why} |`,
  )
  lines.push('## Claims without an experiment', '')
  lines.push('| claim | where | | why |', '| --- | --- | --- | --- |', ...untested, '')
  lines.push('## To cite the paper', '', '```bibtex', ...bibtex, '```')
  return `${lines.join('\n')}\n`
}

const nearerInWords = {
  taken: 'The way taken comes nearer to what is printed',
  other: 'The other way comes nearer to what is printed',
  open: 'What is printed decides for neither.',
} as const

function distancesInWords(distances: ReadingOutcome['distances']): string {
  if (distances === undefined || distances.taken === distances.other) return ''
  const { taken, other, unit } = distances
  return `: ${shown(taken)} ${unit} from it against ${shown(other)}.`
}

function claimsTable(claims: readonly JudgedClaim[]): string[] {
  const rows = claims.map(({ claim, measured, verdict }) => {
    const { says, printed, by, reason } = claim
    const number = typeof measured !== 'boolean' && printed !== undefined
    const within = number
      ? `± ${shown(readTolerance(claim, measured))}${by === undefined ? '' : `: ${by}`}`
      : (by ?? '')
    const why = verdict === 'differs' && reason !== undefined ? `, see ${toName(reason)}` : ''
    const given =
      printed === undefined ? '' : typeof printed === 'number' ? shown(printed) : printed.map(shown).join(' to ')
    return `| ${says} | ${given} | ${within} | ${measuredInWords(measured)} | ${verdict}${why} |`
  })
  return ['| claim | printed | within | ours | |', '| --- | ---: | --- | ---: | --- |', ...rows, '']
}

function measuredInWords(measured: Measured): string {
  if (typeof measured === 'boolean') return measured ? 'holds' : 'does not hold'
  const [low, high] = findEnds(measured).map(shown)
  return low === high ? low : `${low} to ${high}`
}

interface Shown {
  readonly figure: PublishedFigure
  readonly experiment: FigureExperiment
  readonly found: Found
}

function withResults({ published, results, experiments }: Paper): Shown[] {
  return published.figures.flatMap((figure) => {
    const experiment = experiments.find(({ id }) => id === figure.id)
    const found = results[figure.id]
    if (experiment === undefined || found === undefined || !('judge' in experiment)) return []
    return [{ figure, experiment, found }]
  })
}

/** Longer curves are drawn, not tabulated. */
const MOST_COLUMNS = 14

function seriesTable(figure: PublishedFigure | undefined, { series }: Found): string[] {
  const all = [
    ...series,
    ...(figure?.series ?? []).map(({ name, points }): Series => ({ name: `published: ${name}`, points })),
  ]
  const xs = [...new Set(all.flatMap(({ points }) => points.map(([x]) => x)))].sort((a, b) => a - b)
  if (xs.length === 0 || xs.length > MOST_COLUMNS) return []
  const cell = (line: Series, x: number) => {
    const y = line.points.find(([at]) => at === x)?.[1]
    return y === undefined ? '' : shown(y)
  }
  return [
    `| ${figure?.axes?.x ?? ''} | ${xs.map(shown).join(' | ')} |`,
    `| --- |${' ---: |'.repeat(xs.length)}`,
    ...all.map((line) => `| ${line.name} | ${xs.map((x) => cell(line, x)).join(' | ')} |`),
    '',
  ]
}

function factsTable({ facts }: Found): string[] {
  const entries = Object.entries(facts)
  if (entries.length === 0) return []
  return ['| | |', '| --- | --- |', ...entries.map(([name, value]) => `| ${name} | ${shown(value)} |`), '']
}

function foot(id: string, found: Found, paper: string, spread?: string): string[] {
  const time = `${minutes(found.seconds)} minutes of one processor`
  return [`${capital(seedsInWords(found, spread))}; ${time}. \`npm run papers -- ${paper} --only ${id}\``, '']
}

/** `seeds 1, 2, 3: CM by 0.001 at most`. */
function seedsInWords({ seeds }: Found, spread?: string): string {
  if (seeds.length === 0) return 'no chance in it'
  return `seed${seeds.length === 1 ? '' : 's'} ${seeds.join(', ')}${spread === undefined ? '' : `: ${spread}`}`
}

/** A chart has room for few curves; the table has the rest. */
function drawn(found: Found): readonly Series[] {
  return found.series.slice(0, 6)
}

/** `figure-6` → Figure 6. */
function toName(id: string): string {
  return capital(id.replaceAll('-', ' '))
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function shortName({ published: { authors, year } }: Paper): string {
  const names = authors.map((author) => author.split(' ').at(-1) ?? author)
  const who = names.length > 2 ? `${names[0]} et al.` : names.join(' and ')
  return `${who} ${year}`
}

function shown(value: number | string): string {
  if (typeof value === 'string') return value
  if (Number.isInteger(value)) return value.toLocaleString('en')
  return Math.abs(value) >= 100
    ? value.toLocaleString('en', { maximumFractionDigits: 1 })
    : String(Number(value.toPrecision(4)))
}

function minutes(seconds: number): string {
  return seconds < 3 ? '–' : (seconds / 60).toFixed(1)
}
