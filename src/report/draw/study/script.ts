/** Reads the script of a study's page, built by scripts/build-pages.ts from src/report/study-page. */
import { readFileSync } from 'node:fs'

export function studyScript(): string {
  return readFileSync(new URL('./study-page.bundle.js', import.meta.url), 'utf8')
}
