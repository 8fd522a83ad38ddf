/** Writes the page of a paper, its charts and the gallery from published.json and results.json alone. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { drawFigure } from './draw-figure.ts'
import {
  type Claim,
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
  const pages: Record<string, string> = { 'README.md': gallery(papers), 'claims.md': claimsPage(papers) }
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
    'Every printed statement that can be read from the text. [All claims](claims.md) has one line each, with the words to look for in the paper.',
    '',
    ...claimsByVerdict(papers),
    '',
    readingsInWords(papers),
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

const VERDICTS = ['met', 'better', 'differs', 'not comparable', 'cannot be tested', 'not tested yet'] as const

interface ListedClaim extends Pick<Claim, 'says' | 'line' | 'words' | 'data'> {
  readonly verdict: (typeof VERDICTS)[number]
  readonly where: string
  /** Our figure, or why there is none. */
  readonly ours: string
}

function listClaims(paper: Paper): ListedClaim[] {
  const judged = withResults(paper).flatMap(({ figure, experiment, found }) =>
    judgeClaims(figure, experiment.judge(found, paper.results)).map(({ claim, measured, verdict }): ListedClaim => {
      const { incomparable, where } = figure
      const given = claim.printed === undefined ? '' : ` (printed ${printedInWords(claim.printed)})`
      const ours = `${measuredInWords(measured)}${verdict === 'differs' ? explainedBy(paper, claim) : ''}`
      const listed = { ...claim, says: `${claim.says}${given}`, where, verdict, ours }
      if (incomparable === undefined || claim.comparable) return listed
      return { ...listed, verdict: 'not comparable', ours: `${ours}; ${incomparable}` }
    }),
  )
  return [...judged, ...paper.published.untested.map((claim) => ({ ...claim, ours: claim.why }))]
}

/** Names the reading that explains a difference, and how far from the paper it is, if it is closer than ours. */
function explainedBy({ name, experiments, results }: Paper, { reason }: Claim): string {
  const experiment = experiments.find(({ id }) => id === reason)
  if (reason === undefined || experiment === undefined || !('compare' in experiment) || !(reason in results)) return ''
  const outcome = experiment.compare(results[reason], results)
  const link = `[${toName(reason)}](${name}/README.md#${reason})`
  if (nearerWay(outcome) !== 'other' || outcome.distances === undefined) return `; see ${link}`
  const { taken, other, unit } = outcome.distances
  return `; ${link}, read the other way, misses by ${shown(other)} ${unit} instead of ${shown(taken)}`
}

/** The number of claims with each verdict, by paper; also printed at the end of a run. */
function claimsByVerdict(papers: readonly Paper[]): string[] {
  const rows = papers.map((paper) => {
    const all = listClaims(paper)
    const counts = VERDICTS.map((verdict) => all.filter((each) => each.verdict === verdict).length)
    return `| [${shortName(paper)}](${paper.name}/README.md) | ${counts.join(' | ')} |`
  })
  return [`| paper | ${VERDICTS.join(' | ')} |`, `| --- |${' ---: |'.repeat(VERDICTS.length)}`, ...rows]
}

function claimsPage(papers: readonly Paper[]): string {
  const texts = papers.map((paper) => `\`${paper.published.text}\``)
  const head = [
    '# All claims by verdict',
    '',
    `Written by \`npm run papers\`, which ends by printing it. *Line* is the line of the paper's text that our claims were read from (${texts.join(', ')}; one paragraph a line, without page marks), and the words beside it can be searched for in any copy of the paper.`,
  ]
  return `${[...head, ...claimsTables(papers)].join('\n')}\n`
}

