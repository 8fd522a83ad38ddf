/** Object stores, through DuckDB's extensions. A release can be written there (`publish/store-target.ts`). */
import type { Engine } from '../../engines/engine.ts'
import { userError } from '../../ground/errors.ts'
import { sql } from '../../sql/dialect.ts'
import { defaultFormat, formatNamed, typedFormat } from '../formats/index.ts'
import type { PinnedFile, SourceRequest } from '../table.ts'
import type { PlaceRecord } from './place.ts'

const wrongSource = userError('file', 'data.source')

export const s3: PlaceRecord = {
  title: 'Amazon S3',
  schemes: ['s3'],
  extensions: ['httpfs'],
  variables: ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'AWS_SESSION_TOKEN', 'AWS_REGION', 'AWS_ENDPOINT_URL'],
  secret: (set) => ({
    TYPE: 's3',
    KEY_ID: set['AWS_ACCESS_KEY_ID'],
    SECRET: set['AWS_SECRET_ACCESS_KEY'],
    SESSION_TOKEN: set['AWS_SESSION_TOKEN'],
    REGION: set['AWS_REGION'] ?? set['AWS_DEFAULT_REGION'] ?? 'us-east-1',
    ...endpoint(set['AWS_ENDPOINT_URL_S3'] ?? set['AWS_ENDPOINT_URL']),
  }),
  pin: listObjects,
}

export const gcs: PlaceRecord = {
  title: 'Google Cloud Storage',
  schemes: ['gs', 'gcs'],
  extensions: ['httpfs'],
  variables: ['GCS_ACCESS_KEY_ID', 'GCS_SECRET_ACCESS_KEY', 'GCS_ENDPOINT_URL'],
  secret: (set) => ({
    TYPE: 'gcs',
    KEY_ID: set['GCS_ACCESS_KEY_ID'],
    SECRET: set['GCS_SECRET_ACCESS_KEY'],
    ...endpoint(set['GCS_ENDPOINT_URL']),
  }),
  pin: listObjects,
}

export const azure: PlaceRecord = {
  title: 'Azure Blob Storage',
  schemes: ['az', 'azure', 'abfss'],
  extensions: ['azure'],
  variables: ['AZURE_STORAGE_CONNECTION_STRING'],
  secret: (set) => ({ TYPE: 'azure', CONNECTION_STRING: set['AZURE_STORAGE_CONNECTION_STRING'] }),
  pin: listObjects,
}

function endpoint(address: string | undefined) {
  if (address === undefined) return {}
  const { protocol, host, pathname } = new URL(address)
  return { ENDPOINT: host + pathname.replace(/\/$/, ''), USE_SSL: protocol === 'https:', URL_STYLE: 'path' }
}

async function listObjects(address: string, request: SourceRequest, engine: Engine): Promise<readonly PinnedFile[]> {
  const { literal } = engine.dialect
  const listed = await engine.query(sql`SELECT filename, size FROM read_blob(${literal(address)}) ORDER BY filename`)
  const sizes = listed.numbers('size')
  if (listed.rows === 0)
    throw wrongSource`no object fits "${address}"; see whether the bucket, the path and the * in it are right`
  const files: PinnedFile[] = []
  for (const [i, text] of listed.texts('filename').entries()) {
    const object = String(text)
    const format = request.format === undefined ? defaultFormat(object) : formatNamed(request.format)
    if (sizes[i] === 0) throw wrongSource`"${object}" is empty; a table needs a header line and at least one row`
    if (format === typedFormat) {
      const { source } = await format.read([object], request, engine)
      files.push({ address: object, name: object, rows: sql`SELECT * FROM ${engine.dialect.scan(source)}` })
    } else if (sizes[i] <= (engine.room ?? 0)) files.push({ address: object, name: object })
    else throw wrongSource`"${object}" has ${sizes[i]} bytes; give twice as much with --memory`
  }
  return files
}
