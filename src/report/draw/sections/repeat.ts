/** Draws how to reproduce the release. */
import type { Report } from '../../report.ts'
import { html, trusted, visible } from '../markup.ts'
import type { Section } from './section.ts'

export function repeatSection({ asked, version, trail }: Pick<Report, 'asked' | 'version' | 'trail'>): Section {
  const algorithm = JSON.stringify({ name: asked.algorithm, ...asked.options }, null, 2)
  const taken = trail?.release.command
  const lines = taken === undefined ? [`seed: ${asked.seed}`, ...`algorithm: ${algorithm}`.split('\n')] : [taken]
  const how =
    taken === undefined
      ? 'The search was run with this, as it stands in a job file:'
      : 'The recoding was not searched for but taken from the trail of an earlier run, in the folder of the job ' +
        'file, by'
  const body = html`<p>Halftone ${version} with the same job file, the same data and the same seed gives the same bytes, on any number of threads. ${how}</p>
<pre><code>${lines.map((line) => [visible(line), trusted('\n')])}</code></pre>
<p>The recoding beside the release is the decision itself: <code>halftone apply</code> applies it to other data, and <code>halftone verify</code> counts any file again.</p>`
  return { id: 'repeat', contents: 'Repeat', title: 'How to repeat it', body }
}
