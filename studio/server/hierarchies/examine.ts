/** Runs the doctor on a column's hierarchy as edited in the page. */
import { UserError } from '../../../src/ground/errors.ts'
import { prose } from '../../../src/ground/format.ts'
import type { Finding } from '../../../src/hierarchy/doctor.ts'
import { groupLabel, type Hierarchy } from '../../../src/hierarchy/hierarchy.ts'
import { examineHierarchy } from '../../../src/hierarchy/resolve.ts'
import { type HierarchySettings, hierarchySpecification, withPublicBins } from '../../../src/hierarchy/specification.ts'
import { decimalMark, withPlainNumbers } from '../../../src/init/roles/decimal-mark.ts'
import { allSearches, usualSearch } from '../../../src/search/index.ts'
import type { OpenedFile } from '../data/opened-files.ts'
import type { Examined, ExamineRequest } from './api.ts'
import { columnProfile, MOST_VALUES } from './column-values.ts'

export async function examineColumn(file: OpenedFile, request: Omit<ExamineRequest, 'data'>): Promise<Examined> {
  const { column, settings, tree, missing, decimal, ends } = request
  if (isPlain(settings)) return { findings: [plainNote(column)], levels: [] }
  const texts = await columnProfile(file, request)
  const profile = settings.type === 'numeric' && decimal ? withPlainNumbers(texts, decimal) : texts
  if (settings.type === 'numeric' && !decimal && decimalMark(texts.values) === ',')
    return { findings: [commaNote(column)], levels: [] }
  if (profile.values.length >= MOST_VALUES) return { findings: [tooMany(column)], levels: [] }
  try {
    const exact = hierarchySpecification(column, settings, tree)
    const search = allSearches.find(({ name }) => name === ends?.search) ?? usualSearch
    const specification = ends === undefined ? exact : withPublicBins(exact, ends.people, search.intervals)
    const { hierarchy, findings } = examineHierarchy(column, specification, profile, { missing })
    return {
      findings: isFlat(hierarchy) ? [...findings, flatNote(column)] : findings,
      ...laddered(hierarchy, settings, ends !== undefined),
    }
  } catch (error) {
    if (!(error instanceof UserError)) throw error
    return { findings: [{ severity: 'error', kind: 'settings', column, message: error.message }], levels: [] }
  }
}

/** Up to this many values there is nothing to group. */
const FEW_VALUES = 4

/** Whether the root is the only group. */
function isFlat(hierarchy: Hierarchy | undefined): boolean {
  return (
    hierarchy?.tree !== undefined &&
    hierarchy.values.length > FEW_VALUES &&
    hierarchy.tree.names.length === hierarchy.values.length + 1
  )
}

function flatNote(column: string): Finding {
  const message = `the tree of "${column}" is flat: the column is kept whole or hidden whole; group its values`
  return { severity: 'warning', kind: 'flat', column, message }
}

function laddered(hierarchy: Hierarchy | undefined, { type, endpoints = 'all' }: HierarchySettings, isPublic: boolean) {
  if (hierarchy === undefined) return { levels: [] }
  const known = hierarchy.missing ?? hierarchy.values.length
  const codes = [...new Set([1, 3, 5].map((sixths) => Math.floor((known * sixths) / 6)))]
  const levels = hierarchy.levels.map(({ name, grouping: { groups, codeGroups } }) => ({
    name,
    groups,
    labels: codes.map((code) =>
      groupLabel(hierarchy, codeGroups.indexOf(codeGroups[code]), codeGroups.lastIndexOf(codeGroups[code])),
    ),
  }))
  if (type !== 'numeric' || (endpoints === 'all' && !isPublic) || hierarchy.low === undefined) return { levels }
  return { levels, isPublic, starts: Array.from(hierarchy.low).filter((low) => !Number.isNaN(low)) }
}

function isPlain({ type, taxonomy, order }: HierarchySettings): boolean {
  return type === 'category' && taxonomy === undefined && order === undefined
}

function plainNote(column: string): Finding {
  const names = allSearches.filter(({ withoutHierarchies }) => withoutHierarchies !== undefined)
  const message = prose`column "${column}" has plain categories: a cell is kept or hidden, never made coarser. Only
    ${names.map(({ name }) => name).join(', ')} take that; other algorithms need a tree, an order or a rule`
  return { severity: 'note', kind: 'settings', column, message }
}

function commaNote(column: string): Finding {
  const message = prose`the numbers of column "${column}" have a decimal comma, and the file is read with points:
    choose a comma under How it is read, on the step Data`
  return { severity: 'error', kind: 'settings', column, message }
}

function tooMany(column: string): Finding {
  const message = prose`column "${column}" has at least ${MOST_VALUES} distinct values, too many to look at here; a run
    looks at all of them`
  return { severity: 'note', kind: 'too-many-values', column, message }
}
