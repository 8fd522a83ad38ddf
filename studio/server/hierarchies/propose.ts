/** Proposes a hierarchy of the requested kind from the column's values. */

import { join } from 'node:path'
import { UserError, userError } from '../../../src/ground/errors.ts'
import { parseDate } from '../../../src/hierarchy/date.ts'
import { detectDateFormat } from '../../../src/hierarchy/date-format.ts'
import { parseNumber } from '../../../src/hierarchy/number.ts'
import { proposeHierarchy } from '../../../src/hierarchy/propose.ts'
import { naturalCompare, proposeTaxonomy } from '../../../src/hierarchy/propose-taxonomy.ts'
import { type HierarchySettings, hierarchySettings } from '../../../src/hierarchy/specification.ts'
import type { TaxonomyNode } from '../../../src/hierarchy/taxonomy/taxonomy.ts'
import { balancedTaxonomy } from '../../../src/hierarchy/tree.ts'
import { taxonomyFile } from '../../../src/init/init.ts'
import { decimalMark, withPlainNumbers } from '../../../src/init/roles/decimal-mark.ts'
import type { OpenedFile } from '../data/opened-files.ts'
import { freeIn } from '../data/propose.ts'
import type { Session } from '../session.ts'
import type { HierarchyKind, HierarchyProposal, HierarchyProposalRequest } from './api.ts'
import { columnProfile } from './column-values.ts'

/** No tree is proposed for more values. */
const MOST_LEAVES = 20_000

export async function proposeColumnHierarchy(
  session: Session,
  file: OpenedFile,
  request: Omit<HierarchyProposalRequest, 'data'>,
): Promise<HierarchyProposal> {
  const { column, items, base, taken } = request
  const { values, counts } = await columnProfile(file, request)
  const wrongData = userError('data', `columns.${column}`)
  if (values.length === 0) throw wrongData`column "${column}" has no value in any row; there is nothing to group`
  const asTree = (root: TaxonomyNode): HierarchyProposal => {
    const names = new Set(
      taken.map((path) =>
        path
          .replace(/^.*\//, '')
          .replace(/\.[^.]*$/, '')
          .toLowerCase(),
      ),
    )
    const { path } = taxonomyFile(column, root, names, freeIn(session, join(session.folder, base)))
    return { settings: { taxonomy: path }, tree: { path, tree: root } }
  }
  if (items !== undefined) return asTree(balancedTaxonomy(values, undefined, items.separator))
  const kind = request.kind ?? 'any'
  const mark = decimalMark(values) === ',' ? ',' : undefined
  if (kind === 'any' || kind === 'tree') {
    const profile = (await file.profiles()).find(({ name }) => name === column)
    const plain = profile && mark === ',' ? withPlainNumbers(profile, mark) : profile
    const specification = plain && proposeHierarchy(plain)?.specification
    if (kind === 'any' && specification !== undefined && specification.kind !== 'tree')
      return { settings: hierarchySettings(specification), decimal: mark }
    if (values.length > MOST_LEAVES)
      throw wrongData`column "${column}" has ${values.length} distinct values; a tree can be started for at most
        ${MOST_LEAVES}: choose another kind, or import a tree`
    return asTree(proposeTaxonomy(values, counts, file.table.rows).root)
  }
  return { settings: settingsFor(kind, values, column), decimal: kind === 'numeric' ? mark : undefined }
}

function settingsFor(
  kind: Exclude<HierarchyKind, 'tree'>,
  values: readonly string[],
  column: string,
): HierarchySettings {
  switch (kind) {
    case 'numeric':
      return values.length > 200 ? { type: 'numeric', endpoints: 50 } : { type: 'numeric' }
    case 'order': {
      if (values.length > 1000)
        throw new UserError(
          `column "${column}" has ${values.length} distinct values; an order by hand can have at most 1000`,
          { path: `columns.${column}`, rule: 'data' },
        )
      const numbers = values.every((value) => !Number.isNaN(parseNumber(value)))
      return { order: [...values].sort(numbers ? (a, b) => parseNumber(a) - parseNumber(b) : naturalCompare) }
    }
    case 'date':
      return values.every((value) => parseDate(value) !== undefined)
        ? { type: kind }
        : { type: kind, format: detectDateFormat(values)?.format }
    case 'prefix':
    case 'place':
      return { type: kind }
    case 'plain':
      return { type: 'category' }
  }
}
