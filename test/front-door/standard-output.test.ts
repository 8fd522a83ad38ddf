/** `--output -`: the release on standard output, verified before a byte of it is printed; the summary beside it. */
import { expect, it } from 'vitest'
import { halftone, inFolder, listing, parseCsv, peopleFiles, peopleJob } from '../end-to-end/workshop.ts'

it('run --output - prints the release alone, and leaves no file', async () => {
  await inFolder(peopleFiles, async (folder) => {
    const before = listing(folder)
    const ended = await halftone(folder, ['run', 'job.yaml', '--output', '-'])
    expect(ended.code).toBe(0)
    expect(parseCsv(ended.stdout)).toHaveLength(12)
    expect(ended.stderr).toContain('verified')
    expect(listing(folder)).toEqual(before)
  })
})

it('run --output - prints nothing where the run is refused', async () => {
  const job = peopleJob({ privacy: { k: 13, 'suppression-limit': 0 } })
  await inFolder({ ...peopleFiles, 'job.yaml': job }, async (folder) => {
    const ended = await halftone(folder, ['run', 'job.yaml', '--output', '-'])
    expect([ended.code, ended.stdout]).toEqual([2, ''])
    expect(ended.stderr).toMatch(/k.*13/)
  })
})
