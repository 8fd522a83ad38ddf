/** `sample baskets` as a record, and the folder it writes: `baskets.txt`, `items.json`, `job.yaml`. */
import { type OptionRecord, readOptions } from '../ground/options.ts'
import { type BasketsRequest, sampleBaskets } from './baskets.ts'
import { basketsJob } from './baskets-job.ts'
import { type BasketStyle, basketsTree } from './baskets-tree.ts'
import { type SampleFiles, type SampleRecord, type SampleRun, SEED_OPTION } from './sample.ts'
import { taxonomyText } from './taxonomy.ts'
import { writeFiles } from './write-files.ts'

const defaultItems: Readonly<Record<BasketStyle, number>> = { shop: 1000, clinic: 1300 }

const options = [
  {
    name: 'transactions',
    type: 'integer',
    meaning: 'How many baskets, one for each person.',
    default: 10_000,
    minimum: 1,
  },
  {
    name: 'items',
    type: 'integer',
    meaning: 'How many different items; 1000 in a shop and 1300 in a clinic unless given.',
    minimum: 4,
    maximum: 1_000_000,
  },
  SEED_OPTION,
  {
    name: 'style',
    type: 'choice',
    meaning: 'Purchases in a shop, or the diagnosis codes of one visit to a clinic.',
    default: 'shop',
    choices: ['shop', 'clinic'],
  },
  {
    name: 'length',
    type: 'number',
    meaning: 'Items in an average basket; 5 in a shop and 3 in a clinic unless given.',
    minimum: 1,
    maximum: 20,
  },
  {
    name: 'skew',
    type: 'number',
    meaning: "How unequal the items' popularity is; 0 makes all equally popular.",
    default: 1,
    minimum: 0,
    maximum: 3,
  },
] as const satisfies readonly OptionRecord[]

export const basketsSample: SampleRecord = {
  name: 'baskets',
  title: 'Baskets',
  summary:
    'Sets of items per person (purchases, or diagnoses): a few very popular items, related ones together, an item tree and a job for k^m-anonymity.',
  options,
  write: async (folder, given, run = {}) => {
    const values = readOptions('sample baskets', options, given)
    return writeBasketsSample(folder, { items: defaultItems[values.style], ...values }, run)
  },
}

export async function writeBasketsSample(
  folder: string,
  request: Omit<BasketsRequest, 'progress'>,
  run: SampleRun = {},
): Promise<SampleFiles> {
  const rows = request.transactions
  const progress = (done: number) => run.progress?.({ done, total: rows })
  return writeFiles(
    folder,
    [
      { path: 'baskets.txt', chunks: sampleBaskets({ ...request, progress }) },
      { path: 'items.json', chunks: [taxonomyText(basketsTree(request.items, request.style))] },
      { path: 'job.yaml', chunks: [basketsJob(request)] },
    ],
    rows,
    run,
  )
}
