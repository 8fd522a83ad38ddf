/** Loads the optional Spark packages when a table is first opened. */
import type * as Grpc from '@grpc/grpc-js'
import type * as ProtoLoader from '@grpc/proto-loader'
import type * as Arrow from 'apache-arrow'
import { userError } from '../../ground/errors.ts'

export interface SparkLibrary {
  readonly grpc: typeof Grpc
  readonly loader: typeof ProtoLoader
  readonly arrow: typeof Arrow
}

export async function sparkLibrary(): Promise<SparkLibrary> {
  try {
    const [grpc, loader, arrow] = await Promise.all([
      import('@grpc/grpc-js'),
      import('@grpc/proto-loader'),
      import('apache-arrow'),
    ])
    return {
      grpc: 'default' in grpc ? (grpc.default as typeof Grpc) : grpc,
      loader: 'default' in loader ? (loader.default as typeof ProtoLoader) : loader,
      arrow,
    }
  } catch (error) {
    throw userError('present', 'data.source', error)`reading from Spark needs three packages that are not installed; npm
      install @grpc/grpc-js @grpc/proto-loader apache-arrow`
  }
}
