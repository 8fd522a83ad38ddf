/**
 * Projects: `unit` (functions and properties; `npm run test:quick`) and `whole` (commands, processes, data sets, the studio in a browser),
 * whose files share their processes, and with them loaded modules and the browser; `alone`, whose files do not; and `mocked`, with modules in
 * the place of ours. There are two workers more than there are cores, since browsers and child processes leave theirs waiting.
 */
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { configDefaults, defineConfig } from 'vitest/config'
import { compiledSources, sourcesByVite } from './test/compiled-sources.ts'
import { LongFirst } from './test/long-first.ts'
import { scratchInMemory } from './test/scratch-in-memory.ts'

/** Below the folders of `unit`: what starts processes or searches for seconds. */
const slow = [
  '**/adult.test.ts',
  '**/*.browser.test.ts',
  'research/bench/kernel/kernel.test.ts',
  'src/engines/duckdb/library.test.ts',
  'src/learn/weka.test.ts',
  'src/requirements/requirements.test.ts',
  'src/sample/census/census.test.ts',
  'src/search/methods/bottom-up/bottom-up.test.ts',
  'src/search/methods/genetic/genetic.test.ts',
  'src/search/methods/lattice/lattice.test.ts',
  'src/search/methods/pcta/progress.test.ts',
  'src/study/run-study.test.ts',
  'src/ground/workers/child-process.test.ts',
  'studio/server/compare/studies.test.ts',
  'studio/server/run/runs.test.ts',
]

/** What changes modules for all who share its process: parts that only a test has, processes that are not there. */
const alone = ['test/toy-parts.test.ts']
const mocked = ['test/faults/staging-faults.test.ts']

/** Tests on real servers: `npm run test:engines` and `npm run test:spark` start them and name them. */
const onServers = [
  ...(process.env['HALFTONE_TEST_POSTGRES'] === undefined ? ['test/engines/postgres*.test.ts'] : []),
  ...(process.env['HALFTONE_TEST_SPARK'] === undefined ? ['test/engines/spark*.test.ts'] : []),
]

/** A watch starts again by what Vite has read, and coverage counts it. */
const sources = () => [
  process.argv.some((word) => /^(--)?run$/.test(word)) && !coverage ? compiledSources() : sourcesByVite(),
]
const coverage = process.argv.some((word) => word.startsWith('--coverage'))

export default defineConfig(({ mode }) => ({
  // As the examples import it.
  resolve: { alias: [{ find: /^halftone$/, replacement: join(import.meta.dirname, 'src', 'index.ts') }] },
  test: {
    globalSetup: ['test/prepare.ts'],
    setupFiles: ['test/fast-check-seed.ts', 'test/stack-traces.ts'],
    // Printed text is compared: without colours, also where `CI` or `FORCE_COLOR` asks for them. `npm run test:thorough`: test/thorough.ts.
    env: { ...scratchInMemory(), NO_COLOR: '1', ...(mode === 'thorough' && { HALFTONE_THOROUGH: '1' }) },
    // For a slow machine, and one with other work: what is waited for ends the wait.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 30_000, interval: 100 } },
    reporters: ['default', './test/closing-lines.ts'],
    sequence: { sequencer: LongFirst },
    pool: 'forks',
    // Room for what tests throw away: with the usual the collector of garbage takes a tenth of the time. And four times the usual patience
    // before a function is compiled by the compiler that takes long, which is another tenth: most of what a test calls, it calls a few times.
    execArgv: ['--min-semi-space-size=16', '--initial-old-space-size=512', '--interrupt-budget=270000'],
    maxWorkers: Math.min(8, availableParallelism() + 2),
    projects: [
      {
        extends: true,
        plugins: sources(),
        test: {
          name: 'unit',
          include: ['{src,cli,studio,research/bench}/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...slow],
          isolate: false,
        },
      },
      {
        extends: true,
        plugins: sources(),
        test: {
          name: 'whole',
          include: ['{test,examples,research/papers}/**/*.test.ts', ...slow],
          exclude: [...configDefaults.exclude, ...onServers, ...alone, ...mocked],
          isolate: false,
        },
      },
      { extends: true, plugins: sources(), test: { name: 'alone', include: alone, isolate: true } },
      { extends: true, plugins: [sourcesByVite()], test: { name: 'mocked', include: mocked, isolate: true } },
    ],
    coverage: {
      provider: 'v8',
      include: ['src/**/*.ts', 'cli/**/*.ts', 'studio/server/**/*.ts'],
      exclude: ['**/*.test.ts', '**/*.as.ts', '**/*.worker.ts'],
      reporter: ['text-summary', 'json-summary'],
    },
  },
}))
