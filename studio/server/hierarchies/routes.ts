/** HTTP routes of hierarchies: values, proposals, doctor, tree files. */
import type { Hono } from 'hono'
import { UserError } from '../../../src/ground/errors.ts'
import { readTaxonomy } from '../../../src/hierarchy/taxonomy/read-taxonomy.ts'
import { openedFile } from '../data/opened-files.ts'
import { requireText, requireTexts } from '../job/body.ts'
import { jsonRoutes } from '../json-routes.ts'
import type { Session } from '../session.ts'
import type { ColumnRequest, ExamineRequest, HierarchyProposalRequest, SaveTreesRequest } from './api.ts'
import { shownValues } from './column-values.ts'
import { examineColumn } from './examine.ts'
import { proposeColumnHierarchy } from './propose.ts'
import { checkedTree, readTree, saveTrees } from './tree-files.ts'

export function hierarchyRoutes(session: Session): Hono {
  const { routes, post } = jsonRoutes()
  const file = (data: string | undefined) => openedFile(session, data)
  post<ColumnRequest>('/values', (body) => shownValues(file(body.data), readColumn(body)))
  post<HierarchyProposalRequest>('/propose', (body) => {
    const { data, base, kind, taken } = body
    const names = Array.isArray(taken) ? taken.map(String) : []
    const request = { ...readColumn(body), base: requireText(base, 'base'), taken: names, kind }
    return proposeColumnHierarchy(session, file(data), request)
  })
  post<ExamineRequest>('/examine', (body) => {
    const { data, settings = {}, tree, missing = 'none', decimal, ends } = body
    return examineColumn(file(data), {
      ...readColumn(body),
      settings,
      missing,
      ends,
      decimal: decimal === ',' || decimal === '.' ? decimal : undefined,
      tree: tree && checkedTree(tree),
    })
  })
  post<{ base: string; path: string }>('/read', (body) => {
    const { base, path } = requireTexts(body, 'base', 'path')
    return { tree: readTree(session, base, path) }
  })
  post<SaveTreesRequest>('/save', async ({ base, trees }) => {
    if (!Array.isArray(trees))
      throw new UserError('trees must be a list of a path and a tree each', { path: 'trees', rule: 'value' })
    const checked = trees.map(({ path, tree }) => ({ path: requireText(path, 'path'), tree }))
    return { saved: await saveTrees(session, { base: requireText(base, 'base'), trees: checked }) }
  })
  post<{ name: string; text: string }>('/import', (body) => {
    const { name, text } = requireTexts(body, 'name', 'text')
    return { tree: readTaxonomy(text, name) }
  })
  return routes
}

function readColumn({ column, items }: Partial<ColumnRequest>): Omit<ColumnRequest, 'data'> {
  return { column: requireText(column, 'column'), items }
}
