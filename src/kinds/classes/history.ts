/** Releases over time: the steps of a table whose people are counted together with earlier ones (`src/history/`). */
import { basename, dirname } from 'node:path'
import type { Engine } from '../../engines/engine.ts'
import { csvField } from '../../ground/csv.ts'
import { hashFile } from '../../ground/hash-file.ts'
import { finestGrouping } from '../../hierarchy/grouping.ts'
import { groupLabel, type Hierarchy, hasPublicEnds, MISSING_LABEL } from '../../hierarchy/hierarchy.ts'
import { peoplePerBin } from '../../hierarchy/specification.ts'
import { checkTogether } from '../../history/count-together.ts'
import {
  type Borders,
  joinPeople,
  type LedgerHead,
  ledgerId,
  PERSON,
  readBorders,
  readLedger,
  readValues,
  readWaiting,
  releaseStatement,
  requireNewest,
  uploadNext,
  withPersons,
  writeLedger,
} from '../../history/ledger.ts'
import type { PersonValues } from '../../history/same-values.ts'
import type { AnyClassesPlan, PlannedHistory } from '../../plan/plan.ts'
import { readKeyFile } from '../../pseudonyms/key-file.ts'
import { groupName, rowsWithGroups } from '../../recoding/recode-statement.ts'
import { arranged, columnKinds } from '../../release/arrange.ts'
import { stagedSink } from '../../release/staged.ts'
import type { ShownClasses } from '../../release/write-classes.ts'
import type { HistoryFigures } from '../../report/report.ts'
import { smallestAllowedClass } from '../../requirements/requirement.ts'
import type { StepRun } from '../../run.ts'
import { valueOrMissing } from '../../sql/encoding.ts'
import type { Checks, Found, Written } from '../kind.ts'
import { countTable } from '../table/count-table.ts'
import { tableChecks } from '../table/release-checks.ts'
import type { CountedRows, OpenedTable, TableStations } from '../table/stations.ts'
import { type KnownHistory, labelNumbers, type NextHistory } from './history-search.ts'

export async function countHistory(
  plan: AnyClassesPlan,
  asked: PlannedHistory,
  data: OpenedTable,
  run: StepRun,
): Promise<CountedRows & { readonly history: KnownHistory }> {
  const { table, released } = data
  const { engine, source } = table
  const counted = await countTable(withBorders(plan, await readBorders(engine, asked.ledger)), data, run)
  const key = readKeyFile(asked.key, asked.named)
  const quasiIdentifiers = counted.hierarchies.map(({ column }) => column)
  const columns = released.filter((column) => !quasiIdentifiers.includes(column))
  const subject = { person: asked.person, quasiIdentifiers, columns, k: smallestAllowedClass(plan.requirements) }
  const ledger = await readLedger(engine, asked.ledger, key, subject)
  if (plan.output.fullManifest !== undefined) requireNewest(dirname(plan.output.fullManifest), asked.ledger, ledger)
  const { missingValues } = plan
  const { rows, erased } = await withPersons(engine, source, { ...asked, missingValues }, key)
  const { dialect } = engine
  const coded = rowsWithGroups(dialect, rows, {
    carried: [...new Set([PERSON, asked.person, ...columns])].map((column) => dialect.identifier(column)),
    grouped: counted.encodings.map((encoding, i) => ({
      name: groupName(i),
      encoding,
      codeGroups: finestGrouping(counted.hierarchies[i].values.length).codeGroups,
    })),
    there: counted.rowsMissing > 0 ? counted.encodings : [],
    value: (column) => valueOrMissing(dialect, column, missingValues),
  })
  const people = await joinPeople(
    engine,
    coded,
    {
      codes: quasiIdentifiers.map((_, i) => groupName(i)),
      columns,
      ledger: ledger && asked.ledger,
      erased,
      person: asked.person,
    },
    run,
  )
  const sensitive: PersonValues[] = []
  for (const { name } of counted.frequencies.sensitive ?? []) {
    const texts = await readValues(engine, columns.indexOf(name), run)
    sensitive.push(codeValues(name, texts, missingValues))
  }
  return { ...counted, history: { asked, subject, key, ledger, people, sensitive } }
}

/** Public bins are those of the first release: bins that follow the data would move people out of classes. */
function withBorders(plan: AnyClassesPlan, borders: Borders): AnyClassesPlan {
  const columns = plan.columns.map((column) => {
    const list = borders[column.name]
    if (list === undefined || !peoplePerBin(column.hierarchy)) return column
    return { ...column, hierarchy: { ...column.hierarchy, borders: list } as typeof column.hierarchy }
  })
  return { ...plan, columns }
}

function listBorders(hierarchies: readonly Hierarchy[]): Borders {
  return Object.fromEntries(hierarchies.filter(hasPublicEnds).map((one) => [one.column, binStarts(one)]))
}

