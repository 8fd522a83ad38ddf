/** Jobs about derived columns, places, times, means of classes and coarser values, which must not depend on the engine. */

const two = (number: number) => String(number).padStart(2, '0')

/** 240 people: leap days, times of two forms, missing sources, equal amounts and halves that are rounded. */
export const valueRows = Array.from({ length: 240 }, (_, i) => ({
  line: two(i).padStart(6, '0'),
  birth: i % 23 === 0 ? '1996-02-29' : `19${40 + ((i * 7) % 60)}-${two(1 + (i % 12))}-${two(1 + ((i * 5) % 28))}`,
  seen: i % 17 === 0 ? '' : `${1 + ((i * 3) % 28)}.2.2024`,
  left: i % 17 === 0 ? '' : `${1 + ((i * 3) % 28)}.${3 + (i % 7)}.2024`,
  moment: `2023-0${1 + (i % 9)}-1${i % 10} ${two((i * 11) % 24)}:${two((i * 13) % 60)}:00`,
  arrived: i % 3 === 0 ? `${1 + (i % 12)}:${two((i * 7) % 60)} PM` : `${two(6 + (i % 14))}:${two((i * 7) % 60)}`,
  latitude: (48 + ((i * 37) % 100) / 100).toFixed(5),
  longitude: (-2 + ((i * 53) % 300) / 100).toFixed(5),
  ward: ['A1', 'A2', 'B1', 'C9'][(i * i) % 4],
  weight: (50 + ((i * 31) % 500) / 10).toFixed(1),
  amount: ((i * i * 7.25) % 1000).toFixed(2),
  score: i % 19 === 0 ? '' : String(((i * 97) % 400) / 8),
}))

export const valueMap = 'ward,department\nA1,surgery\nA2,surgery\nB1,children\nC9,children\n'

export const valueTable = [Object.keys(valueRows[0]), ...valueRows.map((row) => Object.values(row))]
  .map((cells) => `${cells.join(',')}\n`)
  .join('')

const quasi = { role: 'quasi-identifier' }
const derived = {
  age: { ...quasi, derive: { years: ['birth', 'seen'] } },
  stay: { ...quasi, derive: { days: ['seen', 'left'] } },
  home: { ...quasi, derive: { place: ['latitude', 'longitude'] }, levels: ['1km', '10km', '100km'] },
}
const coarse = {
  amount: { role: 'sensitive', share: 5 },
  score: { role: 'other', round: 0.5, top: '90%', bottom: 5 },
  birth: { role: 'other', keep: 'decade' },
}

const job = (algorithm: string, columns: object) => ({
  version: 1,
  data: { missing: 'category', unlisted: 'drop' },
  columns: { line: { role: 'identifier' }, ...columns },
  privacy: { k: 5, 'suppression-limit': 0.2 },
  algorithm,
})

export const valueJobs: Readonly<Record<string, Omit<ReturnType<typeof job>, 'privacy'> & { privacy: object }>> = {
  'derived columns and coarser values': job('lattice', { ...derived, ...coarse }),
  'coarser values, rows left out': {
    ...job('lattice', { ...derived, ...coarse, weight: { role: 'other', share: 7, shows: 'median' } }),
    privacy: { k: 12, 'suppression-limit': 0.3, 'suppressed-rows': 'drop' },
  },
  'means, times, parts, maps and bins': job('boxes', {
    weight: { ...quasi, type: 'numeric', shows: 'mean' },
    arrived: { ...quasi, type: 'date' },
    hour: { ...quasi, derive: { part: ['moment', 'hour'] } },
    department: { role: 'sensitive', derive: { map: ['ward', 'wards.csv'] } },
    range: { ...quasi, derive: { bin: ['amount', 200, 500] } },
    weekday: { role: 'other', derive: { part: ['moment', 'weekday'] } },
    score: { role: 'other', digits: 1 },
    moment: { role: 'other', keep: 'hour' },
  }),
  'single cells, medians, weeks, timestamps and levels': job('boxes', {
    ward: { ...quasi, type: 'category', weight: 3 },
    weight: { ...quasi, type: 'numeric', shows: 'median' },
    seen: { ...quasi, type: 'date' },
    moment: { ...quasi, type: 'date' },
    birth: { ...quasi, type: 'date', levels: ['quarter', 'year', 'decade'] },
    amount: { role: 'sensitive', share: 5, shows: 'interval' },
    score: { role: 'other', top: 40, shows: 'mean', round: 0.5 },
    left: { role: 'other', keep: 'quarter' },
  }),
  'modes by mondrian, orders of bins, times of classes': job('mondrian', {
    ward: { ...quasi, type: 'category' },
    weight: { ...quasi, type: 'numeric', shows: 'mode' },
    arrived: { ...quasi, type: 'date', levels: ['hour', 'half-day'] },
    month: { ...quasi, derive: { part: ['moment', 'month'] } },
    year: { role: 'other', derive: { part: ['seen', 'year'] } },
    amount: { role: 'sensitive', digits: 2, top: '95%' },
  }),
}
