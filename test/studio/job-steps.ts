/** What tests of several steps do alike: open a job by the menu, wait for words. */
import type { Page } from 'playwright-core'

export async function chooseFromJobMenu(page: Page, item: string): Promise<void> {
  await page.getByRole('button', { name: 'Job', exact: true }).click()
  await page.getByRole('menuitem', { name: item, exact: true }).click()
}

/** Opens a job file by its path. */
export async function openJobFile(page: Page, path: string): Promise<void> {
  await chooseFromJobMenu(page, 'Open …')
  await page.getByLabel('Job file', { exact: true }).fill(path)
  await page.getByRole('button', { name: 'Open', exact: true }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
}

export async function goTo(page: Page, step: string): Promise<void> {
  await page.getByRole('tab', { name: step, exact: true }).click()
}
