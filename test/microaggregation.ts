/** Multivariate microaggregation in plain code: standardized rows, squared errors, and MDAV (Domingo-Ferrer and Torra 2005). */

/** Each column with mean 0 and variance 1; a constant one is 0. */
export function standardized(rows: readonly (readonly number[])[]): number[][] {
  const columns = rows[0].map((_, j) => {
    const values = rows.map((row) => row[j])
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length
    const deviation = Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length)
    return values.map((value) => (deviation > 0 ? (value - mean) / deviation : 0))
  })
  return rows.map((_, i) => columns.map((column) => column[i]))
}

/** Σ (v − mean of the column in these rows)². */
export function squares(rows: readonly (readonly number[])[]): number {
  return rows[0].reduce((sum, _, j) => {
    const mean = rows.reduce((total, row) => total + row[j], 0) / rows.length
    return sum + rows.reduce((total, row) => total + (row[j] - mean) ** 2, 0)
  }, 0)
}

/** The classes of MDAV: the k nearest to the row farthest from the centre, and to the row farthest from that, in turn. */
export function mdav(rows: readonly (readonly number[])[], k: number): (readonly number[])[][] {
  let rest = [...rows]
  const classes: (readonly number[])[][] = []
  const distance = (a: readonly number[], b: readonly number[]) =>
    a.reduce((sum, value, j) => sum + (value - b[j]) ** 2, 0)
  const centre = () => rest[0].map((_, j) => rest.reduce((sum, row) => sum + row[j], 0) / rest.length)
  const farthest = (from: readonly number[]) => {
    let best = rest[0]
    let most = -1
    for (const row of rest) {
      const far = distance(row, from)
      if (far > most) [best, most] = [row, far]
    }
    return best
  }
  const take = (around: readonly number[]) => {
    const near = rest.map((row) => ({ row, far: distance(row, around) })).sort((a, b) => a.far - b.far)
    classes.push(near.slice(0, k).map(({ row }) => row))
    rest = near.slice(k).map(({ row }) => row)
  }
  while (rest.length >= 3 * k) {
    const first = farthest(centre())
    take(first)
    take(farthest(first))
  }
  if (rest.length >= 2 * k) take(farthest(centre()))
  if (rest.length > 0) classes.push(rest)
  return classes
}
