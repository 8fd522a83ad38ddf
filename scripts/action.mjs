/**
 * The last step of action.yml: runs the command, annotates the result and sets the outputs. Prints no value of the data:
 * the log of a workflow has many readers. `verify` prints its annotations itself.
 */
import { spawnSync } from 'node:child_process'
import { appendFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const { HALFTONE_COMMAND: command, HALFTONE_JOB: job = '', HALFTONE_RELEASE: release = '' } = process.env
const further = (process.env['HALFTONE_ARGUMENTS'] ?? '').split('\n').filter((word) => word.trim() !== '')
const escaped = (text) => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
const annotate = (level, text) => console.log(`::${level} title=halftone ${command}::${escaped(text)}`)
const setOutput = (name, value) => {
  const file = process.env['GITHUB_OUTPUT']
  if (file !== undefined) appendFileSync(file, `${name}=${value.replaceAll(/[\r\n]/g, ' ')}\n`)
}

process.exitCode = main()

function main() {
  if (command !== 'run' && command !== 'verify') {
    annotate('error', 'the input "command" must be run or verify')
    return 2
  }
  if (command === 'verify' && release === '') {
    annotate('error', 'the input "release" must name the file to verify')
    return 2
  }
  const words = command === 'run' ? ['run', job] : ['verify', release, '--job', job]
  const halftone = join(dirname(fileURLToPath(import.meta.url)), '..', 'dist', 'cli', 'halftone.js')
  const { status, stdout } = spawnSync(process.execPath, [halftone, ...words, ...further, '--json'], {
    encoding: 'utf8',
    env: { ...process.env, GITHUB_ACTIONS: 'true' },
    maxBuffer: 1 << 30,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const result = JSON.parse(stdout || '{}')
  if (result.error !== undefined) annotate('error', `${result.error} [${result.code}]`)
  if (command === 'run') describeRun(result, status ?? 2)
  setOutput('verdict', result.judgement?.verdict ?? result.verdict ?? '')
  setOutput('release', result.release ?? result.file ?? '')
  return status ?? 2
}

function describeRun({ judgement, rows, suppressed, smallestClass, metrics }, status) {
  for (const { message } of judgement?.cautions ?? []) annotate(status === 0 ? 'warning' : 'error', message)
  if (status === 0)
    annotate(
      'notice',
      `${judgement.verdict}: ${rows} rows, ${suppressed} suppressed, smallest class ${smallestClass}` +
        (metrics.LM === undefined ? '' : `, loss ${metrics.LM.toFixed(3)}`),
    )
}
