/** Distinguishes searches by colour (after Okabe and Ito), shape and dash, each sufficient alone. */

export type Colours = 'page' | 'light' | 'dark'

const INKS = {
  paper: ['#ffffff', '#14171b'],
  ink: ['#1c2430', '#e7eaee'],
  muted: ['#5a6473', '#a2acb9'],
  line: ['#e2e6eb', '#2d333b'],
  'line-strong': ['#b4bcc7', '#57606c'],
  before: ['#9aa4b1', '#707b89'],
  accent: ['#2b6cb0', '#5ea3e6'],
  'accent-soft': ['#a9cbec', '#2f5a87'],
  second: ['#7a5195', '#b08fd0'],
  mark: ['#d55e00', '#f08c3a'],
  'mark-text': ['#ad4b00', '#f6a768'],
} as const

export const SEARCH_LIGHT = ['#0072b2', '#c24e00', '#007a5a', '#a0468c', '#1c2430', '#9c6a00', '#3a8fc9']
export const SEARCH_DARK = ['#5aa9e6', '#ff8f45', '#3ecfa3', '#e39ac9', '#e7eaee', '#f0b93a', '#a5d8ff']

export type Ink = keyof typeof INKS | `search-${number}`

export function colour(name: Ink, colours: Colours): string {
  if (colours === 'page') return `var(--${name})`
  if (name in INKS) return INKS[name as keyof typeof INKS][colours === 'light' ? 0 : 1]
  return (colours === 'light' ? SEARCH_LIGHT : SEARCH_DARK)[Number(name.slice('search-'.length))]
}

export interface SearchLook {
  readonly ink: Ink
  readonly shape: string
  readonly dash: string
}

/** Cycles of different lengths, so that many searches still differ in at least one. */
export function searchLook(place: number): SearchLook {
  return {
    ink: `search-${place % SEARCH_LIGHT.length}`,
    shape: SHAPES[place % SHAPES.length],
    dash: DASHES[place % DASHES.length],
  }
}

/** Circle, square, triangle, diamond, inverted triangle, plus, cross, star, of about equal area. */
const SHAPES = [
  'M-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0Z',
  'M-3.6-3.6H3.6V3.6H-3.6Z',
  'M0-5L4.7 3.4H-4.7Z',
  'M0-5.2L5.2 0L0 5.2L-5.2 0Z',
  'M0 5L4.7-3.4H-4.7Z',
  'M-1.7-5H1.7V-1.7H5V1.7H1.7V5H-1.7V1.7H-5V-1.7H-1.7Z',
  'M-4.7-2.4L-2.4-4.7L0-2.3L2.4-4.7L4.7-2.4L2.3 0L4.7 2.4L2.4 4.7L0 2.3L-2.4 4.7L-4.7 2.4L-2.3 0Z',
  'M0-5.8L1.5-2L5.5-1.8L2.4 0.8L3.4 4.7L0 2.5L-3.4 4.7L-2.4 0.8L-5.5-1.8L-1.5-2Z',
]

const DASHES = ['', '7 3', '2 3', '8 3 2 3', '12 3']

export const FONT =
  "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, 'Liberation Sans', 'DejaVu Sans', sans-serif"