/** Starts of all bins but the first: numbers, or places in an order. */
function binStarts({ kind, low, missing, members = [] }: Hierarchy): number[] {
  let place = 0
  const starts = kind === 'number' ? Array.from(low) : members.map(({ length }) => (place += length) - length)
  return starts.filter((_, bin) => bin > 0 && bin !== missing)
}

function codeValues(
  name: string,
  { now, before }: Awaited<ReturnType<typeof readValues>>,
  missingValues: readonly string[],
): PersonValues {
  const isMissing = (text: string | null) => text === null || missingValues.includes(text)
  const texts = [...new Set([...now, ...before])].filter((text): text is string => !isMissing(text))
  const values = texts.sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
  const places = new Map<string | null, number>(values.map((text, code) => [text, code]))
  const code = (text: string | null) => places.get(text) ?? values.length
  const all = [...now, ...before].some(isMissing) ? [...values, MISSING_LABEL] : values
  return { name, values: all, now: Int32Array.from(now, code), before: Int32Array.from(before, code) }
}

export interface WrittenHistory extends ShownClasses {
  readonly history: HistoryFigures
  /** People who wait, as comma-separated text. */
  readonly waiting: string
}

export async function writeHistory(
  { plan, data, staged, ledger: file }: Found<TableStations>,
  known: KnownHistory,
  history: NextHistory,
  run: StepRun,
): Promise<WrittenHistory> {
  const { engine, source } = data.table
  const { dialect } = engine
  const { next, past, pasts, classes, shown } = history
  const { subject, key, people, ledger } = known
  const labels = subject.quasiIdentifiers.map((column) => classes.map((one) => one.shown[column]))
  await uploadNext(engine, { ...next, past }, labels, run)
  const sink = stagedSink(plan, staged, data.table)
  const arrangement = { ...plan.arrangement, kinds: columnKinds(source, subject.quasiIdentifiers) }
  const rows = releaseStatement(dialect, data.released, subject)
  await engine.export(arranged(dialect, rows, data.released, sink, arrangement), sink, run)
  const written = {
    name: basename(plan.output.release),
    sha256: (await hashFile((staged as { file: string }).file)).sha256,
    rows: history.figures.rows,
  }
  const head: LedgerHead = {
    halftone: 'ledger',
    version: 1,
    ...subject,
    key: key.fingerprint,
    releases: [...(ledger?.releases ?? []), written],
    classes,
    pasts,
    borders: ledger?.borders ?? listBorders(history.recounted.problem.hierarchies),
  }
  const erased = Array.from(people.erased.keys()).filter((person) => people.erased[person] === 1)
  await writeLedger(engine, head, file as string, erased, run)
  const { hierarchies } = history.recounted.problem
  const shownClasses = Array.from(shown, (c) => classes[c])
  return {
    shown: labels.map((texts) => Array.from(shown, (c) => texts[c])),
    numbers: hierarchies.map((hierarchy) => labelNumbers(hierarchy, shownClasses)),
    groups: hierarchies.map((hierarchy) =>
      hierarchy.values.map((value, code) =>
        code < (hierarchy.unseen ?? Infinity) ? groupLabel(hierarchy, code, code) : value,
      ),
    ),
    extents: hierarchies.map(() => undefined),
    history: { ...history.figures, ledger: ledgerId(head), file: known.asked.ledger },
    waiting: await waitingText(known, engine, run),
  }
}

async function waitingText({ subject }: KnownHistory, engine: Engine, run: StepRun): Promise<string> {
  const { names, waited } = await readWaiting(engine, subject.person, run)
  const lines = names.map((name, i) => `${csvField(name ?? '')},${waited[i]}`)
  return [`${csvField(subject.person)},releases waited`, ...lines, ''].join('\n')
}

export function historyChecks(
  work: Written<TableStations>,
  { asked, ledger: before }: KnownHistory,
  { recounted, figures }: NextHistory,
): Checks {
  const { ledger } = work
  const { verify, source } = tableChecks(
    { ...work, counted: recounted.counted },
    { rows: figures.rows, labels: undefined },
  )
  return {
    source,
    async verify(file, run) {
      const verified = await verify(file, run)
      const request = {
        ledger: ledger as string,
        before: before && asked.ledger,
        acceptedBy: asked.leavers === 'go' ? asked.acceptedBy : undefined,
        missingValues: work.plan.missingValues,
      }
      const together = await checkTogether(verified.countable, request, run)
      const { checks, verdict, ...rest } = verified.verification
      const holds = verdict === 'holds' && together.holds
      return {
        ...verified,
        verification: { verdict: holds ? 'holds' : 'broken', ...rest, checks: [...checks, together] },
      }
    },
  }
}
