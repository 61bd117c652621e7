/** squareText returns a square of Lancelot as people read it: "G8". */
export const squareText = (square: string) => square.toUpperCase()

/** turnText returns a turn of Lancelot as people read it: "X G6 · G8". */
export function turnText(turn: string): string {
  return turn
    .split(',')
    .map((part) => (part.startsWith('X') ? `X ${squareText(part.slice(1))}` : squareText(part)))
    .join(' · ')
}

/** seatLetter returns the letter of a seat of Lancelot in positions and turns: "a" for seat 0. */
export const seatLetter = (seat: number) => String.fromCharCode(97 + seat)
