/** What tests of several steps do alike: open a job by the menu, wait for words. */
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'

export async function chooseFromJobMenu(page: Page, item: string): Promise<void> {
  await page.getByRole('button', { name: 'Job', exact: true }).click()
  await page.getByRole('menuitem', { name: item, exact: true }).click()
}

/** Opens a job file by its path. */
export async function openJobFile(page: Page, path: string): Promise<void> {
  await chooseFromJobMenu(page, 'Open …')
  // Where the job that is open has changes, it is asked whether they may go.
  const discard = page.getByRole('button', { name: 'Discard the changes' })
  const field = page.getByLabel('Job file', { exact: true })
  await discard.or(field).first().waitFor()
  if (await discard.isVisible()) await discard.click()
  await field.fill(path)
  await page.getByRole('button', { name: 'Open', exact: true }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
}

export async function goTo(page: Page, step: string): Promise<void> {
  await page.getByRole('tab', { name: step, exact: true }).click()
}

/** Drops a file on the page, as a person would. */
export async function dropFile(page: Page, name: string, text: string): Promise<void> {
  const transfer = await page.evaluateHandle(
    ([fileName, content]) => {
      const { DataTransfer } = globalThis as unknown as { DataTransfer: new () => { items: { add(file: File): void } } }
      const own = new DataTransfer()
      own.items.add(new File([content], fileName))
      return own
    },
    [name, text] as const,
  )
  await page.dispatchEvent('main', 'dragover', { dataTransfer: transfer })
  await page.getByText('Drop the file to open it').waitFor()
  await page.dispatchEvent('main', 'drop', { dataTransfer: transfer })
}

/** Waits until it has the focus and, of a field, this text in it is selected: what is typed then stands in its place. */
export async function hasFocus(element: Locator, selected?: string): Promise<void> {
  await element.and(element.page().locator(':focus')).waitFor()
  if (selected !== undefined) await expect.poll(() => element.page().evaluate('String(getSelection())')).toBe(selected)
}

const TRY = ['What-if', 'Other releases', 'Beside another']

/** Opens a part of a result; those of *Try* are inside of it. */
export async function openPart(page: Page, title: string): Promise<void> {
  const part = page.getByRole('tab', { name: title, exact: true })
  if (TRY.includes(title)) await page.getByRole('tab', { name: 'Try', exact: true }).click()
  await part.click()
}
