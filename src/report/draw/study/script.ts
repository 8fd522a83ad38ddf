/** The script of a study's page, as scripts/build-pages.ts makes it of src/report/study-page. */
import { readFileSync } from 'node:fs'

export function studyScript(): string {
  return readFileSync(new URL('./study-page.bundle.js', import.meta.url), 'utf8')
}
