/** Verification for CI: JUnit XML and GitHub annotations. Neither contains witnesses, because many people read logs. */
import type { Verification } from '../../src/verification/verification.ts'

export function junitText(file: string, { checks, rows }: Verification): string {
  const failures = checks.filter(({ holds }) => !holds).length
  const cases = checks.map(({ name, promise, holds, found }) => {
    const head = `    <testcase classname="${xml(`halftone verify ${file}`)}" name="${xml(`${name}: ${promise}`)}"`
    return holds
      ? `${head}><system-out>${xml(found)}</system-out></testcase>`
      : `${head}><failure message="${xml(found)}" type="${xml(name)}"/></testcase>`
  })
  return (
    `<?xml version="1.0" encoding="UTF-8"?>
<testsuites>
  <testsuite name="${xml(`halftone verify ${file}`)}" ` +
    `tests="${checks.length}" failures="${failures}" errors="0" skipped="0">
    <properties><property name="rows" value="${rows}"/></properties>
${cases.join('\n')}
  </testsuite>
</testsuites>
`
  )
}

/** One line per broken check, or one notice that all hold. */
export function githubLines(file: string, { checks, verdict }: Verification): string[] {
  if (verdict === 'holds')
    return [
      `::notice file=${property(file)},title=halftone ` +
        `verify::${message(`${checks.length} checks hold: ${checks.map(({ name }) => name).join(', ')}`)}`,
    ]
  return checks
    .filter(({ holds }) => !holds)
    .map(
      ({ name, promise, found }) =>
        `::error file=${property(file)},title=${property(`${name} is broken`)}::${message(`${promise}: ${found}`)}`,
    )
}

function message(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}

function property(text: string): string {
  return message(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
}

function xml(text: string): string {
  // XML forbids control characters.
  const clean = text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g, '�')
  return clean.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
