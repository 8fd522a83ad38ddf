/** Crowding distance (Deb et al. 2002): the sum over objectives of the relative gap between neighbours. */

export function crowdingDistances(front: readonly ArrayLike<number>[]): Float64Array {
  const distances = new Float64Array(front.length)
  if (front.length === 0) return distances
  for (let objective = 0; objective < front[0].length; objective++) {
    const order = Array.from(front.keys()).sort((a, b) => front[a][objective] - front[b][objective] || a - b)
    const last = order.length - 1
    distances[order[0]] = Number.POSITIVE_INFINITY
    distances[order[last]] = Number.POSITIVE_INFINITY
    const range = front[order[last]][objective] - front[order[0]][objective]
    // All equal in this objective (or infinite): gaps carry no information.
    if (!(range > 0 && range < Number.POSITIVE_INFINITY)) continue
    for (let i = 1; i < last; i++) {
      distances[order[i]] += (front[order[i + 1]][objective] - front[order[i - 1]][objective]) / range
    }
  }
  return distances
}
