/**
 * Installs exactly what package-lock.json says (`npm ci`) where node_modules is not there, is another than the lock's, or was made for
 * another platform; else does nothing. Plain JavaScript, since nothing is installed yet when it runs.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'

const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(
    `Halftone needs Node 20.19 or later; this is ${process.versions.node}. Newer ones are at https://nodejs.org`,
  )
  process.exit(1)
}

const reason = reasonToInstall()
if (reason !== undefined) {
  console.log(`Installing the packages of package-lock.json: ${reason} …`)
  const words = ['ci', '--no-audit', '--no-fund', '--loglevel=error']
  const npm = process.env.npm_execpath
  const { status, error } = npm?.endsWith('.js')
    ? spawnSync(process.execPath, [npm, ...words], { stdio: 'inherit' })
    : spawnSync('npm', words, { stdio: 'inherit', shell: process.platform === 'win32' })
  if (error) console.error(`npm could not be started: ${error.message}`)
  process.exit(status ?? 1)
}

/** npm leaves in node_modules a lock of what it installed there; it must say of each package what ours says. */
function reasonToInstall() {
  if (!existsSync('node_modules/.package-lock.json')) return 'there is no node_modules'
  const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')).packages
  const installed = JSON.parse(readFileSync('node_modules/.package-lock.json', 'utf8')).packages
  for (const [path, { version, integrity, optional, ...own }] of Object.entries(lock)) {
    if (path === '') continue
    const there = installed[path]
    // What is optional for no platform in particular belongs to a package of another platform.
    const needed = !optional || (own.os !== undefined && fits(own))
    if (there === undefined && needed) return `${path} is not there`
    if (there !== undefined && !fits(own)) return `${path} is for another platform`
    if (there !== undefined && (there.version !== version || there.integrity !== integrity)) return `${path} is stale`
  }
  const strange = Object.keys(installed).find((path) => lock[path] === undefined)
  return strange && `${strange} is not in the lock`
}

/** Whether a package is for this machine, by the fields of its package.json. */
function fits({ os, cpu, libc }) {
  return [
    [os, process.platform],
    [cpu, process.arch],
    [libc, libcOfThisMachine()],
  ].every(([list, own]) => list === undefined || own === undefined || list.includes(own))
}

function libcOfThisMachine() {
  if (process.platform !== 'linux') return undefined
  // Without this the report looks up the names of network interfaces, which takes seconds on some machines.
  process.report.excludeNetwork = true
  return process.report.getReport().header.glibcVersionRuntime ? 'glibc' : 'musl'
}
