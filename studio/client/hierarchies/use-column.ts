/** Loads a column's values, its tree file, and the doctor's findings as it is edited. */
import { useEffect, useMemo, useState } from 'react'
import type { ItemsRequest } from '../../server/data/api.ts'
import type { Examined, TreeAnswer, ValuesAnswer } from '../../server/hierarchies/api.ts'
import { readAlgorithm } from '../job/change.ts'
import { post } from '../shell/request.ts'
import { useAnswer } from '../shell/use-answer.ts'
import type { JobDocument, OpenedData } from '../shell/use-studio.ts'
import type { JobColumn } from './settings.ts'
import { type EditNode, toTaxonomy } from './tree-model.ts'
import { type HeldTree, holdTree, treeFile, useTrees } from './tree-store.ts'

/** Milliseconds without a change before the doctor runs. */
const CALM = 150

export function useValues(
  data: OpenedData,
  column: string,
  items: ItemsRequest | undefined,
): { values?: ValuesAnswer; counts: ReadonlyMap<string, number>; error?: string } {
  const { answer, error } = useAnswer<ValuesAnswer>('hierarchies/values', { data: data.id, column, items })
  const counts = useMemo(() => new Map(answer?.values.map(({ value, count }) => [value, count])), [answer])
  return { counts, values: answer, error }
}

/** The tree of a column, read from its file unless the store has it. */
export function useColumnTree(
  { base }: JobDocument,
  { taxonomy }: JobColumn,
): { file?: string; tree?: HeldTree; error?: string } {
  const trees = useTrees()
  const [error, setError] = useState<{ file: string; message: string }>()
  const file = taxonomy === undefined ? undefined : treeFile(base, taxonomy)
  const tree = file === undefined ? undefined : trees.get(file)
  const missing = file !== undefined && tree === undefined
  useEffect(() => {
    if (file === undefined || !missing) return
    let wanted = true
    post<TreeAnswer>('hierarchies/read', { base: '', path: file }).then(
      (answer) => wanted && holdTree(file, answer.tree, true),
      (reason: Error) => wanted && setError({ file, message: reason.message }),
    )
    return () => {
      wanted = false
    }
  }, [file, missing])
  return { file, tree, error: missing && error?.file === file ? error.message : undefined }
}

export function useExamined(
  data: OpenedData,
  { job }: JobDocument,
  column: string,
  { settings, tree, items }: { settings: JobColumn; tree: EditNode | undefined; items: ItemsRequest | undefined },
): { examined?: Examined; error?: string } {
  const { type, endpoints, order, taxonomy, levels, format, domain, ends = job.privacy.ends, shows } = settings
  const { k } = job.privacy
  const edited = useMemo(() => (tree === undefined ? undefined : toTaxonomy(tree)), [tree])
  const waiting = taxonomy !== undefined && edited === undefined
  const nothing = items !== undefined && taxonomy === undefined
  const question = useMemo(
    () => ({
      data: data.id,
      column,
      settings: { type, endpoints, order, taxonomy, levels, format, domain },
      tree: edited,
      items,
      decimal: job.data.decimal,
      missing: job.data.missing === 'category' ? 'category' : 'none',
      ends:
        ends === 'exact' || shows !== undefined || k === undefined || items !== undefined
          ? undefined
          : { people: k, search: readAlgorithm(job).name },
    }),
    [data.id, column, type, endpoints, order, taxonomy, levels, format, domain, edited, items, job, ends, shows, k],
  )
  const path = waiting || nothing ? undefined : 'hierarchies/examine'
  // Earlier findings stay visible during the next examination.
  const { latest, error } = useAnswer<Examined>(path, question, CALM)
  return { examined: latest, error }
}
