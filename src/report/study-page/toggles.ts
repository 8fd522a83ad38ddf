/** Toggles searches in all pictures of a data set. */
import { all, onPress, type Shape, show } from './elements.ts'

const offs = new Map<string, Map<string, boolean>>()

function toggle(set: string, curve: string, off: boolean): void {
  const searches = offs.get(set) ?? new Map<string, boolean>()
  offs.set(set, searches.set(curve, off))
  for (const figure of all(`figure[data-set="${set}"]`)) {
    for (const part of all<Shape>(`[data-curve="${curve}"]`, figure)) {
      if (part.classList.contains('knee')) part.style.visibility = off ? 'hidden' : ''
      else show(part, !off)
    }
    for (const item of all(`[data-toggle="${curve}"]`, figure)) {
      item.classList.toggle('off', off)
      item.setAttribute('aria-pressed', String(!off))
    }
  }
}

export function toggleAgain(set: string): void {
  for (const [curve, off] of offs.get(set) ?? []) toggle(set, curve, off)
}

export function enlivenLegend(figure: HTMLElement): void {
  for (const item of all<Shape>('[data-toggle]', figure)) {
    item.classList.add('live')
    item.setAttribute('role', 'button')
    item.setAttribute('tabindex', '0')
    item.setAttribute('aria-pressed', 'true')
    item.closest('svg')?.setAttribute('role', 'group')
    const { set = '' } = figure.dataset
    const { toggle: curve = '' } = item.dataset
    onPress(item, () => toggle(set, curve, item.getAttribute('aria-pressed') === 'true'))
  }
}
