/** Hierarchies over HTTP: values to cover, proposals, the doctor, and trees in files. */
import { Hono } from 'hono'
import { readTaxonomy, type TaxonomyNode, UserError, userError } from '../../../src/workbench.ts'
import { openedFile } from '../data/opened-files.ts'
import { readBody, textOf } from '../job/body.ts'
import type { Session } from '../session.ts'
import type {
  ColumnRequest,
  ExamineRequest,
  GroupRequest,
  HierarchyProposalRequest,
  SaveTreesRequest,
  TreeFormat,
} from './api.ts'
import { shownValues } from './column-values.ts'
import { examineColumn } from './examine.ts'
import { foundTrees } from './found-trees.ts'
import { groupForMe } from './group-for-me.ts'
import { proposeColumnHierarchy } from './propose.ts'
import { checkedTree, readTree, saveTrees, treeText } from './tree-files.ts'

const groupings: readonly GroupRequest['by'][] = ['name', 'prefix', 'frequency', 'likeness']

export function hierarchyRoutes(session: Session): Hono {
  const routes = new Hono()
  routes.post('/values', async (context) => {
    const body = await readBody<ColumnRequest>(context)
    return context.json(await shownValues(openedFile(session, body.data), columnOf(body)))
  })
  routes.post('/propose', async (context) => {
    const body = await readBody<HierarchyProposalRequest>(context)
    const { base, kind, taken } = body
    const request = {
      ...columnOf(body),
      base: textOf(base, 'base'),
      taken: Array.isArray(taken) ? taken.map(String) : [],
      kind,
    }
    return context.json(await proposeColumnHierarchy(session, openedFile(session, body.data), request))
  })
  routes.post('/examine', async (context) => {
    const body = await readBody<ExamineRequest>(context)
    const { settings = {}, tree, missing = 'none', k } = body
    const request = {
      ...columnOf(body),
      settings,
      missing,
      k: typeof k === 'number' && k >= 1 ? k : undefined,
      tree: tree && checkedTree(tree),
    }
    return context.json(await examineColumn(openedFile(session, body.data), request))
  })
  routes.post('/group', async (context) => {
    const body = await readBody<GroupRequest>(context)
    const by = groupings.find((own) => own === body.by)
    if (by === undefined)
      throw userError('value')`by must be one of ${groupings.join(', ')}; got ${JSON.stringify(body.by)}`
    return context.json({ tree: await groupForMe(openedFile(session, body.data), columnOf(body).column, by) })
  })
  routes.post('/found', async (context) => {
    const { data, base, columns } = await readBody<{ data: string; base: string; columns: string[] }>(context)
    const names = Array.isArray(columns) ? columns.map(String) : []
    return context.json(await foundTrees(session, openedFile(session, data), textOf(base, 'base'), names))
  })
  routes.post('/read', async (context) => {
    const { base, path } = await readBody<{ base: string; path: string }>(context)
    return context.json({ tree: readTree(session, textOf(base, 'base'), textOf(path, 'path')) })
  })
  routes.post('/save', async (context) => {
    const { base, trees } = await readBody<SaveTreesRequest>(context)
    if (!Array.isArray(trees))
      throw new UserError('trees must be a list of a path and a tree each', { path: 'trees', rule: 'value' })
    const checked = trees.map(({ path, tree }) => ({ path: textOf(path, 'path'), tree }))
    return context.json({ saved: await saveTrees(session, { base: textOf(base, 'base'), trees: checked }) })
  })
  routes.post('/import', async (context) => {
    const { name, text } = await readBody<{ name: string; text: string }>(context)
    return context.json({ tree: readTaxonomy(textOf(text, 'text'), textOf(name, 'name')) })
  })
  routes.post('/export', async (context) => {
    const { tree, format } = await readBody<{ tree: TaxonomyNode; format: TreeFormat }>(context)
    return context.json({ text: treeText(tree, format === 'csv' ? 'csv' : 'json') })
  })
  return routes
}

function columnOf({ column, items }: Partial<ColumnRequest>): Omit<ColumnRequest, 'data'> {
  return { column: textOf(column, 'column'), items }
}
