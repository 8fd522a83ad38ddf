/** Rows at a tree node, counted by class; rows of one cell are interchangeable. */

export interface NodeRows {
  readonly counts: Float64Array
  total: number
  /** By class, in order of arrival; those before `first` are used up. */
  readonly pieces: readonly Piece[][]
  readonly first: Int32Array
}

export interface Piece {
  readonly cell: number
  rows: number
}

export function noRows(classes: number): NodeRows {
  return {
    counts: new Float64Array(classes),
    total: 0,
    pieces: Array.from({ length: classes }, () => []),
    first: new Int32Array(classes),
  }
}

export function addRows(to: NodeRows, ofClass: number, cell: number, rows: number): void {
  to.pieces[ofClass].push({ cell, rows })
  to.counts[ofClass] += rows
  to.total += rows
}

export function moveRows(from: NodeRows, to: NodeRows, takes: ArrayLike<number>): void {
  for (let ofClass = 0; ofClass < takes.length; ofClass++) {
    let wanted = takes[ofClass]
    from.counts[ofClass] -= wanted
    from.total -= wanted
    while (wanted > 0) {
      const piece = from.pieces[ofClass][from.first[ofClass]]
      const rows = Math.min(piece.rows, wanted)
      addRows(to, ofClass, piece.cell, rows)
      piece.rows -= rows
      wanted -= rows
      if (piece.rows === 0) from.first[ofClass]++
    }
  }
}

export function moveAll(from: NodeRows, to: NodeRows): void {
  moveRows(from, to, from.counts.slice())
}

export function forEachPiece(rows: NodeRows, visit: (cell: number, count: number) => void): void {
  rows.pieces.forEach((pieces, ofClass) => {
    for (let i = rows.first[ofClass]; i < pieces.length; i++) visit(pieces[i].cell, pieces[i].rows)
  })
}
