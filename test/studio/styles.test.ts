/**
 * Each page has a stylesheet that is loaded when the page is first gone to, and stays. What it says of a class that another page or the
 * kit uses too would change that page from then on: so it speaks of classes of its own.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const client = 'studio/client'
const pages = ['data', 'hierarchies', 'job', 'privacy', 'run', 'result', 'compare']

/** What the rules of a stylesheet begin with: `.verdict` of `.verdict.bad svg`, `h3` of `h3 > small`. */
function beginnings(file: string): string[] {
  const rules = readFileSync(join(client, file), 'utf8').replaceAll(/\/\*[\s\S]*?\*\//g, '')
  return [...rules.matchAll(/([^{}]+)\{/g)]
    .flatMap(([, selectors]) => selectors.split(','))
    .map((selector) => selector.trim())
    .filter((selector) => !selector.startsWith('@'))
    .map((selector) => /^[.:]?[\w-]+/.exec(selector)?.[0] ?? selector)
}

const sheets = readdirSync(client, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.css'))

describe('the stylesheet of a page', () => {
  it.each(sheets.filter((file) => pages.some((page) => file.startsWith(`${page}/`))))(
    '%s has classes of its own',
    (own) => {
      const others = new Set(sheets.filter((file) => file !== own).flatMap(beginnings))
      // Variables stand at the root.
      const names = beginnings(own).filter((name) => name !== ':root')
      expect(names.filter((name) => !name.startsWith('.') || others.has(name))).toEqual([])
    },
  )
})

/** Classes that pages put together from a word and a value, and those of the library of controls. */
const MADE = /^(is-|cost-|react-aria-)/

describe('a class of a stylesheet', () => {
  it('is one that some page has', () => {
    const code = readdirSync(client, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.test.ts'))
      .map((file) => readFileSync(join(client, file), 'utf8'))
    const words = new Set(code.join(' ').match(/[\w-]+/g))
    const named = sheets.flatMap((file) =>
      [
        ...readFileSync(join(client, file), 'utf8')
          .replaceAll(/\/\*[\s\S]*?\*\//g, '')
          .matchAll(/([^{}]+)\{/g),
      ]
        .flatMap(([, selectors]) => [...selectors.matchAll(/\.([a-z][\w-]*)/gi)])
        .map(([, name]) => name),
    )
    expect(named.filter((name) => !words.has(name) && !MADE.test(name))).toEqual([])
  })
})
