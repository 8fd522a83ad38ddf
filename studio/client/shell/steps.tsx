/** The steps in order. Each page is loaded on first use, so that the studio opens fast. */
import { type ComponentType, lazy } from 'react'
import { DataPage } from '../data/data-page.tsx'
import type { StepName } from './step-names.ts'

export interface Step {
  readonly name: StepName
  readonly title: string
  readonly Page: ComponentType
}

const later = (load: () => Promise<ComponentType>) => lazy(async () => ({ default: await load() }))

const HierarchiesPage = later(async () => (await import('../hierarchies/hierarchies-page.tsx')).HierarchiesPage)
const PrivacyPage = later(async () => (await import('../privacy/privacy-page.tsx')).PrivacyPage)
const RunPage = later(async () => (await import('../run/run-page.tsx')).RunPage)
const ResultPage = later(async () => (await import('../result/result-page.tsx')).ResultPage)
const ComparePage = later(async () => (await import('../compare/compare-page.tsx')).ComparePage)

export const steps: readonly Step[] = [
  { name: 'data', title: 'Data', Page: DataPage },
  { name: 'hierarchies', title: 'Hierarchies', Page: HierarchiesPage },
  { name: 'privacy', title: 'Privacy and goal', Page: PrivacyPage },
  { name: 'run', title: 'Run', Page: RunPage },
  { name: 'result', title: 'Result', Page: ResultPage },
  { name: 'compare', title: 'Compare', Page: ComparePage },
]
