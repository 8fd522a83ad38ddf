/** The steps of the path, in its order. */
import { ComparePage } from '../compare/compare-page.tsx'
import { DataPage } from '../data/data-page.tsx'
import { EvaluatePage } from '../evaluate/evaluate-page.tsx'
import { HierarchiesPage } from '../hierarchies/hierarchies-page.tsx'
import { PrivacyPage } from '../privacy/privacy-page.tsx'
import { ResultPage } from '../result/result-page.tsx'
import { RunPage } from '../run/run-page.tsx'
import type { Step } from './shell.tsx'

export const steps: readonly Step[] = [
  { name: 'data', title: 'Data', Page: DataPage },
  { name: 'hierarchies', title: 'Hierarchies', Page: HierarchiesPage },
  { name: 'privacy', title: 'Privacy and goal', Page: PrivacyPage },
  { name: 'run', title: 'Run', Page: RunPage },
  { name: 'result', title: 'Result', Page: ResultPage },
  { name: 'compare', title: 'Compare', Page: ComparePage },
  { name: 'evaluate', title: 'Evaluate', Page: EvaluatePage },
]
