/** Shows the tooltip of the point under mouse or focus, and the panel of a run. */
import { all, one } from './elements.ts'

const dialog = one<HTMLDialogElement>('#run-panel')
const tip = document.createElement('div')
tip.className = 'tip'
tip.hidden = true
tip.setAttribute('aria-hidden', 'true')
document.body.append(tip)

export function hideTip(): void {
  tip.hidden = true
}

export function showTip(point: Element, lines: readonly string[]): void {
  tip.replaceChildren(
    ...lines.map((line, i) => {
      const part = document.createElement(i > 0 ? 'span' : 'b')
      part.textContent = line
      return part
    }),
  )
  tip.hidden = false
  const box = point.getBoundingClientRect()
  const left = Math.min(box.right + 12, document.documentElement.clientWidth - tip.offsetWidth - 8)
  const fitsBelow = box.bottom + 10 + tip.offsetHeight <= innerHeight
  tip.style.left = `${Math.max(8, left) + scrollX}px`
  tip.style.top = `${(fitsBelow ? box.bottom + 10 : box.top - tip.offsetHeight - 10) + scrollY}px`
}

export function openRun(run: string): void {
  const job = document.getElementById(`job-${run}`)
  if (job === null) return
  hideTip()
  const copy = job.cloneNode(true) as HTMLElement
  copy.removeAttribute('id')
  one('.content', dialog).replaceChildren(copy)
  dialog.showModal()
}

export function startPanel(): void {
  one('.close', dialog).addEventListener('click', () => dialog.close())
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog) dialog.close()
  })
  for (const link of all<HTMLAnchorElement>('a[href^="#job-"]')) {
    link.addEventListener('click', (event) => {
      event.preventDefault()
      openRun((link.getAttribute('href') as string).slice('#job-'.length))
    })
  }
}
