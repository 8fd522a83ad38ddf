/** The script of a study's page, which is complete without it; scripts/build-pages.ts bundles this folder. */
import type { PageData } from '../draw/study/data.ts'
import { all, one } from './elements.ts'
import { startFiles } from './files.ts'
import { startMap } from './map.ts'
import { startPanel } from './run-panel.ts'
import { enlivenLegend } from './toggles.ts'

const data = JSON.parse(one('#study-data').textContent ?? '') as PageData
startPanel()
for (const figure of all<HTMLElement>('figure[data-set]')) enlivenLegend(figure)
const mapCsv = new Map<Element, () => string>()
for (const figure of all<HTMLElement>('figure[data-map]')) {
  mapCsv.set(figure, startMap(figure, data.maps[Number(figure.dataset['map'])]))
}
startFiles(data, mapCsv)
