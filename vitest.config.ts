import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{src,cli,studio,test,examples,bench,papers}/**/*.test.ts'],
    globalSetup: ['test/prepare.ts'],
    setupFiles: ['test/fast-check-seed.ts'],
    testTimeout: 180_000,
    hookTimeout: 120_000,
    reporters: ['default', './test/closing-lines.ts'],
    pool: 'forks',
    maxWorkers: 2,
    coverage: {
      provider: 'v8',
      include: ['src/**/*.ts', 'cli/**/*.ts', 'studio/server/**/*.ts'],
      exclude: ['**/*.test.ts', '**/*.as.ts', '**/*.worker.ts'],
      reporter: ['text-summary', 'json-summary'],
    },
  },
})
