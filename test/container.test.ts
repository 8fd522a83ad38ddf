/** The Dockerfile is built where there is Docker; here its words are held against the project. */
import { existsSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const lines = readFileSync('Dockerfile', 'utf8').split(/\r?\n/)
const valuesOf = (word: string) =>
  lines.filter((line) => line.startsWith(`${word} `)).map((line) => line.slice(word.length + 1))
const { bin, scripts, engines } = JSON.parse(readFileSync('package.json', 'utf8'))

it('Dockerfile installs by the lock, builds by the script of the project, and starts its command', () => {
  expect(valuesOf('RUN').map((run) => run.split(' --')[0])).toEqual(['npm ci', 'npm run build', 'npm prune'])
  expect(scripts.build).toBeDefined()
  expect(JSON.parse(valuesOf('ENTRYPOINT')[0])).toEqual(['node', `/halftone/${bin.halftone}`])
  for (const copied of valuesOf('COPY').slice(1)) {
    expect(copied).toMatch(/^--from=build (\/halftone\/(package\.json|node_modules|dist)) \1$/)
  }
})

it('Dockerfile ends without root, with one volume, on a Node that the project allows', () => {
  expect(valuesOf('USER')).toEqual(['node'])
  expect([valuesOf('VOLUME'), valuesOf('WORKDIR').at(-1)]).toEqual([['/data'], '/data'])
  const least = Number(/>=(\d+)/.exec(engines.node)?.[1])
  for (const image of valuesOf('FROM'))
    expect(Number(/^node:(\d+)-slim/.exec(image)?.[1])).toBeGreaterThanOrEqual(least)
})

it('docs/container.md gives every run the volume, a user, no network or the loopback of the machine', () => {
  const runs = readFileSync('docs/container.md', 'utf8').match(/^docker run .*$/gm) ?? []
  expect(runs).toHaveLength(3)
  for (const run of runs) {
    expect(run).toMatch(/--network (none|host .* studio --no-open)/)
    expect(run).toContain('--user "$(id -u):$(id -g)" --volume "$PWD:/data" halftone ')
  }
  expect(existsSync('.dockerignore')).toBe(true)
})
