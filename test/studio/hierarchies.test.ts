/** The step Hierarchies in a real browser: trees by mouse and keyboard, undo, files on disk, the doctor's repairs, import and export. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readTaxonomy } from '../../src/hierarchy/taxonomy/read-taxonomy.ts'
import type { TaxonomyNode } from '../../src/hierarchy/taxonomy/taxonomy.ts'
import { sampleBaskets, sampleCensus } from '../../src/sample/index.ts'
import { chromium } from '../browser.ts'
import { needs } from '../needs.ts'
import { goTo, hasFocus, openJobFile } from './job-steps.ts'
import { openStudio, type StudioPage } from './studio-page.ts'

const census = [...sampleCensus({ rows: 2000, seed: 7 })].join('')
const baskets = [...sampleBaskets({ transactions: 2000, items: 2200, seed: 3, skew: 0.5 })].join('')

/** `ANY(Government(Federal Local) Private)`. */
function shape({ name, children }: TaxonomyNode): string {
  return children === undefined ? name : `${name}(${children.map(shape).join(' ')})`
}

function treeOnDisk(folder: string, file: string): string {
  return shape(readTaxonomy(readFileSync(join(folder, file), 'utf8'), file))
}

const row = (page: Page, name: string) => page.getByRole('treegrid').getByRole('row', { name, exact: true })

async function choose(page: Page, column: string): Promise<void> {
  await page.getByRole('option', { name: new RegExp(`^${column} `) }).click()
  await page.getByRole('heading', { name: column, exact: true }).waitFor()
}

/** Names of the rows in sight, from top to bottom. */
function rowsInSight(page: Page): Promise<string[]> {
  return page.getByRole('treegrid').locator('.tree-name').allTextContents()
}

async function select(page: Page, ...names: string[]): Promise<void> {
  for (const name of names) {
    await row(page, name).locator('.tree-check').click()
    await expect.poll(() => row(page, name).getAttribute('aria-selected'), patient).toBe('true')
  }
}

