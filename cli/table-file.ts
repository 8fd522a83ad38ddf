/** Options for table files on the command line, and the text of their risk. */
import { userError } from '../src/ground/errors.ts'
import { formatCount, formatShare, many, prose } from '../src/ground/format.ts'
import type { RiskProfile } from '../src/metrics/risk/profile.ts'
import type { TablePlan } from '../src/plan/plan.ts'
import { withK } from '../src/requirements/index.ts'
import { sensitiveItems } from '../src/requirements/items/km-anonymity.ts'
import { assessRisk, type VerifyRequest, verifyRelease } from '../src/tasks/verify.ts'
import { checkWords } from './check-words.ts'
import type { Answer } from './command.ts'
import type { FileOfKind, FileQuestions, RiskQuestions } from './file-questions.ts'
import { readRequirements } from './model-options.ts'
import { facts, table } from './print/text.ts'
import { fileSource, readAsJob } from './source-options.ts'
import { defaultThreads } from './values.ts'
import { MOST_WITNESSES, writeWitnesses } from './witnesses-file.ts'

export const tableFile: FileOfKind = { verifyRequest, risk }

async function verifyRequest(file: string, options: FileQuestions, job: TablePlan | undefined): Promise<VerifyRequest> {
  const { k, m, qi, strict, items, separator, over, sensitive, h } = options
  if (m !== undefined && m < 1) throw userError('value', '--m')`--m must be a whole number of at least 1; got ${m}`
  if (h !== undefined && !(h > 0 && h < 1))
    throw userError('value', '--h')`--h must be a number between 0 and 1; got ${h}`
  const asked = await readRows(file, options, job)
  const models = readRequirements({ ...options }, asked.persons)
  if (job === undefined && (qi === undefined || (k === undefined && models.length === 0)))
    throw userError('present', '--job')`verify needs to know what must hold; give --job JOB, or --qi a,b and --k 10 or
      --l-diversity diagnosis=3`
  return {
    ...asked,
    job,
    quasiIdentifiers: qi,
    requirements: [...(job?.requirements ?? (over === undefined ? withK([], k, asked.persons) : [])), ...models],
    suppressedGroup: strict ? 'enforce' : undefined,
    items: items === undefined ? undefined : { column: items, separator },
    km:
      m === undefined
        ? undefined
        : {
            k: k ?? job?.factsK ?? 2,
            m,
            sensitive: sensitiveItems({ sensitive, h }),
            isOverFacts: over === undefined ? undefined : true,
          },
  }
}

async function readRows(file: string, options: FileQuestions, job: TablePlan | undefined) {
  const { persons = job?.persons, population, against, witnesses } = options
  return {
    source: fileSource(file, options, readAsJob(file, job)),
    persons,
    population: population === undefined ? undefined : fileSource(population, options),
    against: against === undefined ? undefined : fileSource(against, options, readAsJob(against, job)),
    mostWitnesses: witnesses === undefined ? undefined : MOST_WITNESSES,
  }
}

async function risk(
  file: string,
  options: RiskQuestions,
  plan: TablePlan | undefined,
  signal: AbortSignal,
): Promise<Answer> {
  const { threshold, witnesses, warn, fail } = options
  const quasiIdentifiers =
    options.qi ?? plan?.columns.filter((column) => column.role === 'quasi-identifier').map((column) => column.name)
  if (quasiIdentifiers === undefined)
    throw userError('present', '--qi')`risk needs to know the quasi-identifiers; give --qi a,b or --job JOB`
  if (threshold < 0 || threshold > 1)
    throw userError('value', '--threshold')`--threshold must be a number from 0 to 1; got ${threshold}`
  const asked = { ...(await readRows(file, options, plan)), quasiIdentifiers }
  const profile = await assessRisk(
    {
      ...asked,
      people: options.populationSize ?? plan?.people,
      missingValues: plan?.missingValues ?? ['?', ''],
      threshold,
    },
    { signal, threads: defaultThreads() },
  )
  const requirements = readRequirements({ ...options }, asked.persons)
  const { checks } =
    requirements.length === 0 ? { checks: [] } : await verifyRelease({ ...asked, requirements }, { signal })
  if (witnesses !== undefined) await writeWitnesses(witnesses, checks)
  const { highest } = profile.prosecutor
  const warning =
    warn !== undefined && highest > warn
      ? `the highest risk, ${formatShare(highest)}, is above ${formatShare(warn)}`
      : undefined
  const failed = fail !== undefined && (highest > fail || checks.some((check) => !check.holds))
  return {
    record: { file, quasiIdentifiers, ...profile, checks, warning, failed },
    text: [
      riskText(profile, quasiIdentifiers),
      ...(checks.length === 0
        ? []
        : ['', facts(checks.map((check) => [check.name, `${check.holds ? '✓' : '✗'} ${checkWords(check)}`]))]),
      ...(warning === undefined ? [] : ['', `note ${warning}`]),
      ...(failed ? ['', 'failed: above what --fail allows'] : []),
    ].join('\n'),
    exitCode: failed ? 1 : 0,
  }
}

function riskText(profile: RiskProfile, quasiIdentifiers: readonly string[]): string {
  const { prosecutor, journalist, unit = 'row' } = profile
  const row = (name: string, figures: RiskProfile['prosecutor']) => [
    name,
    formatShare(figures.highest),
    formatShare(figures.average),
    `${formatCount(figures.rowsAtRisk)} (${formatShare(figures.shareAtRisk)})`,
  ]
  return [
    facts({
      'quasi-identifiers': quasiIdentifiers.join(', '),
      [`${unit}s`]: prose`${formatCount(profile.rows)}${unit === 'row' ? '' : ', once in each class'}, of them
        ${formatCount(profile.suppressedRows)} suppressed`,
      classes: `${formatCount(profile.classes)}, the smallest of ${many(profile.smallestClass, unit)}`,
      uniques: `${
        profile.uniqueRows === 1
          ? `1 ${unit} is the only one`
          : `${formatCount(profile.uniqueRows)} ${unit}s are the only ones`
      } of ${profile.uniqueRows === 1 ? 'its' : 'their'} kind (${formatShare(profile.uniqueShare)})`,
      population:
        profile.populationUniques &&
        `${formatCount(Math.round(profile.populationUniques.uniques))} of ` +
          `${formatCount(profile.populationUniques.people)} people are the only ones of their kind, estimated ` +
          `(${profile.populationUniques.estimator})`,
    }),
    '',
    table([
      ['risk', 'highest', 'average', `${unit}s above ${formatShare(profile.threshold)}`],
      row('prosecutor', prosecutor),
      row('journalist', journalist),
      ['marketer', '', formatShare(profile.marketer), ''],
    ]),
    '',
    '  prosecutor: knows the person is in the file; journalist: does not; marketer: matches everybody.',
  ].join('\n')
}
