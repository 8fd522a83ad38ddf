/**
 * What a search looks at, as a sample of bounded size: every n-th look, n doubled whenever the sample is full, so that early and late looks are
 * all there and the same search gives the same sample. No chance is drawn, so that watching a search does not change it.
 */
import { type Grouping, groupStarts } from '../hierarchy/grouping.ts'

/** A recoding that a search has looked at. */
export interface Look {
  /** Goal value; absent where the search ruled it out before it was worked out. */
  readonly value?: number | undefined
  /** Rows suppressed; absent likewise. */
  readonly suppressed?: number | undefined
  /** One grouping per column; absent where classes have ranges of their own. Asked for at once, or never. */
  readonly groupings?: (() => readonly Grouping[]) | undefined
}

/** A look that is kept: `cuts` are the places where a new group begins, column by column, without the first. */
export interface KeptLook {
  /** It was the so-many-th look, from 0. */
  readonly number: number
  readonly value?: number | undefined
  readonly suppressed?: number | undefined
  readonly cuts?: readonly (readonly number[])[] | undefined
}

export interface LookSample {
  add(look: Look): void
  /** How many there were. */
  readonly seen: number
  readonly kept: readonly KeptLook[]
}

const MOST_LOOKS = 2000
/** Places of all cuts together: some megabytes. */
const MOST_PLACES = 500_000

export function sampleLooks(mostLooks = MOST_LOOKS, mostPlaces = MOST_PLACES): LookSample {
  let kept: KeptLook[] = []
  let seen = 0
  let stride = 1
  let places = 0
  return {
    add({ value, suppressed, groupings }) {
      const number = seen++
      if (number % stride !== 0) return
      const cuts = groupings?.().map((grouping) => [...groupStarts(grouping)].slice(1))
      const look = { number, value: Number.isFinite(value) ? value : undefined, suppressed, cuts }
      kept.push(look)
      places += placesOf(look)
      while (kept.length > 1 && (kept.length > mostLooks || places > mostPlaces)) {
        stride *= 2
        kept = kept.filter((own) => own.number % stride === 0)
        places = kept.reduce((sum, own) => sum + placesOf(own), 0)
      }
    },
    get seen() {
      return seen
    },
    get kept() {
      return kept
    },
  }
}

function placesOf({ cuts = [] }: KeptLook): number {
  return cuts.reduce((sum, cut) => sum + cut.length, 0)
}