/** Each claim on a line, under its verdict. */
export function claimsTables(papers: readonly Paper[]): string[] {
  const all = papers.flatMap((paper) => listClaims(paper).map((claim) => ({ paper, claim })))
  const tables = VERDICTS.flatMap((verdict) => {
    const rows = all
      .filter(({ claim }) => claim.verdict === verdict)
      .map(({ paper, claim: { says, where, line, words, ours, data } }) => {
        const rests = data === undefined ? '' : `; ${data}`
        return `| ${shortName(paper)} | ${says} | ${where} | ${line} | “${words.replaceAll('|', '\\|')}” | ${ours}${rests} |`
      })
    if (rows.length === 0) return []
    const title = `## ${capital(verdict)}`
    return [
      '',
      title,
      '',
      '| paper | claim | where | line | words | ours |',
      '| --- | --- | --- | ---: | --- | --- |',
      ...rows,
    ]
  })
  return [...tables, '', '## Counted', '', ...claimsByVerdict(papers)]
}

function readingsInWords(papers: readonly Paper[]): string {
  const nearer = papers.flatMap(({ experiments, results }) =>
    experiments.flatMap((experiment) =>
      'compare' in experiment && experiment.id in results
        ? [nearerWay(experiment.compare(results[experiment.id], results))]
        : [],
    ),
  )
  const count = (way: string) => nearer.filter((each) => each === way).length
  return `Places that can be read in two ways are tried in both. We take what the paper's words say, and our own choice where they say nothing: of ${nearer.length} readings ours is closer to the paper in ${count('taken')}, the other in ${count('other')}, and ${count('open')} are open. Each page has both figures.`
}

function verdictInWords(figure: PublishedFigure, claims: readonly JudgedClaim[]): string {
  const verdict = judgeFigure(figure, claims)
  return figure.incomparable === undefined ? verdict : `${verdict}: ${figure.incomparable}`
}

function paperPage(paper: Paper): string {
  const { name, published } = paper
  const { authors, year, title, venue, doi, bibtex, about, readings, text } = published
  const lines = [
    `# ${shortName(paper)}`,
    '',
    `${authors.join(', ')}: *${title}*. ${venue}, ${year}.${doi === undefined ? '' : ` <https://doi.org/${doi}>`}`,
    '',
    about,
    '',
    `\`npm run papers -- ${name}\` makes everything on this page again. It is written from \`published.json\` and \`results.json\`. Lines are those of \`${text}\`; [all claims](../claims.md) has the words of each.`,
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
    ({ where, line, says, verdict, why }) => `| ${says} | ${where} | ${line} | ${verdict} | ${why} |`,
  )
  lines.push('## Claims without an experiment', '')
  lines.push('| claim | where | line | | why |', '| --- | --- | ---: | --- | --- |', ...untested, '')
  lines.push('## To cite the paper', '', '```bibtex', ...bibtex, '```')
  return `${lines.join('\n')}\n`
}

const nearerInWords = {
  taken: 'Our reading is closer to the paper',
  other: 'The other reading is closer to the paper',
  open: 'The paper does not decide between them.',
} as const

function distancesInWords(distances: ReadingOutcome['distances']): string {
  if (distances === undefined || distances.taken === distances.other) return ''
  const { taken, other, unit } = distances
  return `: ours misses by ${shown(taken)} ${unit}, the other by ${shown(other)}.`
}

function claimsTable(claims: readonly JudgedClaim[]): string[] {
  const rows = claims.map(({ claim, measured, verdict }) => {
    const { says, line, printed, by, reason, data } = claim
    const number = typeof measured !== 'boolean' && printed !== undefined
    const within = number
      ? `± ${shown(readTolerance(claim, measured))}${by === undefined ? '' : `: ${by}`}`
      : (by ?? '')
    const why = verdict === 'differs' && reason !== undefined ? `, see ${toName(reason)}` : ''
    const rests = data === undefined ? '' : `; ${data}`
    const given = printed === undefined ? '' : printedInWords(printed)
    return `| ${says} | ${line} | ${given} | ${within} | ${measuredInWords(measured)} | ${verdict}${why}${rests} |`
  })
  return ['| claim | line | printed | within | ours | |', '| --- | ---: | ---: | --- | ---: | --- |', ...rows, '']
}

function printedInWords(printed: NonNullable<Claim['printed']>): string {
  return typeof printed === 'number' ? shown(printed) : printed.map(shown).join(' to ')
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
