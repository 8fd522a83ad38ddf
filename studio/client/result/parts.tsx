/** Shows a result in tabs, summary first. The address names the open tab. */
import { type ReactNode, useEffect, useRef } from 'react'
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components'
import { useStudio } from '../shell/use-studio.ts'

export interface Part {
  readonly id: string
  readonly title: string
  /** Parts of a group share a tab, and have tabs of their own inside it. */
  readonly group?: string
  readonly content: ReactNode
}

export function Parts({ run, parts }: { run: string; parts: readonly Part[] }): ReactNode {
  const { part, setPart } = useStudio()
  const shown = parts.find(({ id }) => id === part)?.id ?? FIRST
  const groups = inGroups(parts)
  const show = (id: string) => setPart(id === FIRST ? undefined : id, run)
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
      selectedKey={groups.find((group) => group.some(({ id }) => id === shown))?.[0].id ?? FIRST}
      onSelectionChange={(key) => show(String(key))}
    >
      <TabList aria-label="Parts of the result" className="row">
        {groups.map(([first]) => (
          <Tab key={first.id} id={first.id} className="result-part" data-title={first.group ?? first.title}>
            {first.group ?? first.title}
          </Tab>
        ))}
      </TabList>
      {groups.map((group) => (
        <TabPanel key={group[0].id} id={group[0].id} className="stack wide-gap part-panel">
          {group.length === 1 ? group[0].content : <Group parts={group} shown={shown} show={show} />}
        </TabPanel>
      ))}
    </Tabs>
  )
}

function Group(props: { parts: readonly Part[]; shown: string; show: (id: string) => void }): ReactNode {
  const { parts, shown, show } = props
  return (
    <Tabs className="stack wide-gap" selectedKey={shown} onSelectionChange={(key) => show(String(key))}>
      <TabList aria-label={`Parts of ${parts[0].group}`} className="row inner-parts">
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

/** Parts of the same group together, in the order of their first ones. */
function inGroups(parts: readonly Part[]): Part[][] {
  const groups = new Map<string, Part[]>()
  for (const part of parts) {
    const key = part.group ?? part.id
    groups.set(key, [...(groups.get(key) ?? []), part])
  }
  return [...groups.values()]
}

const FIRST = 'summary'

/** Milliseconds until a closing dialog has returned the focus. */
const AFTER_WINDOWS = 200
