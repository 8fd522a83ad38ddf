/** Options for basket files on the command line, and the text of their risk. */
import type { Command, OptionValues } from '@commander-js/extra-typings'
import { UserError, userError } from '../src/ground/errors.ts'
import { formatCount, formatShare, many, prose } from '../src/ground/format.ts'
import type { BasketsFile, BasketsRisk } from '../src/kinds/file-questions.ts'
import type { ItemsPlan } from '../src/plan/plan.ts'
import { readItemsRecodingFile } from '../src/recoding/items.ts'
import { assessRisk, type VerifyRequest } from '../src/tasks/verify.ts'
import type { Answer } from './command.ts'
import type { BasketOptions, FileOfKind, FileQuestions, RiskQuestions } from './file-questions.ts'
import { facts, table } from './print/text.ts'
import { fileSource } from './source-options.ts'

export function addBasketOptions<Words extends unknown[], Options extends OptionValues>(
  command: Command<Words, Options>,
): Command<Words, Options & BasketOptions> {
  const plain: Command = command as unknown as Command
  plain
    .option('--items <column>', 'baskets in a table: the column of items')
    .option('--separator <text>', 'baskets: separator of items (default: blanks)')
    .option('--per <column>', 'a table with a row per item: the column that identifies the person')
    .option('--recoding <file>', 'baskets with privacy constraints: the recoding of the release')
  return command as unknown as Command<Words, Options & BasketOptions>
}

export const basketsFile: FileOfKind = { verifyRequest, risk }

async function verifyRequest(file: string, options: FileQuestions, job: ItemsPlan | undefined): Promise<VerifyRequest> {
  const { k, m = 2, against } = options
  if (against !== undefined)
    throw userError('together', '--against')`--against compares the classes of tables; remove it for baskets of items`
  if (k !== undefined && k < 2)
    throw new UserError(`--k must be a whole number of at least 2; got ${k}`, { path: '--k', rule: 'value' })
  if (m < 1) throw new UserError(`--m must be a whole number of at least 1; got ${m}`, { path: '--m', rule: 'value' })
  return { ...readBaskets(file, options, job), km: k === undefined ? undefined : { k, m } }
}

async function risk(
  file: string,
  options: RiskQuestions,
  job: ItemsPlan | undefined,
  signal: AbortSignal,
): Promise<Answer> {
  const { k, m, seed, trials } = options
  const found = await assessRisk({ ...readBaskets(file, options, job), attacker: { seed, trials, k, m } }, { signal })
  return { record: { file, ...found }, text: basketsRiskText(found) }
}

function readBaskets(file: string, options: BasketOptions, job: ItemsPlan | undefined): BasketsFile {
  const { items = 'items', separator, per } = options
  const recodingFile = options.recoding ?? job?.output.recoding
  const recoding = recodingFile === undefined ? undefined : readItemsRecodingFile(recodingFile)
  if (options.recoding !== undefined && recoding === undefined)
    throw userError('file', '--recoding')`${options.recoding} is not a recoding of items; give the .recoding.json of the
      release`
  return {
    source: fileSource(file, options),
    ...(job === undefined ? { items: { column: items, separator, per } } : { job }),
    recoding,
  }
}

const MOST_SUPPORTS = 10

function basketsRiskText(risk: BasketsRisk): string {
  const { supports, attacker, below } = risk
  const listed = supports.shares.slice(0, MOST_SUPPORTS)
  const rest = supports.shares.slice(MOST_SUPPORTS)
  const total = rest.reduce((sum, entry) => sum + entry.constraints, 0)
  return [
    facts({
      baskets: prose`${formatCount(risk.baskets)}, of them ${formatCount(risk.empty)} without items;
        ${many(risk.tokens, 'different item')}`,
      'largest risk': prose`${formatShare(supports.risk)}: the rarest of ${many(supports.constraints, 'set')} of items
        is in ${many(supports.smallest, 'basket')}`,
      [`below ${below?.k}`]:
        below &&
        `${many(below.sets, 'set')} of items (${formatShare(below.share)}) ${below.sets === 1 ? 'is' : 'are'} in ` +
          `fewer than ${below.k} baskets`,
      attacker: prose`who knows ${many(risk.knows, 'item')} of a person finds ${formatShare(attacker.success)} of
        people, and ${formatShare(attacker.unique)} for certain (${formatCount(attacker.trials)} tried)`,
      candidates: `quartiles ${attacker.quartiles.map(formatCount).join(', ')}`,
    }),
    '',
    table([
      ['baskets that hold it', 'sets of items', 'share'],
      ...listed.map(({ support, constraints, share }) => [
        formatCount(support),
        formatCount(constraints),
        formatShare(share),
      ]),
      ...(rest.length === 0
        ? []
        : [
            [`${formatCount(rest[0].support)} and more`, formatCount(total), formatShare(total / supports.constraints)],
          ]),
    ]),
  ].join('\n')
}
