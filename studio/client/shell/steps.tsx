/** The steps of the path, in its order. Each page is loaded when it is first gone to, so that the studio opens at once. */
import { lazy } from 'react'
import { DataPage } from '../data/data-page.tsx'
import type { Step } from './shell.tsx'

export const steps: readonly Step[] = [
  { name: 'data', title: 'Data', Page: DataPage },
  {
    name: 'hierarchies',
    title: 'Hierarchies',
    Page: lazy(async () => ({ default: (await import('../hierarchies/hierarchies-page.tsx')).HierarchiesPage })),
  },
  {
    name: 'privacy',
    title: 'Privacy and goal',
    Page: lazy(async () => ({ default: (await import('../privacy/privacy-page.tsx')).PrivacyPage })),
  },
  { name: 'run', title: 'Run', Page: lazy(async () => ({ default: (await import('../run/run-page.tsx')).RunPage })) },
  {
    name: 'result',
    title: 'Result',
    Page: lazy(async () => ({ default: (await import('../result/result-page.tsx')).ResultPage })),
  },
  {
    name: 'compare',
    title: 'Compare',
    Page: lazy(async () => ({ default: (await import('../compare/compare-page.tsx')).ComparePage })),
  },
  {
    name: 'evaluate',
    title: 'Evaluate',
    Page: lazy(async () => ({ default: (await import('../evaluate/evaluate-page.tsx')).EvaluatePage })),
  },
]
