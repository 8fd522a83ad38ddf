/** Reads what `--help` of a command ends with: examples and remarks, in `help.txt` below the command's name. */
import { readFileSync } from 'node:fs'

export function helpText(command: string): () => string {
  return () => {
    const text = readFileSync(new URL('./help.txt', import.meta.url), 'utf8')
    const [, part = ''] = text.split(`[${command}]\n`)
    return `\n${part.split(/\n\[\w+\]\n/)[0].trimEnd()}`
  }
}
