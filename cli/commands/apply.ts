/** `halftone apply RECODING DATA`: applies a recoding to new data. */
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { type Command, Option } from '@commander-js/extra-typings'
import { userError } from '../../src/ground/errors.ts'
import { appliedKind } from '../../src/kinds/recodings.ts'
import { filesBeside } from '../../src/plan/outputs-beside.ts'
import { type Plan, readPlan } from '../../src/plan/read-plan.ts'
import { finishSets } from '../../src/publish/published-set.ts'
import { type Recoding, readRecodingFile } from '../../src/recoding/read-recoding.ts'
import { today } from '../../src/report/signing.ts'
import { formLike } from '../../src/sources/detect-form.ts'
import { allFormats } from '../../src/sources/formats/index.ts'
import { type ApplyRequest, applyRecoding } from '../../src/tasks/apply.ts'
import { answer } from '../command.ts'
import { progressLine, withLine } from '../print/progress.ts'
import { summarize } from '../print/summary.ts'
import { addFileOptions, type FileOptions, fileSource, readAsJob } from '../source-options.ts'
import { anyNumber, defaultThreads, listOfNames, wholeNumber } from '../values.ts'

const HELP = `
Examples:
  halftone apply out/private/release.recoding.json february.csv --output february-release.csv
  halftone apply out/private/release.recoding.json test.csv --output t.csv --job job.yaml --compare
  halftone apply out/private/may.recoding.json june.csv --ledger private/people.ledger --output out/june.csv`

export function addApply(program: Command): void {
  const command = program
    .command('apply')
    .description('applies the recoding of an earlier run to new data, and verifies the result')
    .argument('<recoding>', 'the .recoding.json of an earlier run')
    .argument('<data>', `the new data, like those of the recoding: ${allFormats()}`)
    .requiredOption('--output <file>', 'the release to write')
    .option('--k <number>', 'overrides k of the recoding', wholeNumber)
    .addOption(
      new Option('--unseen <what>', 'what to do with rows (or items) that the recoding does not know')
        .choices(['suppress', 'fail'] as const)
        .default('suppress' as const),
    )
    .option(
      '--suppression-limit <share>',
      'the largest share of rows that may be suppressed, from 0 to 1 (that of the job; without --job none)',
      anyNumber,
    )
    .option(
      '--job <job>',
      'the job file: its roles, weights, endpoints, goal and suppression limit; its algorithm is what --compare ' +
        'searches with',
    )
    .option('--drop <columns>', 'columns to leave out that the recoding does not know (a,b,c)', listOfNames)
    .option('--keep <columns>', 'columns to release unchanged that the recoding does not know', listOfNames)
    .option('--key <file>', 'the key of pseudonyms and shifted dates (that of the job)')
    .option(
      '--ledger <file>',
      'count together with the earlier releases of this ledger, whose classes stay (that of the job)',
    )
    .option('--compare', 'also search on the new data, and say what keeping the old recoding costs (needs --job)')
    .option('--report <file>', 'also write a report')
    .addOption(
      new Option(
        '--order <order>',
        'rows sorted by what they say (default), or as in the source, by which each can be linked',
      ).choices(['sorted', 'source'] as const),
    )
    .addOption(
      new Option(
        '--decimal <mark>',
        'the decimal mark of the new data and of its release (that of the job; seen in the data without one)',
      ).choices([',', '.'] as const),
    )
    .option('--show-values', 'show data values in error messages (default: masked)')
    .option('--force', 'replace existing outputs')
  addFileOptions(command)
    .option('--json', 'print one JSON object instead of text')
    .addHelpText('after', HELP)
    .action((recodingFile, data, options) =>
      answer(options, async (signal) => {
        if (options.compare && options.job === undefined)
          throw userError('together', '--compare')`--compare searches with the goal and algorithm of a job file; give it
            with --job JOB`
        const { suppressionLimit } = options
        if (suppressionLimit !== undefined && (suppressionLimit < 0 || suppressionLimit > 1))
          throw userError('value', '--suppression-limit')`--suppression-limit must be a share from 0 to 1; got
            ${suppressionLimit}`
        const job =
          options.job === undefined ? undefined : readPlan(options.job, options.k === undefined ? {} : { k: options.k })
        const release = resolve(options.output)
        await finishSets([recodingFile])
        const recoding = readRecodingFile(recodingFile)
        const { source, form } = formOfData(data, release, job, recoding, options)
        const { force = false, compare = false, unseen, drop, keep, key, order, k, report } = options
        const beside = filesBeside(release, ['recoding', 'fullManifest', 'manifest'])
        const output = { ...beside, report: report && resolve(report) }
        const ledger = options.ledger && resolve(options.ledger)
        const asked = { unseen, drop, keep, key, order, k, suppressionLimit, job, ledger, compare }
        const result = await withLine(progressLine(), (progress) =>
          applyRecoding(
            { recoding, name: recodingFile, source, form, output, ...asked },
            { signal, date: today(), force, threads: defaultThreads(), progress },
          ),
        )
        const { release: published, judgement } = result
        const exitCode = judgement?.verdict === 'exposed' ? 3 : published === undefined ? 1 : 0
        return { record: result, text: summarize(result), exitCode }
      }),
    )
}

/** New data is read as the job says, or as detected; the release keeps that format. */
function formOfData(
  data: string,
  release: string,
  job: Plan | undefined,
  recoding: Recoding,
  options: FileOptions & { readonly decimal?: ',' | '.' | undefined },
): Pick<ApplyRequest, 'source' | 'form'> {
  const recoded = appliedKind(recoding).columns?.(recoding)
  const numeric = (recoded ?? []).flatMap((column) => (column.type === 'numeric' ? [column.column] : []))
  const like = job?.source ?? readAsJob(data, undefined, numeric)
  const decimal = options.decimal ?? like.numbers?.decimal
  const numbers = decimal === undefined ? undefined : { decimal, columns: like.numbers?.columns ?? numeric }
  const source = { ...fileSource(data, options, like), numbers }
  if (job !== undefined || recoded === undefined || !existsSync(data)) return { source }
  const commas = decimal === ',' && /\.csv$/i.test(release) ? { decimalComma: numeric } : {}
  const form = formLike(resolve(data), source, release)
  // Labels of public bins may have the letters ≤, ≥ and …, which encodings of one byte do not have.
  const isBinned = recoded.some((column) => 'bins' in column && column.bins !== undefined)
  const encoding = isBinned && form.encoding !== undefined && form.encoding !== 'utf-16' ? 'utf-8' : form.encoding
  return { source, form: { ...form, encoding, ...commas } }
}
