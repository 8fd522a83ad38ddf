/**
 * What is published is what package.json says and what TypeScript finds: publint over the packed files, and Are The Types Wrong over all
 * ways to resolve them. The package has ES modules only; that CommonJS under node16 must use a dynamic import is no fault of it.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { pack } from '../test/packed.ts'

const folder = mkdtempSync(join(tmpdir(), 'halftone-package-'))
try {
  const tarball = readFileSync(pack(folder).file)
  const data = new Uint8Array(tarball)
  const { messages, pkg } = await publint({ pack: { tarball: data.buffer }, strict: true })
  const faults = messages.map((message) => formatMessage(message, pkg) ?? message.code)
  const { problems } = (await checkPackage(createPackageFromTarballData(data))) as {
    problems?: readonly { kind: string }[]
  }
  if (problems === undefined) faults.push('the package has no types')
  for (const problem of problems ?? []) if (!isExpected(problem)) faults.push(JSON.stringify(problem))
  for (const fault of faults) console.error(`package: ${fault}`)
  process.exitCode = faults.length === 0 ? 0 : 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}

/** ES modules from CommonJS, and resolution as before Node 12, which knows no `exports`. */
function isExpected(problem: { readonly kind: string; readonly resolutionKind?: string }): boolean {
  return problem.kind === 'CJSResolvesToESM' || problem.resolutionKind === 'node10'
}
