/**
 * Runs ARX for comparison, if Java and its jar exist: `HALFTONE_PEER_JAR=/path/to/libarx.jar npm run bench -- peer`;
 * `HALFTONE_JAVA` names another Java (11 or newer). It gets the same rows and levels and returns the levels it chooses;
 * our evaluator computes their loss. Nothing of it is in this repository.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createEvaluator } from '../../../src/search/evaluation.ts'
import { searchLattice } from '../../../src/search/index.ts'
import type { SearchProblem } from '../../../src/search/search.ts'
import { adultProblem } from '../../../test/adult.ts'
import { haveData } from '../../../test/data.ts'
import { searchProblem } from '../../../test/promises/search.ts'
import { plainRun } from '../measure.ts'
import type { Measured } from '../ratios.ts'

const jar = process.env['HALFTONE_PEER_JAR']
const java = process.env['HALFTONE_JAVA'] ?? 'java'

export const havePeer = jar !== undefined

interface PeerFigures {
  readonly value: number
  /** Search only. */
  readonly seconds: number
}

const KS = [2, 5, 10, 25, 50, 100, 250, 500]

/** The optimum of Adult by both, at each k. */
export async function benchPeer(): Promise<Measured> {
  if (!havePeer || !haveData('adult')) {
    const text = 'peer: skipped, HALFTONE_PEER_JAR names no jar of ARX, or Adult is not there'
    return { figures: { rows: [] }, text }
  }
  const rows: { readonly k: number; readonly ours: PeerFigures; readonly peer: PeerFigures }[] = []
  for (const k of KS) {
    const problem = searchProblem(adultProblem(), 'LM', k)
    const began = performance.now()
    const result = await searchLattice.search(problem, {}, plainRun(1, 1))
    if (result.outcome !== 'found') throw new Error(`lattice ended as ${result.outcome}`)
    const ours = { value: result.value, seconds: (performance.now() - began) / 1000 }
    rows.push({ k, ours, peer: askPeer(problem, k) })
  }
  const ratios = rows.map(({ k, ours, peer }) => ({
    figure: `search, Adult, LM, k = ${k}: lattice ${ours.value.toFixed(4)}, ARX ${peer.value.toFixed(4)}`,
    measured: `${ours.seconds.toFixed(2)} s`,
    beside: `ARX, ${peer.seconds.toFixed(2)} s`,
    ratio: ours.seconds / peer.seconds,
  }))
  return { figures: { rows }, text: 'peer: the best level of each column of Adult, LM', ratios }
}

/** The peer's optimum, or the result of its genetic search after `seconds`. */
export function askPeer({ frequencies, hierarchies, ...problem }: SearchProblem, k: number, seconds = 0): PeerFigures {
  const folder = mkdtempSync(join(tmpdir(), 'halftone-peer-'))
  try {
    const lines = [hierarchies.map((_, column) => `c${column}`).join(';')]
    for (let i = 0; i < frequencies.combinations; i++) {
      const line = frequencies.columns.map(({ codes }) => codes[i]).join(';')
      for (let row = 0; row < frequencies.counts[i]; row++) lines.push(line)
    }
    writeFileSync(join(folder, 'data.csv'), `${lines.join('\n')}\n`)
    hierarchies.forEach(({ values, levels }, column) => {
      const text = values.map((_, code) =>
        levels.map(({ grouping }, level) => (level === 0 ? code : `${level}.${grouping.codeGroups[code]}`)).join(';'),
      )
      writeFileSync(join(folder, `${column}.csv`), `${text.join('\n')}\n`)
    })
    const source = fileURLToPath(new URL('Peer.java', import.meta.url))
    const words = [folder, hierarchies.length, k, seconds].map(String)
    const child = spawnSync(java, ['-cp', [jar, '.'].join(delimiter), source, ...words], { encoding: 'utf8' })
    if (child.status !== 0) throw new Error(`the peer failed: ${child.error?.message ?? child.stderr}`)
    const said = (child.stdout.trim().split('\n').at(-1) as string).split(' ').map(Number)
    const groupings = hierarchies.map(({ levels }, column) => levels[said[column]].grouping)
    const { value } = createEvaluator({ frequencies, hierarchies, ...problem }).evaluate(groupings)
    return { value, seconds: said[hierarchies.length] }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
