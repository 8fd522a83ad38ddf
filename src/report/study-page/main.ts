/**
 * The one script of a study's page: a box beside the point under mouse or focus, the panel of a run, other axes, searches on and off, and
 * files of each picture. Without it the page is complete and still. It runs in the reader's browser: scripts/build-pages.ts makes one text of
 * this folder, which draw/study-script.ts puts into the page.
 */
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
