/**
 * The order of test files: those that take longest first and the many short ones last, so that no core stands still at the end while one long
 * file is still running. Files of one project follow each other, since they share their processes. Those of the studio are spread among the
 * others: a browser leaves its worker waiting, and others can use the time.
 */
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const projects = ['mocked', 'alone', 'whole', 'unit']

/** More than ten seconds. Where an earlier run is remembered its times decide between the others, else their sizes. */
const long = [
  'test/published.test.ts',
  'test/end-to-end/transactions.test.ts',
  'test/twins/twins.test.ts',
  'test/front-door/foreign-files.test.ts',
  'test/hostile/hostile.test.ts',
  'test/end-to-end/study.test.ts',
  'test/end-to-end/formats.test.ts',
  'test/end-to-end/commands.test.ts',
  'src/requirements/requirements.test.ts',
  'src/study/run-study.test.ts',
  'test/golden/golden.test.ts',
]

export class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ project, moduleId }: TestSpecification): number =>
      2 * projects.indexOf(project.name) + (long.some((name) => moduleId.endsWith(name)) ? 0 : 1)
    const sorted = (await super.sort(files)).sort((a, b) => rank(a) - rank(b))
    const inBrowser = sorted.filter(({ moduleId }) => /\/test\/studio\/|\.browser\.test\./.test(moduleId))
    const others = sorted.filter((file) => !inBrowser.includes(file))
    const begin = others.findIndex(({ project }) => project.name === 'whole')
    const end = others.findIndex(({ project }) => project.name === 'unit')
    const among = (end < 0 ? others.length : end) - Math.max(0, begin)
    // One by one at equal distances, done two thirds on the way.
    inBrowser.forEach((file, i) => {
      others.splice(Math.max(0, begin) + i + Math.floor((i * among * 2) / (3 * inBrowser.length)), 0, file)
    })
    return others
  }
}
