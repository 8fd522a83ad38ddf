/**
 * `npx tsx test/faults/on-old-code.ts CHECKOUT [PATTERN]`: the scenarios of `scenarios/` on the command of a checkout (built, or by its
 * sources), a line for each with what came of it, marked FAULT where the scenario can tell. A commit before the fixes shows the faults. Not
 * a test: scenarios that need a seam in the code (a death at a rename, a source that changes between two steps) are in the tests of this
 * folder alone.
 *
 * A new fault: a scenario in the file of its group in `scenarios/` (any file there is read), and its line in README.md.
 */
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeFiles } from '../end-to-end/workshop.ts'
import type { Scenarios } from './scenario.ts'

const pattern = new RegExp(process.argv[3] ?? '')
const scenarioFolder = join(import.meta.dirname, 'scenarios')

for (const file of readdirSync(scenarioFolder).sort()) {
  const { scenarios }: { scenarios: Scenarios } = await import(join(scenarioFolder, file))
  for (const [name, [files, look]] of Object.entries(scenarios)) {
    if (!pattern.test(name)) continue
    const folder = mkdtempSync(join(tmpdir(), 'halftone-old-'))
    mkdirSync(join(folder, 'temporary'))
    writeFiles(folder, files)
    const sighting = await look(folder).catch((error: Error) => `not seen: ${error.message}`)
    const line =
      typeof sighting === 'string' ? sighting : `${sighting.isFault ? 'FAULT' : 'as it should be'}: ${sighting.seen}`
    process.stdout.write(`${name}: ${line.replaceAll(folder, '').replaceAll('\n', ' ')}\n`)
    rmSync(folder, { recursive: true, force: true })
  }
}
