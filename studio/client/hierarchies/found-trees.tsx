/** Taxonomies in the folder that the job does not use yet; one click takes them all. */
import type { ReactNode } from 'react'
import { formatCount, formatShare } from '../../../src/ground/format.ts'
import type { FoundTree } from '../../server/hierarchies/api.ts'
import { Button } from '../kit/controls.tsx'
import { Notice } from '../kit/notice.tsx'
import { type JobDocument, type OpenedData, useStudio } from '../shell/studio.tsx'
import { useAnswer } from '../shell/use-answer.ts'
import { noHierarchy, withSettings } from './settings.ts'

export function FoundTrees(props: { data: OpenedData; document: JobDocument; columns: readonly string[] }): ReactNode {
  const { data, document, columns } = props
  const { changeJob } = useStudio()
  const question = { data: data.id, base: document.base, columns }
  const { latest: found = [] } = useAnswer<readonly FoundTree[]>('hierarchies/found', question)
  const unused = found.filter(({ column, path }) => document.job.columns[column]?.taxonomy !== path)
  if (unused.length === 0) return null
  const take = () =>
    changeJob((job) =>
      unused.reduce(
        (changed, { column, path }) => withSettings(changed, column, { ...noHierarchy, taxonomy: path }),
        job,
      ),
    )
  const partly = unused.filter(({ covered }) => covered < 1)
  return (
    <Notice
      kind="note"
      action={
        <Button onPress={take}>
          {unused.length === 1 ? 'Use the hierarchy found' : `Use the ${formatCount(unused.length)} hierarchies found`}
        </Button>
      }
    >
      {`In this folder: ${unused.map(({ column, path }) => `${path} for ${column}`).join(', ')}.`}
      {partly.map(({ column, covered }) => ` That of ${column} has ${formatShare(covered)} of the rows.`)}
    </Notice>
  )
}
