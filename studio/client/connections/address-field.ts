/** Removes a password or token from a database address as it is typed, so that the page never shows or sends it. */

export type Reads = 'table' | 'query' | 'path'

export function withoutSecret(typed: string): { readonly address: string; readonly removed?: string | undefined } {
  const spark = /^\s*sc:/i.test(typed)
  const address = typed
    .replace(/^(\s*[a-z]+:\/\/[^/?#@:]*):[^/?#@]*@/i, '$1@')
    .replace(/([?&])(?:password|sslpassword)=[^&#]*(&?)/gi, (_, mark: string, more: string) =>
      more === '' ? '' : mark,
    )
    .replace(/;token=[^;]*/gi, '')
  if (address === typed) return { address }
  const remedy = spark
    ? 'set SPARK_CONNECT_AUTHENTICATE_TOKEN before the studio is started'
    : 'set PGPASSWORD before the studio is started, or write it to ~/.pgpass'
  return {
    address,
    removed: `A ${spark ? 'token' : 'password'} does not belong into the address, and was taken out: ${remedy}.`,
  }
}
