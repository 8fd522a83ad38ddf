/** Renders PNG with resvg, an optional dependency. Returns nothing without it or without a system font. */

interface Renderer {
  readonly Resvg: new (
    svg: string,
    options: unknown,
  ) => { render(): { asPng(): Uint8Array; readonly pixels: Uint8Array } }
}

const ZOOM = 2

export async function renderPng(svg: string): Promise<Uint8Array | undefined> {
  renderer ??= loadRenderer()
  const loaded = await renderer
  if (loaded === undefined) return undefined
  return loaded.render(svg)
}

let renderer: ReturnType<typeof loadRenderer> | undefined

async function loadRenderer(): Promise<{ render(svg: string): Uint8Array } | undefined> {
  let resvg: Renderer
  try {
    resvg = (await import('@resvg/resvg-js')) as unknown as Renderer
  } catch {
    return undefined
  }
  const rendered = (svg: string, zoom: number) =>
    new resvg.Resvg(svg, { fitTo: { mode: 'zoom', value: zoom }, font: { loadSystemFonts: true } }).render()
  const probe =
    '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20"><text y="15" ' +
    'font-family="sans-serif">W</text></svg>'
  if (rendered(probe, 1).pixels.every((value) => value === 0)) return undefined
  return { render: (svg) => rendered(svg, ZOOM).asPng() }
}
