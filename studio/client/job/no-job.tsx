/** Placeholder of a step that needs a job. */
import type { ReactNode } from 'react'
import { Button } from '../kit/controls.tsx'
import { Panel } from '../kit/panel.tsx'
import { useStudio } from '../shell/use-studio.ts'

export function NoJob({ title }: { title: string }): ReactNode {
  const { go } = useStudio()
  return (
    <Panel title={title}>
      <p>There is no job yet. Open data, or a job file, and come back.</p>
      <Button primary onPress={() => go('data')}>
        Open data
      </Button>
    </Panel>
  )
}
