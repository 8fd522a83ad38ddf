import fc from 'fast-check'
import { parseHTML } from 'linkedom'
import { describe, expect, test } from 'vitest'
import { asWords, html, shortened, trusted, visible } from './markup.ts'

describe('html`…`', () => {
  test('escapes text and keeps markup', () => {
    const inner = html`<b>${'<script>&"\''}</b>`
    expect(html`<p title="${'"><i>'}">${inner}${[html`<br>`, 'x']}${false}${undefined}${7}</p>`.markup).toBe(
      '<p title="&quot;&gt;&lt;i&gt;"><b>&lt;script&gt;&amp;&quot;&#39;</b><br>x7</p>',
    )
    expect(html`${trusted('<hr>')}`.markup).toBe('<hr>')
  })

  test('gives back any text, made visible, and no element', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const { document } = parseHTML(html`<html><body><p>x${text}</p></body></html>`.markup)
        expect(document.querySelectorAll('body *').length).toBe(1)
        expect(document.querySelector('p')?.textContent).toBe(`x${visible(text)}`)
      }),
    )
  })
})

test('visible(text) shows what cannot be seen', () => {
  expect(visible('a\nb\r\nc\td')).toBe('a↵b↵c⇥d')
  expect(visible('\u0000\u202e\ud800x')).toBe('\\u{0}\\u{202e}\\u{d800}x')
  expect(visible('naïve 日本 👩‍👩‍👧 עברית')).toBe('naïve 日本 👩‍👩‍👧 עברית')
})

test('shortened(text, limit) never cuts a character in two', () => {
  expect(shortened('😀😀😀😀', 3)).toBe('😀😀…')
  expect(shortened('abc', 3)).toBe('abc')
})

test('asWords(name) reads camel case, kebab case and abbreviations', () => {
  expect(asWords('latticeNodes')).toBe('lattice nodes')
  expect(asWords('restart-after')).toBe('restart after')
  expect(asWords('LM')).toBe('LM')
})
