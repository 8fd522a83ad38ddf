/**
 * The attack lab beside Anonymeter 1.1.0 from PyPI on a synthetic table. The table is made so that both mean the same:
 * the nearest row is the only covering one. `npm run test:python` installs Anonymeter and runs this.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { attackRelease } from '../src/attack/index.ts'
import { randomFrom, shuffle } from '../src/ground/random.ts'
import { needs } from './needs.ts'

const python = join('node_modules', '.cache', 'python', process.platform === 'win32' ? 'Scripts' : 'bin', 'python')
const anonymeter = {
  met: spawnSync(python, ['-c', 'import anonymeter']).status === 0,
  missing: 'no Python with Anonymeter; run npm run test:python, which installs it',
}

interface Measured {
  readonly rate: number
  readonly error: number
}

describe('beside Anonymeter', needs(anonymeter), () => {
  const folder = mkdtempSync(join(tmpdir(), 'halftone-anonymeter-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const names = ['one', 'two', 'three', 'secret', 'left', 'right']
  const random = randomFrom(1)
  const secrets = ['a', 'b', 'c', 'd']
  /** A row for each combination of the known columns. */
  const released = Array.from({ length: 2000 }, (_, i) => [
    `x${i % 20}`,
    `y${Math.floor(i / 20) % 10}`,
    `z${Math.floor(i / 200)}`,
    secrets[random.integer(4)],
    `l${i}`,
    `r${i}`,
  ])
  const uniform = () => released[random.integer(2000)]
  /** Two thirds of the people have the released secret; of others, as many as by chance. */
  const original = shuffle(
    released.map((row) => (random.uniform() < 2 / 3 ? row : [...row.slice(0, 3), uniform()[3], ...row.slice(4)])),
    random,
  )
  const control = released.map(() => [...uniform().slice(0, 3), uniform()[3], 'l', 'r'])
  /** Half of the people cannot be linked: others have their right column. */
  const turned = original.map((row, i) => (i % 2 === 0 ? row : [...row.slice(0, 5), original[(i + 2) % 2000][5]]))
  const tables = { original: turned, released, control }

  it('singles out, links and infers equally often, within its intervals', async () => {
    for (const [name, rows] of Object.entries(tables))
      writeFileSync(join(folder, `${name}.csv`), `${[names, ...rows].map((row) => row.join()).join('\n')}\n`)
    const attacks = 1500
    const { stdout, stderr } = spawnSync(
      python,
      [join(import.meta.dirname, 'anonymeter-rates.py'), folder, `${attacks}`],
      {
        encoding: 'utf8',
      },
    )
    expect(stdout, stderr).toMatch(/^\{/)
    const theirs = JSON.parse(stdout)
    const file = (name: string) => ({ source: join(folder, `${name}.csv`), base: folder })
    const ask = (known: readonly string[], form: string, secret?: string[]) =>
      attackRelease({
        original: file('original'),
        release: file('released'),
        control: file('control'),
        known,
        secret,
        targets: attacks,
        seed: 1,
      }).then(({ attacks: all }) => all.find((one) => `${one.attacker} ${one.form}`.startsWith(form)))
    const agree = (ours: Measured | { rate: number } | undefined, measured: Measured) =>
      expect(Math.abs((ours?.rate ?? Number.NaN) - measured.rate)).toBeLessThanOrEqual(measured.error)
    const inference = await ask(['one', 'two', 'three'], 'inference secret, majority', ['secret'])
    agree(inference?.success, theirs.inference.success)
    agree(inference?.control, theirs.inference.control)
    expect(inference?.success.rate).toBeGreaterThan(0.7)
    agree((await ask(['left', 'right'], 'linkability'))?.success, theirs.linkability.success)
    const singled = await ask(['one', 'two', 'three', 'secret'], 'singling out labels of a row')
    agree(singled?.success, theirs['singling out'].success)
  }, 300_000)

  it('does not count a negative guess as right, as Anonymeter 1.1.0 does', async () => {
    const { stdout } = spawnSync(python, [join(import.meta.dirname, 'anonymeter-rates.py'), folder, '100'], {
      encoding: 'utf8',
    })
    expect(JSON.parse(stdout)['wrong guesses that count']).toEqual([true, false])
    const rows = (guess: number) => `age,loss\n${Array.from({ length: 50 }, (_, i) => `${i},${guess}`).join('\n')}\n`
    for (const [name, value] of Object.entries({ money: 70, guesses: -5 }))
      writeFileSync(join(folder, `${name}.csv`), rows(value))
    const at = (name: string) => ({ source: join(folder, `${name}.csv`), base: folder })
    const report = await attackRelease({
      original: at('money'),
      release: at('guesses'),
      known: ['age'],
      secret: ['loss'],
      targets: 50,
      seed: 1,
    })
    expect(report.attacks.find(({ attacker }) => attacker === 'inference')?.success.rate).toBe(0)
  })
})
