/** Draws what simulated attackers achieved: attacked, control group, bound. */
import { formatCount, formatShare } from '../../../ground/format.ts'
import type { AttackResult } from '../../attack-figures.ts'
import type { Report } from '../../report.ts'
import { drawAttackBars } from '../charts/risk-bars.ts'
import { html } from '../markup.ts'
import { chart, scroll } from '../parts.ts'
import type { Section } from './section.ts'

export function attackSection({ attack }: Pick<Report, 'attack'>): Section | undefined {
  if (attack === undefined) return undefined
  const { rows, share, targets, known, secret, seed, attacks, untried } = attack
  const control =
    rows.control === undefined
      ? 'There was no control group: rates are compared with naive guesses.'
      : `They were also tried on ${formatCount(rows.control)} people who are not in the release${
          share === undefined ? '' : ': these rows were set aside at random before the search, and are not released'
        }. Success with them is knowledge about the population, and only what goes beyond it is a leak.`
  const body = html`<p>Simulated attackers who know ${known.join(', ')} tried the release on ${formatCount(targets)} people of the data (seed ${String(seed)}). ${control}</p>
<figure>${chart((settings) => drawAttackBars(attacks, settings))}</figure>
<div ${scroll('Attackers and their success')}><table><caption class="spoken">Attackers and their success</caption>
<thead><tr><th scope="col">Attack</th><th scope="col" class="number">Success</th><th scope="col" class="number">Control</th><th scope="col" class="number">Naive</th><th scope="col" class="number">Residual risk (95 %)</th><th scope="col" class="number">Worst person</th></tr></thead>
<tbody>${attacks.map(row)}</tbody></table></div>
${
  secret.length > 0 &&
  html`<p>Nothing in k-anonymity bounds what can be inferred about ${secret.join(', ')}: l-diversity, t-closeness or β-likeness on the column does.</p>`
}
<p>${untried.length > 0 && `Not tried: ${untried.map(({ attacker, reason }) => `${attacker} (${reason})`).join('; ')}. `}These attackers were tried and no others: a low figure is evidence, not proof.</p>`
  return { id: 'attack', contents: 'Attackers', title: 'What attackers achieve', body }
}

function row({ attacker, form, success, control, naive, residual, worst, limit }: AttackResult) {
  const bound = limit === undefined ? '' : ` of at most ${formatShare(limit)}`
  return html`<tr><th scope="row">${attacker} <small>${form}</small></th><td class="number">${formatShare(success.rate)}</td><td class="number">${control === undefined ? '–' : formatShare(control.rate)}</td><td class="number">${formatShare(naive.rate)}</td><td class="number">${formatShare(residual.value)} [${formatShare(residual.low)}, ${formatShare(residual.high)}]</td><td class="number">${worst === undefined ? '' : `${formatShare(worst)}${bound}`}</td></tr>`
}
