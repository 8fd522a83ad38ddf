/**
 * Figures of releases that nobody counts together, at k = 10: of generated people, and of Adult if it is there.
 *
 *     npx tsx research/bench/history/leaks.ts --people 20000 --rounds 3    # rounds of boxes; the whole search without
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { haveData } from '../../../test/data.ts'
import { leaksOfAdult, leaksOfGenerated } from '../../../test/leaks.ts'

const { values } = parseArgs({
  options: { people: { type: 'string', default: '20000' }, rounds: { type: 'string' } },
})
const folder = mkdtempSync(join(tmpdir(), 'halftone-leaks-'))
const place = {
  folder,
  algorithm: values.rounds === undefined ? 'boxes' : { name: 'boxes', rounds: Number(values.rounds) },
}
try {
  console.log('generated people', await leaksOfGenerated(place, Number(values.people)))
  if (haveData('adult')) console.log('Adult', await leaksOfAdult(place))
} finally {
  rmSync(folder, { recursive: true, force: true })
}