/** Names what was asked for. */
async function answer(page: Page, label: string, text: string, button: string): Promise<void> {
  await page.getByLabel(label, { exact: true }).fill(text)
  await page.getByRole('dialog').getByRole('button', { name: button, exact: true }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
}

/** The machine may be busy. */
const patient = { timeout: 60_000 }

/** Rare values in groups, the rarer inside. */
const under = (percent: number) => `other (each under ${percent}%)`
const rarest = `${under(2)}(Indigenous Pacific-Islander)`
const races = `ANY(Black White ${under(10)}(Asian ${under(5)}(Mixed Other ${rarest})))`

describe('the step Hierarchies', needs(chromium), () => {
  let studio: StudioPage
  beforeAll(async () => {
    studio = await openStudio({
      files: {
        'census.csv': census,
        'people.csv': 'sex,city\nMale,Rome\nfemale,Rome\nmale,Oslo\nMale,Paris\nfemale,Oslo\n',
        'people.yaml': [
          'version: 1',
          'data: { source: people.csv }',
          'columns:',
          '  sex: { role: quasi-identifier, taxonomy: trees/sex.json }',
          '  city: { role: quasi-identifier, taxonomy: trees/city.csv }',
          'privacy: { k: 2 }',
          'output: { release: out/release.csv }',
          '',
        ].join('\n'),
        'trees/sex.json': '{"name":"*","children":[{"name":"Male"},{"name":"Female"}]}',
        'trees/city.csv': 'Rome;South;*\nRome;South;*\nOslo;North;*\nBonn;North;*\n',
      },
      first: 'census.csv',
    })
    await studio.page.getByRole('heading', { name: 'census.csv' }).waitFor()
  })
  afterAll(() => studio?.close())

  it('saves the proposed trees when the step before is left, and tells where', async () => {
    const { page, folder } = studio
    expect(existsSync(join(folder, 'taxonomies'))).toBe(false)
    await goTo(page, 'Hierarchies')
    await page.getByText(/saved \d+ trees in taxonomies\//).waitFor()
    expect(treeOnDisk(folder, 'taxonomies/race.json')).toBe(races)
    await page.getByRole('button', { name: 'Put this message away' }).click()
  })

  it('groups, moves, renames by mouse; undo and redo; the file has it when it is saved', async () => {
    const { page, folder } = studio
    await choose(page, 'race')
    await expect.poll(() => rowsInSight(page), patient).toContain('White')
    await select(page, 'Black', 'White')
    await page.getByRole('button', { name: 'Group …', exact: true }).click()
    await answer(page, 'Name of the group', 'Common', 'Group')
    const rest = ['Other', under(2), 'Indigenous', 'Pacific-Islander']
    await expect
      .poll(() => rowsInSight(page), patient)
      .toEqual(['ANY', 'Common', 'Black', 'White', under(10), 'Asian', under(5), 'Mixed', ...rest])
    await select(page, 'Mixed')
    await page.getByRole('button', { name: 'Move to …' }).click()
    await page.getByRole('button', { name: 'Into the group' }).click()
    await page.getByRole('option', { name: 'Common' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Move', exact: true }).click()
    await expect
      .poll(() => rowsInSight(page), patient)
      .toEqual(['ANY', 'Common', 'Black', 'White', 'Mixed', under(10), 'Asian', under(5), ...rest])
    await select(page, 'Common')
    await page.getByRole('button', { name: 'Rename …' }).click()
    await answer(page, 'Name', 'Frequent', 'Rename')
    await page.getByText('Not saved yet: goes to taxonomies/race.json').waitFor()
    await goTo(page, 'Data')
    await page.getByText('saved taxonomies/race.json').waitFor()
    await goTo(page, 'Hierarchies')
    expect(treeOnDisk(folder, 'taxonomies/race.json')).toBe(
      `ANY(Frequent(Black White Mixed) ${under(10)}(Asian ${under(5)}(Other ${rarest})))`,
    )
    for (let step = 0; step < 3; step++) await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => rowsInSight(page), patient).not.toContain('Frequent')
    await page.getByRole('button', { name: 'Redo' }).click()
    await page.getByRole('button', { name: 'Redo' }).click()
    await expect.poll(() => rowsInSight(page), patient).toContain('Common')
    await page.getByRole('button', { name: 'Redo' }).click()
    await expect.poll(() => rowsInSight(page), patient).toContain('Frequent')
    await studio.picture('02-hierarchies')
  })

  it('does the same by keyboard alone', async () => {
    const { page, folder } = studio
    await choose(page, 'sex')
    await row(page, 'ANY').focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Space')
    await page.keyboard.press('Control+g')
    await hasFocus(page.getByLabel('Name of the group'), 'group')
    await page.keyboard.type('Women')
    await page.keyboard.press('Enter')
    await expect.poll(() => rowsInSight(page), patient).toEqual(['ANY', 'Women', 'Female', 'Male'])
    // The doctor speaks of a group of one.
    await page.getByText('"Women" has one child only').waitFor()
    await row(page, 'Male').focus()
    await page.keyboard.press('Alt+ArrowUp')
    await expect.poll(() => rowsInSight(page), patient).toEqual(['ANY', 'Male', 'Women', 'Female'])
    await row(page, 'Women').focus()
    await page.keyboard.press('F2')
    await hasFocus(page.getByLabel('Name', { exact: true }), 'Women')
    await page.keyboard.type('Ladies')
    await page.keyboard.press('Enter')
    await expect.poll(() => rowsInSight(page), patient).toEqual(['ANY', 'Male', 'Ladies', 'Female'])
    await row(page, 'Male').focus()
    await page.keyboard.press('Control+m')
    await page.getByRole('button', { name: 'Into the group' }).press('Enter')
    await page.getByRole('listbox').getByRole('option').and(page.locator(':focus')).waitFor()
    await page.keyboard.type('Ladies')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').getByRole('button', { name: 'Move', exact: true }).press('Enter')
    await expect.poll(() => rowsInSight(page), patient).toEqual(['ANY', 'Ladies', 'Female', 'Male'])
    await row(page, 'ANY').focus()
    await page.keyboard.press('Control+z')
    await page.keyboard.press('Control+z')
    await expect.poll(() => rowsInSight(page), patient).toEqual(['ANY', 'Male', 'Women', 'Female'])
    await page.keyboard.press('Control+y')
    await goTo(page, 'Data')
    await page.getByText('saved taxonomies/sex.json').waitFor()
    expect(treeOnDisk(folder, 'taxonomies/sex.json')).toBe('ANY(Male Ladies(Female))')
    await goTo(page, 'Hierarchies')
  })

  it('sets endpoints by a list, at quantiles and at a width', async () => {
    const { page } = studio
    await choose(page, 'age')
    await page.getByText('at endpoints of your own').click()
    const field = page.getByRole('textbox', { name: 'Endpoints' })
    // Typed in any order, a number counts when it is whole.
    await field.fill('')
    await field.pressSequentially('60, 30, 7')
    await expect.poll(() => field.inputValue()).toBe('60, 30, 7')
    await field.press('Enter')
    await expect.poll(() => field.inputValue()).toBe('7, 30, 60')
    await field.fill('30, x')
    await page.getByText('numbers are needed; got "x"').waitFor()
    await field.fill('30, 60')
    await field.blur()
    await page.getByText('2 endpoints: round numbers').waitFor()
    await page.getByText('at quantiles').click()
    await page.getByRole('textbox', { name: 'Endpoints' }).fill('4')
    await page.getByRole('textbox', { name: 'Endpoints' }).blur()
    await page.getByText('bins', { exact: true }).waitFor()
    // Four quantiles fall on fewer round numbers that are public.
    await expect.poll(() => page.locator('.ladder li').first().innerText(), patient).toMatch(/bins[\s\S]*[2-5] groups/)
    await page.getByText('at a width').click()
    await page.getByText(/^[5-8] endpoints: round numbers/).waitFor()
    for (let step = 0; step < 2; step++) await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => page.getByRole('textbox', { name: 'Endpoints' }).inputValue()).toBe('20')
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('2 endpoints: round numbers').waitFor()
    for (let step = 0; step < 3; step++) await page.getByRole('button', { name: 'Redo' }).click()
    await page.getByText(/^[5-8] endpoints: round numbers/).waitFor()
  })

  it('has a form for every kind', async () => {
    const { page } = studio
    await choose(page, 'education')
    const kind = async (name: string) => {
      await page.getByRole('button', { name: 'Kind' }).click()
      await page.getByRole('option', { name, exact: false }).last().click()
    }
    await kind('Order')
    const order = page.getByRole('grid', { name: 'Order of education' })
    const names = () => order.locator('.tree-name').allTextContents()
    await expect.poll(async () => (await names())[0]).toBe('Associate-degree')
    await order.getByRole('row', { name: 'Bachelor' }).click()
    await page.getByRole('button', { name: 'Move up' }).click()
    await expect.poll(async () => (await names()).slice(0, 2)).toEqual(['Bachelor', 'Associate-degree'])
    await page.keyboard.press('Control+z')
    await expect.poll(async () => (await names()).slice(0, 2)).toEqual(['Associate-degree', 'Bachelor'])
    await page.keyboard.press('Control+y')
    await expect.poll(async () => (await names()).slice(0, 2)).toEqual(['Bachelor', 'Associate-degree'])
    // Another kind by mistake: what was there before comes back, its order with it.
    await kind('Prefix')
    await page.getByLabel('Characters kept').waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(async () => (await names()).slice(0, 2)).toEqual(['Bachelor', 'Associate-degree'])
    await order.getByRole('row', { name: 'Bachelor' }).click()
    await page.getByRole('button', { name: 'Remove', exact: true }).click()
    await page.getByText(/a value outside its order: "B…" \(8 characters\) in \d+ rows/).waitFor()
    await page.getByRole('button', { name: 'Add at the end' }).click()
    await page.getByText('the hierarchy is sound').waitFor()
    await kind('Plain categories')
    await page.getByText('a cell is kept or hidden, never made coarser').waitFor()
    await kind('Prefix')
    await page.getByLabel('Characters kept').fill('3, 1')
    await page.getByLabel('Characters kept').press('Enter')
    await page.getByText('3 characters').waitFor()
    // It is left out, because the age says nearly the same.
    await goTo(page, 'Data')
    await page.getByRole('button', { name: /Role of birth-date/ }).click()
    await page.getByRole('option', { name: /^quasi-identifier/ }).click()
    await goTo(page, 'Hierarchies')
    await choose(page, 'birth-date')
    await page.getByText('quarter', { exact: true }).first().click()
    const levels = page.locator('.ladder li')
    // Levels of the job make a tree of the dates, which were an order in public bins.
    await levels.filter({ hasText: 'month' }).waitFor()
    await expect.poll(async () => (await levels.allInnerTexts()).some((text) => text.startsWith('quarter'))).toBe(false)
    // Three dates of the data become years.
    const years = await levels.filter({ hasText: 'year' }).locator('bdi').allTextContents()
    expect(years).toEqual([1, 2, 3].map(() => expect.stringMatching(/^\d{4}$/)))
  })

  it('finds what is wrong with trees of a job, and fixes it by a click', async () => {
    const { page, folder } = studio
    await openJobFile(page, 'people.yaml')
    await choose(page, 'sex')
    const findings = page.getByRole('list', { name: 'Findings' })
    // What the doctor says may end up in a log; the list beside it has the values.
    const told = '2 values outside its taxonomy: "f…" (6 characters) in 2 rows, "m…" (4 characters) in 1 row'
    await findings.getByText(told).waitFor()
    await page.getByRole('heading', { name: '2 values are not in the tree' }).waitFor()
    await page.getByText('female · male', { exact: true }).waitFor()
    await findings.getByRole('button', { name: 'Write them as the data does' }).click()
    // Three values below the root: there is nothing to group.
    await page.getByText('the hierarchy is sound').waitFor()
    expect(await rowsInSight(page)).toEqual(['*', 'Male', 'female', 'male'])
    await choose(page, 'city')
    await findings.getByText('the value "Rome" stands twice').waitFor()
    await findings.getByRole('button', { name: 'Keep the first, remove the others' }).click()
    await findings.getByText('"South" has one child only').waitFor()
    const unused = findings.getByRole('button', { name: 'Remove values that no row has' })
    await unused.click()
    await unused.waitFor({ state: 'detached' })
    await expect.poll(() => rowsInSight(page), patient).toEqual(['*', 'South', 'Rome', 'North', 'Oslo'])
    await page.getByRole('button', { name: 'Into the group' }).click()
    await page.getByRole('option', { name: 'South' }).click()
    await page.getByRole('button', { name: 'Add all' }).click()
    await expect.poll(() => rowsInSight(page), patient).toEqual(['*', 'South', 'Rome', 'Paris', 'North', 'Oslo'])
    await findings.getByRole('button', { name: 'Dissolve groups of one' }).click()
    await page.getByText('the hierarchy is sound').waitFor()
    await goTo(page, 'Data')
    await page.getByText('saved trees/sex.json and trees/city.csv').waitFor()
    expect(treeOnDisk(folder, 'trees/sex.json')).toBe('*(Male female male)')
    expect(readFileSync(join(folder, 'trees/city.csv'), 'utf8')).toBe('Rome;South;*\nParis;South;*\nOslo;Oslo;*\n')
    await goTo(page, 'Hierarchies')
  })

  it('puts uncovered values into a group that is chosen', async () => {
    const { page } = studio
    await choose(page, 'city')
    await select(page, 'Rome', 'Oslo')
    await row(page, 'Rome').focus()
    await page.keyboard.press('Delete')
    await page.getByRole('heading', { name: '2 values are not in the tree' }).waitFor()
    await page.getByRole('button', { name: 'Into the group' }).click()
    await page.getByRole('option', { name: 'South' }).click()
    await page.getByRole('button', { name: 'Add all' }).click()
    await expect.poll(() => rowsInSight(page), patient).toEqual(['*', 'South', 'Paris', 'Oslo', 'Rome'])
  })

  it('imports a tree in both forms; a bad file is shown and changes nothing', async () => {
    const { page } = studio
    await choose(page, 'sex')
    for (const [name, text] of [
      ['sex.json', '{"name":"ANY","children":[{"name":"all","children":[{"name":"female"},{"name":"male"}]}]}'],
      ['sex.csv', 'female;all;ANY\nmale;all;ANY\n'],
    ] as const) {
      await select(page, 'female')
      await page.getByRole('button', { name: 'Remove', exact: true }).click()
      await expect.poll(() => rowsInSight(page), patient).not.toContain('female')
      await page
        .locator('input[type="file"]')
        .setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(text) })
      await page.getByText(`${name} is the tree of sex now`).waitFor()
      await expect.poll(() => rowsInSight(page), patient).toEqual(['ANY', 'all', 'female', 'male'])
    }
    await page
      .locator('input[type="file"]')
      .setInputFiles({ name: 'bad.json', mimeType: 'text/plain', buffer: Buffer.from('{') })
    await page.getByRole('alert').filter({ hasText: 'taxonomy bad.json is not valid JSON' }).waitFor()
    expect(await rowsInSight(page)).toContain('female')
    await page.getByRole('button', { name: 'Put this message away' }).click()
  })

  it.each([
    [
      'doubled.json',
      '{"name":"*","children":[{"name":"A","children":[{"name":"Male"},{"name":"female"}]},{"name":"B","children":[{"name":"male"},{"name":"Male"}]}]}',
    ],
    ['doubled.csv', 'Male;A;*\nfemale;A;*\nmale;B;*\nMale;B;*\n'],
  ])('takes %s, in which a value stands twice, and fixes it by a click', async (name, text) => {
    const { page } = studio
    await page.locator('input[type="file"]').setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(text) })
    await page.getByText(`${name} is the tree of sex now`).waitFor()
    await expect.poll(() => rowsInSight(page), patient).toEqual(['*', 'A', 'Male', 'female', 'B', 'male', 'Male'])
    await page.getByText('the value "Male" stands twice').waitFor()
    await page.getByRole('button', { name: 'Keep the first, remove the others' }).click()
    await expect.poll(() => rowsInSight(page), patient).toEqual(['*', 'A', 'Male', 'female', 'B', 'male'])
    for (let step = 0; step < 2; step++) await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => rowsInSight(page), patient).not.toContain('B')
  })

  it('keeps its place when a file is dropped on it, and says where files go', async () => {
    const { page } = studio
    const taken = await page.evaluate(() => {
      const { DataTransfer, DragEvent, dispatchEvent } = globalThis as unknown as {
        DataTransfer: new () => { items: { add(file: File): void } }
        DragEvent: new (kind: string, init: object) => Event
        dispatchEvent(event: Event): boolean
      }
      const dataTransfer = new DataTransfer()
      dataTransfer.items.add(new File(['a,b'], 'a.csv'))
      return ['dragover', 'drop'].map((kind) => !dispatchEvent(new DragEvent(kind, { dataTransfer, cancelable: true })))
    })
    expect(taken).toEqual([true, true])
    await page.getByText('Data are dropped on the step Data').waitFor()
    await page.getByRole('button', { name: 'Put this message away' }).click()
  })

  it('has no serious accessibility fault in light and dark', async () => {
    const { page } = studio
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme })
      expect(await studio.faults(colorScheme), `a tree in ${colorScheme}`).toEqual([])
    }
  })

  it('complains of nothing and asks nobody else', () => {
    expect(studio.complaints).toEqual([])
    expect(studio.foreign).toEqual([])
  })
})

