/** `halftone key FILE`: writes a key for pseudonyms. */
import { resolve } from 'node:path'
import type { Command } from '@commander-js/extra-typings'
import { makeKeyFile } from '../../src/pseudonyms/key-file.ts'
import { answer } from '../command.ts'
import { shown } from '../print/text.ts'

const HELP = `
Examples:
  halftone key
  halftone key keys/clinic.key

A column with role: pseudonym is released under names made with this key; jobs with the same key give the same
person the same name. Keep the key apart from the releases: it finds a known person in them.`

export function addKey(program: Command): void {
  program
    .command('key')
    .description('makes a key for pseudonyms and shifted dates, in a file that only you can read')
    .argument('[file]', 'the file to write', 'halftone.key')
    .option('--force', 'replace an existing key; its pseudonyms cannot be made again')
    .option('--json', 'print one JSON object instead of text')
    .addHelpText('after', HELP)
    .action((file, options) =>
      answer(options, async () => {
        const { fingerprint } = makeKeyFile(resolve(file), { force: options.force ?? false })
        const text =
          `${shown(resolve(file))} is a new key (mode 0600, fingerprint ${fingerprint}).\nKeep it apart from the ` +
          'releases, and keep a copy: without it the same people get other pseudonyms.'
        return { record: { key: resolve(file), fingerprint }, text }
      }),
    )
}
