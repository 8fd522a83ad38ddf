/** kADET as a search: releases each row with its leaf's path in the anonymous tree. */
import { prose } from '../../../ground/format.ts'
import { type OptionRecord, readOptions } from '../../../ground/options.ts'
import { type CodedTable, tableSchema } from '../../../learn/coded-table.ts'
import { type TreeNode, testText } from '../../../learn/decision-tree/tree.ts'
import type { ClassesSearchRecord } from '../../classes-search.ts'
import { growAnonymousTree } from './anonymous-tree.ts'
import { chooseByGain } from './choose-rows.ts'
import { treeOptions } from './options.ts'
import { searchAlongTree } from './tree-search.ts'

const options: readonly OptionRecord[] = treeOptions

export const searchKadet: ClassesSearchRecord = {
  kind: 'classes',
  name: 'kadet',
  title: 'kADET',
  summary: prose`Grows a decision tree whose leaves all have at least k rows, and releases each row with the path of
    its leaf and ? elsewhere. A baseline for classification; every value is true; needs no hierarchies.`,
  source: 'Friedman, Schuster, Wolff 2006',
  withoutHierarchies: true,
  options,
  async search(problem, given, run) {
    const chosen = readOptions('algorithm kadet', options, given)
    let leaves: readonly string[] = []
    const result = await searchAlongTree(
      { name: 'kadet', problem, options: chosen, run },
      function* ({ table }, k) {
        const root = yield* growAnonymousTree(table, {
          k,
          confidence: chosen['confidence'] as number,
          prune: chosen['prune'] as boolean,
        })
        leaves = leafLines(root, table)
        return root
      },
      { swappingThreshold: 0, poolSmall: false, lostRows: 'drop', choose: chooseByGain },
    )
    return { ...result, details: { ...result.details, leaves } }
  },
}

/** The tree in publishable form: each leaf's path with its rows by class. Does not name values without a leaf. */
function leafLines(root: TreeNode, table: CodedTable): string[] {
  const schema = tableSchema(table)
  const lines: string[] = []
  const visit = (node: TreeNode, path: readonly string[]): void => {
    if (node.kind !== 'leaf') {
      node.branches.forEach((branch, place) => {
        visit(branch, [...path, testText(schema[node.column], node, place)])
      })
    } else if (node.weight > 0) {
      const counts = table.target.values.map((value, place) => `${value} ${node.classWeights[place]}`)
      lines.push(`${path.join(', ') || 'every row'}: ${counts.join(', ')}`)
    }
  }
  visit(root, [])
  return lines
}
