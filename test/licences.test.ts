import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { findFaults, licenceText, productionPackages } from '../scripts/write-licences.ts'

describe('packages that are installed with Halftone', () => {
  const packages = productionPackages(readFileSync('package-lock.json', 'utf8'))

  it('have a known licence and run no script when they are installed', () => {
    expect(packages.length).toBeGreaterThan(5)
    expect(findFaults(packages)).toEqual([])
  })

  it('are listed with version and licence', () => {
    expect(licenceText(packages)).toMatch(/^hono \d+\.\d+\.\d+ MIT$/m)
  })

  it('would be refused otherwise', () => {
    const bad = { version: '1.0.0', license: 'GPL-3.0', hasInstallScript: true }
    expect(findFaults([['bad', bad]])).toHaveLength(2)
    expect(findFaults([['either', { version: '1.0.0', license: '(MIT OR GPL-3.0)' }]])).toEqual([])
  })
})
