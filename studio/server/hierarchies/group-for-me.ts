/** Groups the values of a column into a tree; similarity is computed from the rows of the file. */

import { userError } from '../../../src/ground/errors.ts'
import { type GroupBy, groupValues } from '../../../src/hierarchy/group-values.ts'
import type { TaxonomyNode } from '../../../src/hierarchy/taxonomy/taxonomy.ts'
import { sql } from '../../../src/sql/dialect.ts'
import type { OpenedFile } from '../data/opened-files.ts'
import { columnProfile } from './column-values.ts'

/** Columns used for similarity: those with few values say most per value. */
const MOST_COLUMNS = 8
const MOST_OTHER_VALUES = 60
/** All pairs are compared. */
const MOST_ALIKE = 600

const nothing: Readonly<Record<GroupBy, string>> = {
  name: 'no two values begin with the same word',
  prefix: 'no two values begin alike',
  frequency: 'no values are rare',
  likeness: 'it has too few values to group, or no other column has few enough values to compare them by',
}

export async function groupForMe(file: OpenedFile, column: string, by: GroupBy): Promise<TaxonomyNode> {
  const wrongData = userError('data', `columns.${column}`)
  const { values, counts } = await columnProfile(file, { column })
  if (by === 'likeness' && values.length > MOST_ALIKE)
    throw wrongData`column "${column}" has ${values.length} values; at most ${MOST_ALIKE} are compared with each other: group them by prefix or by how frequent they are`
  const profiles = by === 'likeness' ? await findProfiles(file, column, values) : undefined
  const tree = by === 'likeness' && profiles === undefined ? undefined : groupValues({ values, counts, profiles }, by)
  if (tree === undefined)
    throw wrongData`the values of "${column}" cannot be grouped so: ${nothing[by]}; try another way`
  return tree
}

/** For each value, the distribution of its rows over the values of other columns. */
async function findProfiles(
  file: OpenedFile,
  column: string,
  values: readonly string[],
): Promise<readonly Float64Array[] | undefined> {
  const others = (await file.profiles())
    .filter(
      ({ name, values: otherValues, distinct = otherValues.length }) =>
        name !== column && distinct > 1 && distinct <= MOST_OTHER_VALUES,
    )
    .slice(0, MOST_COLUMNS)
  if (others.length === 0) return undefined
  const places = new Map(values.map((value, i) => [value, i]))
  const widths = others.map((other) => other.values.length)
  const profiles = values.map(() => new Float64Array(widths.reduce((sum, width) => sum + width, 0)))
  const { engine, source } = file.table.table
  const { dialect } = engine
  let offset = 0
  for (const [i, other] of others.entries()) {
    const codes = new Map(other.values.map((value, code) => [value, code]))
    const selectAnswer = sql`SELECT ${dialect.identifier(column)} AS own, ${dialect.identifier(other.name)} AS other, ${dialect.wholeNumber(sql`COUNT(*)`)} AS n FROM ${dialect.scan(source)} GROUP BY 1, 2`
    const answer = await engine.query(selectAnswer, { signal: file.closed })
    const [owns, theirs, rows] = [answer.texts('own'), answer.texts('other'), answer.numbers('n')]
    const totals = new Float64Array(values.length)
    for (const share of [false, true]) {
      for (let row = 0; row < rows.length; row++) {
        const place = places.get(owns[row] ?? '')
        const code = codes.get(theirs[row] ?? '')
        if (place === undefined || code === undefined) continue
        if (share) profiles[place][offset + code] = rows[row] / totals[place]
        else totals[place] += rows[row]
      }
    }
    offset += widths[i]
  }
  return profiles
}
