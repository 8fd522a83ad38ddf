/**
 * Prints the last lines of a test run: how many tests were skipped for which reason and what would run them, then the
 * counts alone on a line, `N passed, N failed, N skipped`. A file that could not be read counts as one failure.
 * Writes the names of failed files to the file that `HALFTONE_FAILED` names.
 */
import { writeFileSync } from 'node:fs'
import type { Reporter, TestCase, TestModule } from 'vitest/node'

export default class ClosingLines implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const count = { passed: 0, failed: errors.length, skipped: 0 }
    const reasons = new Map<string, number>()
    for (const module of modules) {
      if (module.errors().length > 0) count.failed++
      for (const test of module.children.allTests()) {
        const { state } = test.result()
        if (state === 'passed' || state === 'failed') count[state]++
        else {
          count.skipped++
          const reason = reasonOf(test)
          reasons.set(reason, (reasons.get(reason) ?? 0) + 1)
        }
      }
      for (const suite of module.children.allSuites()) if (suite.errors().length > 0) count.failed++
    }
    const list = process.env['HALFTONE_FAILED']
    const failed = modules.filter((module) => !module.ok()).map(({ moduleId }) => moduleId)
    if (list !== undefined) writeFileSync(list, JSON.stringify(errors.length > 0 ? [] : failed))
    for (const [reason, tests] of reasons) {
      console.log(`*** ${tests} ${tests === 1 ? 'test' : 'tests'} skipped: ${reason} ***`)
    }
    console.log(`${count.passed} passed, ${count.failed} failed, ${count.skipped} skipped`)
  }
}

/** The nearest reason above the test. */
function reasonOf(test: TestCase): string {
  for (let task: TestCase | TestCase['parent'] = test; task.type !== 'module'; task = task.parent) {
    const { missing } = task.meta()
    if (missing !== undefined) return missing
  }
  return test.options.mode === 'run' ? 'not run' : 'no reason given'
}
