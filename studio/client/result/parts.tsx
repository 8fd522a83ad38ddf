/** A result in parts, one at a time: its summary first. The part that was looked at last stays when a run is looked at again. */
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components'

export interface Part {
  readonly id: string
  readonly title: string
  readonly content: ReactNode
}

let lastPart = 'summary'
/** Runs whose result was shown before. */
const seen = new Set<string>()

export function Parts({ run, parts }: { run: string; parts: readonly Part[] }): ReactNode {
  const [part, setPart] = useState(() =>
    seen.has(run) && parts.some(({ id }) => id === lastPart) ? lastPart : 'summary',
  )
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    seen.add(run)
    // A window that has started this run is gone, and with it the focus.
    const timer = setTimeout(() => {
      if (document.activeElement === document.body)
        place.current?.querySelector<HTMLElement>('[role="tab"][aria-selected="true"]')?.focus()
    }, AFTER_WINDOWS)
    return () => clearTimeout(timer)
  }, [run])
  return (
    <Tabs
      ref={place}
      className="parts"
      selectedKey={part}
      onSelectionChange={(key) => {
        lastPart = String(key)
        setPart(String(key))
      }}
    >
      <TabList aria-label="Parts of the result" className="part-list">
        {parts.map(({ id, title }) => (
          <Tab key={id} id={id} className="part">
            {title}
          </Tab>
        ))}
      </TabList>
      {parts.map(({ id, content }) => (
        <TabPanel key={id} id={id} className="part-panel">
          {content}
        </TabPanel>
      ))}
    </Tabs>
  )
}

/** Milliseconds after which a window that closes has given the focus back, or has not. */
const AFTER_WINDOWS = 200
