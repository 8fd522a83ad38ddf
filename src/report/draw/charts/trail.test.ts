import { parseHTML } from 'linkedom'
import { describe, expect, test } from 'vitest'
import { exampleReport } from '../../../../test/example-report.ts'
import { drawReport } from '../../html.ts'
import type { TrailPicture } from '../../report.ts'
import { drawTrail } from './trail.ts'

const point = (anonymity: number, LM: number, CM: number) => ({
  anonymity,
  information: LM * 2,
  figures: { LM, CM },
  suppressed: 0,
  classes: 100,
})
const trail: TrailPicture = {
  search: 'bottom-up',
  coarsens: true,
  points: [point(1, 0, 0.05), point(1, 0.3, 0.1), point(12, 0.5, 0.2), point(30_162, 1, 0.25)],
  release: { point: 2, anonymity: 12, figures: { LM: 0.5, CM: 0.2 } },
  choices: [
    {
      point: 2,
      released: true,
      k: 12,
      figures: { LM: 0.5, CM: 0.2 },
      suppressed: 7,
      classes: 40,
      groups: [
        { column: 'age', groups: 3 },
        { column: '<b>city', groups: 2 },
      ],
      command: 'halftone run job.yaml --k 12 --from-trail out/private/release.trail.json --force',
    },
    {
      point: 3,
      released: false,
      k: 30_162,
      figures: { LM: 1, CM: 0.25 },
      suppressed: 0,
      classes: 1,
      groups: [{ column: 'age', groups: 1 }],
      command: "halftone run 'a b.yaml' --k 30162 --from-trail out/private/release.trail.json --force",
    },
  ],
}

describe('drawTrail(trail, measure)', () => {
  const settings = { width: 720, colours: 'page' } as const
  const marks = (picture: TrailPicture, measure: string) => {
    const svg = drawTrail(picture, measure, settings)
    const label = parseHTML(svg).document.querySelector('svg')?.getAttribute('aria-label')
    return { rings: svg.split('stroke="var(--mark)"').length - 1, label }
  }

  test('marks the release and says in words where the trail leads', () => {
    expect(marks(trail, 'LM')).toEqual({
      rings: 1,
      label:
        'LM along the trail of the bottom-up search: from 0 with 1 row in the smallest class to 1 with 30,162 ' +
        'rows in the smallest class. The release: 0.5 with 12 rows in the smallest class.',
    })
    expect(marks(trail, 'CM').rings).toBe(1)
  })

  test('has no ring on the information of a release that stands beside the trail', () => {
    const { point: _, ...beside } = trail.release
    expect(marks({ ...trail, release: beside }, 'information').rings).toBe(0)
    expect(marks({ ...trail, release: beside }, 'LM').rings).toBe(1)
  })

  test('stays small on a long trail', () => {
    const long = { ...trail, points: Array.from({ length: 5000 }, (_, i) => point(i + 1, i / 5000, i / 20_000)) }
    expect(drawTrail(long, 'LM', settings).length).toBeLessThan(40_000)
  })
})

describe('drawReport(report with a trail)', () => {
  test('has a section with the charts and a row for each choice with its command, as text', async () => {
    const page = parseHTML(await drawReport({ ...exampleReport, trail })).document
    const section = page.querySelector('#trail')!
    expect(section.querySelectorAll('svg').length).toBe(6)
    const rows = [...section.querySelectorAll('tbody tr')]
    expect(rows.map((row) => row.querySelector('code')?.textContent)).toEqual(
      trail.choices.map((choice) => choice.command),
    )
    expect(rows[0].textContent).toContain('k = 12')
    expect(rows[0].textContent).toContain('✓ groups of this release')
    expect(rows[0].textContent).toContain('age 3 · <b>city 2')
    expect(rows[1].textContent).not.toContain('✓')
    expect(rows[0].querySelector('td[data-label="Suppressed rows"]')?.textContent).toBe('7')
    expect(page.querySelector('nav a[href="#trail"]')).not.toBeNull()
  })

  test('leaves CM out where there is no class column', async () => {
    const without = trail.points.map((point) => ({ ...point, figures: { LM: point.figures.LM } }))
    const page = parseHTML(await drawReport({ ...exampleReport, trail: { ...trail, points: without } })).document
    expect(page.querySelectorAll('#trail svg').length).toBe(4)
    expect(page.querySelector('#trail td[data-label="CM"]')).toBeNull()
  })

  test('has no such section without a trail, or where no step was made', async () => {
    expect(await drawReport(exampleReport)).not.toContain('id="trail"')
    const still = { ...trail, points: trail.points.slice(0, 1), choices: [] }
    expect(await drawReport({ ...exampleReport, trail: still })).not.toContain('id="trail"')
  })

  test('tells how a release was taken from a trail', async () => {
    const command = trail.choices[0].command
    const taken = { ...trail, release: { ...trail.release, command } }
    const page = parseHTML(await drawReport({ ...exampleReport, trail: taken })).document
    expect(page.querySelector('#repeat pre')?.textContent).toContain(command)
    expect(page.querySelector('#repeat pre')?.textContent).not.toContain('algorithm:')
  })
})
