/** Groups the values of a column into a tree. */
import { userError } from '../../../src/ground/errors.ts'
import { type GroupBy, groupValues } from '../../../src/hierarchy/propose-taxonomy.ts'
import type { TaxonomyNode } from '../../../src/hierarchy/taxonomy/taxonomy.ts'
import type { OpenedFile } from '../data/opened-files.ts'
import { columnProfile } from './column-values.ts'

const nothing: Readonly<Record<GroupBy, string>> = {
  name: 'no two values begin with the same word',
  prefix: 'no two values begin alike',
  frequency: 'no values are rare',
}

export async function groupForMe(file: OpenedFile, column: string, by: GroupBy): Promise<TaxonomyNode> {
  const wrongData = userError('data', `columns.${column}`)
  const { values, counts } = await columnProfile(file, { column })
  const tree = groupValues({ values, counts }, by)
  if (tree === undefined)
    throw wrongData`the values of "${column}" cannot be grouped so: ${nothing[by]}; try another way`
  return tree
}
