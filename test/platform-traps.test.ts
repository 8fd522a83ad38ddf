/**
 * Nothing that ships works on one platform only: known traps are looked for in the sources, each with the other way. A line that has
 * another way beside it names the platform it is for (`win32`) or stands in `accepted` with its reason.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const traps: readonly { readonly trap: string; readonly found: RegExp; readonly instead: string }[] = [
  {
    trap: 'a folder of one platform',
    found: /['"`]\/(tmp|var|dev|etc|home|usr|bin|proc|sys)\b/,
    instead: 'tmpdir(), homedir()',
  },
  { trap: 'the path of a URL as a file', found: /(?<!location)\.pathname(?!\.endsWith\()/, instead: 'fileURLToPath' },
  {
    trap: 'a path put together or taken apart by /',
    found: /[pP]ath\w*\.(split|lastIndexOf|indexOf)\(['"`]\/|(folder|dir|Folder|Path)\}\/|\+ ['"`]\/['"`]/,
    instead: 'join, dirname, basename, sep',
  },
  { trap: 'rules of one platform for paths', found: /node:path\/(posix|win32)|\bposix\./, instead: 'node:path' },
  {
    trap: 'a signal that Windows does not have',
    found: /SIG(STOP|CONT|HUP|USR1|USR2|QUIT|PIPE|WINCH)|\.kill\((?!['"]SIG(INT|TERM|KILL)|process_, 0)/,
    instead: 'a message to the process',
  },
  {
    trap: 'a shell',
    found: /(?<!\.)\b(exec|execSync)\(|shell: true|['"]\/?(bin\/)?(sh|bash)['"]/,
    instead: 'execFile or spawn',
  },
  {
    trap: 'an owner or a mode without a test for it',
    found: /process\.(getuid|getgid|geteuid|umask)\(/,
    instead: 'process.getuid?.()',
  },
  { trap: 'lines that end one way', found: /readFileSync\([^)]*\)\s*\.split\('\\n'\)/, instead: 'split(/\\r?\\n/)' },
  {
    trap: 'a name of a file compared letter by letter',
    found: /(extname|basename)\([^)]*\) ===? /,
    instead: 'toLowerCase() first',
  },
]

/** By file and a part of the line: what is right there, and why. */
const accepted: readonly (readonly [file: string, part: string, reason: string])[] = [
  [
    'studio/client/result/what-if/keep-window.tsx',
    "path.split('/')",
    'paths between studio and browser have / on every platform',
  ],
  [
    'src/ground/workers/living.ts',
    'process.kill(pid, 0)',
    'asks whether a process lives, which Node answers on every platform',
  ],
  ['src/ground/workers/living.ts', 'readFileSync(`/proc/', 'where there is none, the process alone decides'],
  [
    'cli/command.ts',
    "'SIGHUP', onInterrupt",
    'Windows sends it when the window is closed; elsewhere it is the terminal',
  ],
  ['src/publish/guard.ts', "spawn('/bin/sh'", 'not started on Windows, where the next run clears up'],
  ['src/publish/staging.ts', 'process.umask()', 'Node answers on every platform; modes mean nothing on Windows'],
  ['cli/completion.ts', "SHELLS = ['bash'", 'names of shells that a script is printed for; none is started'],
  ['studio/client/data/open-panel.tsx', '{facts.folder}/uploads', 'shown to a person, not opened'],
]

const sources = ['src', 'cli', 'studio'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/\.(test|as)\.ts$/.test(name) && !/example-/.test(name))
    .map((name) => join(folder, name).replaceAll('\\', '/')),
)

function linesOf(file: string): { readonly number: number; readonly code: string }[] {
  return readFileSync(file, 'utf8')
    .split(/\r?\n/)
    .map((line, i) => ({ number: i + 1, code: line.replace(/^\s*(\*|\/\*|\/\/).*$|\s\/\/ .*$/, '') }))
}

describe('src, cli and studio', () => {
  it.each(traps)('have no trap: $trap (instead: $instead)', ({ found }) => {
    const caught = sources.flatMap((file) =>
      linesOf(file)
        .filter(({ code }) => found.test(code) && !code.includes('win32'))
        .filter(({ code }) => !accepted.some(([own, part]) => own === file && code.includes(part)))
        .map(({ number, code }) => `${file}:${number} ${code.trim()}`),
    )
    expect(caught).toEqual([])
  })

  it('every accepted line is still there', () => {
    const gone = accepted.filter(([file, part]) => !readFileSync(file, 'utf8').includes(part))
    expect(gone).toEqual([])
  })

  it('have no two files whose names differ in capitals only', () => {
    const seen = new Map<string, string>()
    for (const file of sources) {
      expect([file, seen.get(file.toLowerCase())]).toEqual([file, undefined])
      seen.set(file.toLowerCase(), file)
    }
  })
})

describe('tests', () => {
  const tests = ['src', 'cli', 'studio', 'test', 'research', 'examples'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.ts$/.test(name))
      .map((name) => join(folder, name)),
  )

  it('are skipped by needs(…) alone, which gives the reason to the closing lines', () => {
    const skipping = /\b(test|it|describe)\.(skip|skipIf|runIf|todo)\b|\bcontext\.skip\(|\bctx\.skip\(/
    const own = join('test', 'platform-traps.test.ts')
    const found = tests.filter((file) => file !== own && skipping.test(readFileSync(file, 'utf8')))
    expect(found).toEqual([])
  })
})
