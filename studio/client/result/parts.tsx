/** Shows a result in tabs, summary first. The address names the open tab. */
import { type ReactNode, useEffect, useRef } from 'react'
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components'
import { useStudio } from '../shell/studio.tsx'

export interface Part {
  readonly id: string
  readonly title: string
  readonly content: ReactNode
}

export function Parts({ run, parts }: { run: string; parts: readonly Part[] }): ReactNode {
  const { part, setPart } = useStudio()
  const shown = parts.some(({ id }) => id === part) ? part : FIRST
  const place = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for every run
  useEffect(() => {
    // The dialog that started this run took the focus with it.
    const timer = setTimeout(() => {
      if (document.activeElement === document.body)
        place.current?.querySelector<HTMLElement>('[role="tab"][aria-selected="true"]')?.focus()
    }, AFTER_WINDOWS)
    return () => clearTimeout(timer)
  }, [run])
  return (
    <Tabs
      ref={place}
      className="stack wide-gap"
      selectedKey={shown}
      onSelectionChange={(key) => setPart(key === FIRST ? undefined : String(key), run)}
    >
      <TabList aria-label="Parts of the result" className="row">
        {parts.map(({ id, title }) => (
          <Tab key={id} id={id} className="result-part" data-title={title}>
            {title}
          </Tab>
        ))}
      </TabList>
      {parts.map(({ id, content }) => (
        <TabPanel key={id} id={id} className="stack wide-gap part-panel">
          {content}
        </TabPanel>
      ))}
    </Tabs>
  )
}

const FIRST = 'summary'

/** Milliseconds until a closing dialog has returned the focus. */
const AFTER_WINDOWS = 200
