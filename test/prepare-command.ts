/** Once, before the tests that start commands: the command line as its sources are now. It is made in less time than two starts from source take. */
import { builtIsFresh } from './command.ts'

export async function setup(): Promise<void> {
  if (!builtIsFresh()) await import('../scripts/bundle-command.ts')
}
