/**
 * The tic-tac-toe endgame data set (UCI), made by its rule instead of read: every board on which a game that x began can end, x first;
 * the class is whether x has won. 626 boards where it has, then 316 that o has won, then 16 draws, each part in the order x, o, b.
 */
type Square = 'x' | 'o' | 'b'

const lines = ['012', '345', '678', '036', '147', '258', '048', '246'].map((line) => [...line].map(Number))

/** Nine squares, row by row, and the class. */
export function ticTacToeRows(): string[][] {
  const ended = new Map<string, Square>()
  play(new Array<Square>(9).fill('b'), 'x', ended)
  const place = (text: string) => text.replaceAll('x', '0').replaceAll('o', '1').replaceAll('b', '2')
  return [...ended.entries()]
    .sort(([a, winner], [b, other]) => (place(winner + a) < place(other + b) ? -1 : 1))
    .map(([board, winner]) => [...board, winner === 'x' ? 'positive' : 'negative'])
}

function play(board: readonly Square[], player: 'x' | 'o', ended: Map<string, Square>): void {
  const whole = lines.find(([a, b, c]) => board[a] !== 'b' && board[a] === board[b] && board[b] === board[c])
  if (whole !== undefined || !board.includes('b')) {
    ended.set(board.join(''), whole === undefined ? 'b' : board[whole[0]])
    return
  }
  board.forEach((square, at) => {
    if (square === 'b') play(board.with(at, player), player === 'x' ? 'o' : 'x', ended)
  })
}
