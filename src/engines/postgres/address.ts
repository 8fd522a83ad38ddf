/** Checks PostgreSQL addresses, such as postgres://db.example/clinic: no password allowed. */
import { userError } from '../../ground/errors.ts'

const wrongSource = userError('value', 'data.source')

/** Passwords belong in PGPASSWORD or ~/.pgpass, where no manifest, log or process list shows them. */
export function checkedAddress(address: string): string {
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (url === undefined) throw wrongSource`data.source must be an address such as postgres://db.example/clinic`
  const secrets = [...url.searchParams.keys()].filter((name) => /pass(?!file)|secret|token/i.test(name))
  if (url.password !== '' || secrets.length > 0)
    throw wrongSource`data.source has a password in the address of ${url.host}; remove it, and set PGPASSWORD or write it to ~/.pgpass`
  return address
}
