/** Finds DuckDB's extensions in folders that the user names. Nothing is downloaded, and DuckDB checks signatures. */
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { userError } from '../../ground/errors.ts'

const VARIABLE = 'HALFTONE_EXTENSIONS'
const wrongExtension = userError('present', VARIABLE)

/** Reads a folder of extension files, of packages from PyPI (`pip install --target`), or DuckDB's own. */
export function findExtension(name: string, version: string, environment: NodeJS.ProcessEnv): string {
  const file = `${name}.duckdb_extension`
  const folders = (environment[VARIABLE] ?? '').split(delimiter).filter((folder) => folder !== '')
  const places = folders.flatMap((folder) => [
    join(folder, file),
    join(folder, `duckdb_extension_${name}`, 'extensions', version, file),
    join(folder, version, `${process.platform}_${process.arch === 'x64' ? 'amd64' : process.arch}`, file),
  ])
  const path = places.find((place) => existsSync(place))
  if (path !== undefined) return path
  const gap = folders.length === 0 ? `${VARIABLE} is not set` : `${folders.join(', ')} has no such file`
  const remedy = `${installation(name, version)}, and set ${VARIABLE} to that folder`
  throw wrongExtension`this needs DuckDB's extension ${name} ${version}, but ${gap}; get it with: ${remedy}`
}

export function unloadable(path: string, name: string, version: string): Error {
  const machine = `${process.platform}-${process.arch}`
  const remedy = installation(name, version)
  return wrongExtension`${path} is not ${name} of DuckDB ${version} for ${machine}; get it with: ${remedy}`
}

function installation(name: string, version: string): string {
  return `pip install --target FOLDER duckdb-extension-${name}==${version.replace(/^v/, '')}`
}
