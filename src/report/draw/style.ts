/** Reads the report's stylesheet, and that of a study's page, which extends it. */
import { readFileSync } from 'node:fs'
import { SEARCH_DARK, SEARCH_LIGHT } from './plot/palette.ts'

const searches = SEARCH_LIGHT.map((light, i) => `--search-${i}:light-dark(${light},${SEARCH_DARK[i]})`).join(';')

export const STYLE = readFileSync(new URL('./report.css', import.meta.url), 'utf8')

export function studyStyle(): string {
  return `${STYLE}\n:root{${searches}}${readFileSync(new URL('./study.css', import.meta.url), 'utf8')}`
}
