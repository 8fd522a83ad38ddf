/**
 * A document without a browser that holds just what Plot draws with: elements, attributes and texts. A small report's charts take half the time
 * on it that they take on a whole document. What it does not have, Plot does not ask for in our charts; if it did, it would say so.
 */
import type { SvgElement } from './chart.ts'

const PAGE = 'http://www.w3.org/1999/xhtml'

interface Attribute {
  readonly name: string
  value: string
}

class Text {
  parentNode: Element | null = null
  readonly text: string

  constructor(text: string) {
    this.text = text
  }

  write(): string {
    return this.text.replace(/[<>&\u00a0]/g, (sign) => TEXT_SIGNS[sign])
  }
}

class Element implements SvgElement {
  parentNode: Element | null = null
  readonly childNodes: (Element | Text)[] = []
  readonly attributes: Attribute[] = []
  readonly ownerDocument: SvgDocument
  readonly namespaceURI: string
  readonly localName: string

  constructor(ownerDocument: SvgDocument, namespaceURI: string, localName: string) {
    this.ownerDocument = ownerDocument
    this.namespaceURI = namespaceURI
    this.localName = localName
  }

  getAttribute(name: string): string | null {
    return this.attributes.find((own) => own.name === name)?.value ?? null
  }

  hasAttribute(name: string): boolean {
    return this.getAttribute(name) !== null
  }

  setAttribute(name: string, value: unknown): void {
    const known = this.attributes.find((own) => own.name === name)
    if (known === undefined) this.attributes.push({ name, value: String(value) })
    else known.value = String(value)
  }

  setAttributeNS(_space: string, name: string, value: unknown): void {
    this.setAttribute(name, value)
  }

  removeAttribute(name: string): void {
    const at = this.attributes.findIndex((own) => own.name === name)
    if (at >= 0) this.attributes.splice(at, 1)
  }

  get firstChild(): Element | Text | null {
    return this.childNodes[0] ?? null
  }

  get children(): Element[] {
    return this.childNodes.filter((child) => child instanceof Element)
  }

  appendChild<Child extends Element | Text>(child: Child): Child {
    return this.insertBefore(child, null)
  }

  insertBefore<Child extends Element | Text>(child: Child, next: Element | Text | null): Child {
    child.parentNode?.removeChild(child)
    child.parentNode = this
    this.childNodes.splice(next === null ? this.childNodes.length : this.childNodes.indexOf(next), 0, child)
    return child
  }

  removeChild(child: Element | Text): void {
    this.childNodes.splice(this.childNodes.indexOf(child), 1)
    child.parentNode = null
  }

  remove(): void {
    this.parentNode?.removeChild(this)
  }

  set textContent(text: unknown) {
    this.childNodes.length = 0
    const own = String(text ?? '')
    if (own !== '') this.appendChild(new Text(own))
  }

  /** By name, or all of them. */
  querySelectorAll(name: string): Element[] {
    return this.children.flatMap((child) => {
      const below = child.querySelectorAll(name)
      return name === '*' || child.localName === name ? [child, ...below] : below
    })
  }

  get outerHTML(): string {
    return this.write()
  }

  /** The last attribute first; empty names of styles are left out. */
  write(): string {
    let start = `<${this.localName}`
    for (let i = this.attributes.length - 1; i >= 0; i--) {
      const { name, value } = this.attributes[i]
      if (value !== '' || !STYLED.has(name))
        start += ` ${name}="${value.replace(/["<&]/g, (sign) => ATTRIBUTE_SIGNS[sign])}"`
    }
    if (this.childNodes.length === 0) return `${start} />`
    return `${start}>${this.childNodes.map((child) => child.write()).join('')}</${this.localName}>`
  }
}

const STYLED = new Set(['id', 'class', 'style'])
const TEXT_SIGNS: Record<string, string> = { '<': '&lt;', '>': '&gt;', '&': '&amp;', '\u00a0': '&#160;' }
const ATTRIBUTE_SIGNS: Record<string, string> = { '"': '&quot;', '<': '&lt;', '&': '&amp;' }

export class SvgDocument {
  readonly documentElement = new Element(this, PAGE, 'html')

  createElementNS(space: string, name: string): Element {
    return new Element(this, space, name)
  }
}
