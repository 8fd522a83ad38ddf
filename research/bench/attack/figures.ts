/**
 * The figures of docs/attacks.md: Adult, a tenth set aside, released with exact ends and attacked; a line for each attacker.
 *
 *     npx tsx research/bench/attack/figures.ts --k 10 --seeds 1,2,3 --targets 3000
 *     npx tsx research/bench/attack/figures.ts --control test --targets 30000    # the test file as control group
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { attackAdult, attackedMethods } from '../../../test/attack-adult.ts'

const { values } = parseArgs({
  options: {
    k: { type: 'string', default: '10' },
    seeds: { type: 'string', default: '1,2,3' },
    method: { type: 'string', default: 'boxes' },
    control: { type: 'string', default: 'others' },
    targets: { type: 'string', default: '3000' },
  },
})
const method = attackedMethods.find((name) => name === values.method) ?? 'boxes'
const control = values.control === 'test' ? 'test' : 'others'
const folder = mkdtempSync(join(tmpdir(), 'halftone-figures-'))
try {
  process.stdout.write('seed,attacker,form,success,control,naive,residual,low,high,worst person\n')
  for (const seed of values.seeds.split(',').map(Number)) {
    // 30,162 complete rows without a tenth.
    const release = { method, k: Number(values.k), rows: 27_146, seed, exact: true }
    const { attacks } = await attackAdult(folder, { ...release, control, targets: Number(values.targets) })
    for (const { attacker, form, success, control: others, naive, residual, worst } of attacks) {
      const { value, low, high } = residual
      const figures = [success.rate, others?.rate, naive.rate, value, low, high, worst]
      const cells = figures.map((figure) => figure?.toFixed(4) ?? '')
      process.stdout.write(`${[seed, attacker, form.replaceAll(',', ';'), ...cells].join()}\n`)
    }
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
