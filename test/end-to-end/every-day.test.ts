/** What a person types every day: run without a name, a dry run, verify for a CI server, codes at the end of errors. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { packageFile } from '../../src/ground/version.ts'
import { schemaFrom } from '../../src/init/init.ts'
import { halftone, inFolder, listing, peopleFiles, peopleJob } from './workshop.ts'

describe('every day', () => {
  it('run without a name takes job.yaml; a dry run writes nothing; verify tells a CI server', async () => {
    await inFolder(
      { ...peopleFiles, 'job.yaml': peopleJob({ output: { report: 'out/report.html' } }) },
      async (folder) => {
        const before = listing(folder)
        const would = await halftone(folder, ['run', '--dry-run', '--json'])
        expect(would.code).toBe(0)
        expect(JSON.parse(would.stdout)).toMatchObject({ kind: 'columns', forecast: { nodes: expect.any(Number) } })
        expect(listing(folder)).toEqual(before)
        const done = await halftone(folder, ['run', '--json'])
        expect(done.code).toBe(0)
        const { release, report } = JSON.parse(done.stdout) as { release: string; report: string }
        // The day in the report is no part of its digest, so that manifest and report belong together on any day.
        writeFileSync(report, readFileSync(report, 'utf8').replaceAll(/\d{4}-\d\d-\d\d(?=["<])/g, '1999-01-01'))
        expect((await halftone(folder, ['verify', release, '--job', 'job.yaml'])).code).toBe(0)
        const words = [
          'verify',
          release,
          '--job',
          'job.yaml',
          '--k',
          '1000',
          '--junit',
          'verify.xml',
          '--github',
          '--json',
        ]
        const verified = await halftone(folder, words)
        expect(verified.code).toBe(1)
        expect(JSON.parse(verified.stdout)).toMatchObject({ verdict: 'broken' })
        expect(verified.stderr).toMatch(/^::error file=.*,title=k-anonymity is broken::/m)
        expect(readFileSync(join(folder, 'verify.xml'), 'utf8')).toContain('<failure message=')
      },
    )
  })

  it('without a job file the remedy is named, with its code', async () => {
    await inFolder({}, async (folder) => {
      const { code, stderr } = await halftone(folder, ['run'])
      expect(code).toBe(2)
      expect(stderr).toMatch(/there is no job.yaml here; .* halftone init DATA.*\[HT201\]/)
    })
  })

  it('schemaFrom(folder) is a path from the folder where the package is installed in the project, else an address', () => {
    expect(schemaFrom('/home/me/project/jobs', '/home/me/project/node_modules/halftone/docs/job.schema.json')).toBe(
      '../node_modules/halftone/docs/job.schema.json',
    )
    const own = schemaFrom('/home/me/project')
    expect(own).toMatch(/^file:\/\/\/.*docs\/job\.schema\.json$/)
    expect(JSON.parse(readFileSync(new URL(own), 'utf8'))).toHaveProperty('properties.columns')
    expect(packageFile('package.json')).toMatch(/package\.json$/)
  })
})
