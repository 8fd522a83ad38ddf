/**
 * The contract of a place that is no file: an object store or a lake table. Its state is pinned, then copied once into
 * the engine's private folder, so that all steps read the same rows. To add one: a record, a line in `index.ts`, and a
 * case in `test/places`.
 */
import type { Engine } from '../../engines/engine.ts'
import type { PinnedFile, SourceRequest } from '../table.ts'

export interface PlaceRecord {
  readonly title: string
  /** Without the colon, such as `s3` or `delta`. */
  readonly schemes: readonly string[]
  readonly extensions: readonly string[]
  /** Stores: options of the engine's secret, from the environment alone. Releases can be written there. */
  readonly secret?: (environment: NodeJS.ProcessEnv) => Readonly<Record<string, string | boolean | undefined>>
  readonly variables?: readonly string[]
  /** Lists what to copy in its present state. `path` has no scheme if the place is a lake. */
  pin(path: string, request: SourceRequest, engine: Engine): Promise<readonly PinnedFile[]>
}
