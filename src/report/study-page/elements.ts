/** Typed helpers for the elements of a page. */
export type Shape = SVGElement & { readonly dataset: DOMStringMap }

export function all<Part extends Element>(selector: string, root: ParentNode = document): Part[] {
  return [...root.querySelectorAll<Part>(selector)]
}

/** Every selector here matches an element that src/report/draw has drawn. */
export function one<Part extends Element>(selector: string, root: ParentNode = document): Part {
  return root.querySelector<Part>(selector) as Part
}

export function svgPart(name: string, attributes: Readonly<Record<string, string | number>>): SVGElement {
  const part = document.createElementNS('http://www.w3.org/2000/svg', name)
  for (const [key, value] of Object.entries(attributes)) part.setAttribute(key, String(value))
  return part
}

export function show(part: Element, visible: boolean): void {
  if (visible) part.removeAttribute('display')
  else part.setAttribute('display', 'none')
}

/** Makes an element react to click, Enter and space like a button. */
export function onPress(part: Element, press: () => void): void {
  part.addEventListener('click', press)
  part.addEventListener('keydown', (event) => {
    const { key } = event as KeyboardEvent
    if (key !== 'Enter' && key !== ' ') return
    event.preventDefault()
    press()
  })
}
