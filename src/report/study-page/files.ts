/** Saves each picture as a file, in light colours on white. */
import type { PageData } from '../draw/study/data.ts'
import { all, one, type Shape, svgPart } from './elements.ts'

export function startFiles(data: PageData, mapCsv: ReadonlyMap<Element, () => string>): void {
  for (const figure of all<HTMLElement>('figure[data-name]')) {
    const files = one<HTMLElement>('.files', figure)
    files.hidden = false
    const { name = '', csv = '' } = figure.dataset
    files.addEventListener('click', async ({ target }) => {
      const { file } = (target as HTMLElement).dataset
      if (file === 'csv') save(`${name}.csv`, new Blob([mapCsv.get(figure)?.() ?? data.csv[csv]], { type: 'text/csv' }))
      if (file === 'svg') save(`${name}.svg`, new Blob([standAlone(figure, data)], { type: 'image/svg+xml' }))
      if (file === 'png') {
        const picture = one('svg.plot', figure)
        const [width, height] = ['width', 'height'].map((side) => Number(picture.getAttribute(side)))
        save(`${name}.png`, await asPng(standAlone(figure, data), width, height))
      }
    })
  }
}

function save(name: string, blob: Blob): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}

function standAlone(figure: Element, { colours }: PageData): string {
  const copy = one<SVGElement>('svg.plot', figure).cloneNode(true) as SVGElement
  for (const part of [copy, ...all<Shape>('*', copy)]) {
    for (const attribute of [...part.attributes]) {
      if (attribute.value.startsWith('var(')) attribute.value = colours[attribute.value.slice('var('.length, -1)]
      if (/^(tabindex|aria-pressed)$/.test(attribute.name)) part.removeAttribute(attribute.name)
    }
    const isShown = part.style.visibility !== 'hidden' && part.getAttribute('display') !== 'none'
    if (!isShown || part.classList.contains('off')) part.remove()
  }
  const [width, height] = ['width', 'height'].map((side) => copy.getAttribute(side) ?? '')
  copy.prepend(svgPart('rect', { width, height, fill: '#ffffff' }))
  return new XMLSerializer().serializeToString(copy)
}

function asPng(svg: string, width: number, height: number): Promise<Blob> {
  return new Promise((resolve, reject) => {
    const image = new Image()
    image.onload = () => {
      const canvas = document.createElement('canvas')
      canvas.width = width * 3
      canvas.height = height * 3
      const paint = canvas.getContext('2d') as CanvasRenderingContext2D
      paint.scale(3, 3)
      paint.drawImage(image, 0, 0, width, height)
      canvas.toBlob((blob) => resolve(blob as Blob), 'image/png')
    }
    image.onerror = reject
    image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`
  })
}
