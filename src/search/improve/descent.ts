/**
 * The local search of every method. Neighbours come in batches, and the best of a batch is taken if it is better:
 * batches of one take the first improvement, a whole neighbourhood its best. Ends where no batch has a better place.
 */
export interface Neighbourhood<Place, Batch> {
  /** Batches around the current place, which changes as better ones are taken. Return to begin anew from there. */
  neighbours(place: () => Place): Iterable<Batch>
  /** The best of the batch if it is better than `place`, otherwise `place` itself. */
  best(batch: Batch, place: Place): Promise<Place>
}

export async function descend<Place, Batch>(
  start: Place,
  { neighbours, best }: Neighbourhood<Place, Batch>,
): Promise<Place> {
  let place = start
  for (let before: Place | undefined; before !== place; ) {
    before = place
    for (const batch of neighbours(() => place)) place = await best(batch, place)
  }
  return place
}

/** Neighbourhoods of the columns in turn, again and again, until no column has a better place. */
export function columnsInTurn<Place>(columns: readonly number[]): Neighbourhood<Place, number>['neighbours'] {
  let at = 0
  let left = columns.length
  return function* (place) {
    while (left > 0) {
      const before = place()
      left--
      yield columns[at++ % columns.length]
      if (place() !== before) left = columns.length - 1
    }
  }
}