describe('the tree of thousands of items', needs(chromium), () => {
  let studio: StudioPage
  beforeAll(async () => {
    studio = await openStudio({ files: { 'baskets.txt': baskets }, first: 'baskets.txt' })
    await studio.page.getByText('baskets, one column of items').waitFor()
  })
  afterAll(() => studio?.close())

  it('is edited without all of it being in the page', async () => {
    const { page, folder } = studio
    await goTo(page, 'Hierarchies')
    await page.getByText('saved taxonomies/items.json').waitFor()
    const before = leaves(folder)
    expect(before.length).toBeGreaterThan(2000)
    await page.getByRole('button', { name: 'Open all' }).click()
    await expect.poll(() => page.getByRole('treegrid').getByRole('row').count()).toBeLessThan(60)
    await row(page, (await rowsInSight(page))[0]).focus()
    // The key may come before the nodes have opened: it then leads to the last of the closed ones.
    const rowsAtEnd = async () => {
      await page.keyboard.press('End')
      return rowsInSight(page)
    }
    await expect.poll(rowsAtEnd, patient).toContain(before.at(-1))
    await select(page, before.at(-1) as string)
    await page.getByRole('button', { name: 'Move up' }).click()
    await goTo(page, 'Data')
    await goTo(page, 'Hierarchies')
    await page.getByText('Saved in taxonomies/items.json').waitFor()
    expect(leaves(folder).slice(-2)).toEqual([before.at(-1), before.at(-2)])
    await page.getByText('the hierarchy is sound').waitFor()
    expect(studio.complaints).toEqual([])
  })

  it('is searched: Enter goes through what is found, the down arrow to its row, Ctrl+F back', async () => {
    const { page, folder } = studio
    const names = leaves(folder)
    const wanted = names[names.length >> 1]
    await page.getByRole('button', { name: 'Close all' }).click()
    await expect.poll(() => row(page, wanted).count()).toBe(0)
    const find = page.getByRole('searchbox', { name: 'Find in the tree' })
    await find.fill(wanted)
    await expect.poll(() => row(page, wanted).getAttribute('aria-selected'), patient).toBe('true')
    await find.press('ArrowDown')
    await expect.poll(() => row(page, wanted).evaluate((own) => own === own.ownerDocument.activeElement)).toBe(true)
    await page.keyboard.press('Control+f')
    await hasFocus(find, wanted)
    await page.keyboard.type('1')
    const found = names.filter((name) => name.includes('1')).length
    await page.getByText(/^1 of [0-9,]+$/).waitFor()
    const told = (await page.locator('.tree-search [role="status"]').textContent()) ?? ''
    expect(Number(told.slice(5).replaceAll(',', ''))).toBeGreaterThanOrEqual(found)
    await page.keyboard.press('Enter')
    await page.getByText(/^2 of /).waitFor()
    const selected = page.getByRole('treegrid').getByRole('row', { selected: true })
    await expect.poll(() => selected.locator('.tree-name').textContent(), patient).toContain('1')
    await find.press('Shift+Enter')
    await page.getByText(/^1 of /).waitFor()
    await find.press('Shift+Enter')
    // Around the top to the last.
    await page.getByText(told.replace(/^1/, told.slice(5))).waitFor()
    await find.fill('nothing of the kind')
    await page.getByText('none is called so').waitFor()
    expect(await studio.faults()).toEqual([])
    await find.press('Escape')
    await expect.poll(() => find.inputValue()).toBe('')
    expect(studio.complaints).toEqual([])
  })

  function leaves(folder: string): string[] {
    const names: string[] = []
    const walk = ({ name, children }: TaxonomyNode): void => {
      if (children === undefined) names.push(name)
      else children.forEach(walk)
    }
    walk(readTaxonomy(readFileSync(join(folder, 'taxonomies/items.json'), 'utf8'), 'items.json'))
    return names
  }
})
