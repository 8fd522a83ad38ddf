const LONG_LIST = 200

/** The pieces of `JSON.stringify(value, null, 2)` of a record, and a line end; long lists are written one by one. */
export function* jsonPieces(value: object): Generator<string> {
  const inside = (member: unknown, indent: string) => JSON.stringify(member, null, 2).replaceAll('\n', `\n${indent}`)
  let before = '{\n'
  for (const [key, member] of Object.entries(value)) {
    if (member === undefined) continue
    const start = `${before}  ${JSON.stringify(key)}: `
    before = ',\n'
    if (!Array.isArray(member) || member.length < LONG_LIST) {
      yield start + inside(member, '  ')
      continue
    }
    for (let from = 0; from < member.length; from += LONG_LIST) {
      const some = member.slice(from, from + LONG_LIST).map((each) => `    ${inside(each, '    ')}`)
      yield `${from === 0 ? `${start}[\n` : ',\n'}${some.join(',\n')}`
    }
    yield '\n  ]'
  }
  yield '\n}\n'
}
