/** Opens an address in the browser; on failure the user can still copy it. */
import { spawn } from 'node:child_process'

const commands: Readonly<Partial<Record<NodeJS.Platform, readonly string[]>>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', ''],
}

export function openBrowser(url: string): void {
  const [command, ...words] = commands[process.platform] ?? ['xdg-open']
  const child = spawn(command, [...words, url], { stdio: 'ignore', detached: true })
  child.on('error', () => process.stderr.write('No browser could be opened; copy the address into one.\n'))
  child.unref()
}
