/** Long texts would stay in memory until all of it is collected. */
const LONG_LIST = 50

/** The pieces of `JSON.stringify(value, null, 2)` of a record, and a line end; long lists are written in parts. */
export function* jsonPieces(value: object): Generator<string> {
  const inside = (key: string, member: unknown) => JSON.stringify({ [key]: member }, null, 2).slice(2, -2)
  const start = '  "": ['.length
  const end = '\n  ]'
  let before = '{\n'
  for (const [key, member] of Object.entries(value)) {
    if (member === undefined) continue
    const isLong = Array.isArray(member) && member.length >= LONG_LIST
    yield before
    yield inside(key, isLong ? member.slice(0, LONG_LIST) : member).slice(0, isLong ? -end.length : undefined)
    before = ',\n'
    if (!isLong) continue
    for (let from = LONG_LIST; from < member.length; from += LONG_LIST) {
      yield ','
      yield inside('', member.slice(from, from + LONG_LIST)).slice(start, -end.length)
    }
    yield end
  }
  yield '\n}\n'
}
