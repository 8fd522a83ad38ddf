/** Reads the stylesheets of the pages; those of parts extend the report's. */
import { readFileSync } from 'node:fs'
import { SEARCH_DARK, SEARCH_LIGHT } from './plot.ts'

export function readStyle(name: 'report' | 'study' | 'check-file' | 'maps'): string {
  return readFileSync(new URL(`./${name}.css`, import.meta.url), 'utf8')
}

export const STYLE = readStyle('report')

export function studyStyle(): string {
  const searches = SEARCH_LIGHT.map((light, i) => `--search-${i}:light-dark(${light},${SEARCH_DARK[i]})`).join(';')
  return `${STYLE}\n:root{${searches}}${readStyle('study')}`
}
