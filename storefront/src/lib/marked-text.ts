/** A piece of an ingredients list; what is marked is an allergen. */
export interface Piece {
  text: string
  isMarked: boolean
}

/** Takes a text apart at its `**`: `"butter (**milk**)"` is `butter (`, marked `milk`, `)`. */
export const markedPieces = (text: string): Piece[] =>
  text
    .split("**")
    .map((piece, index) => ({ text: piece, isMarked: index % 2 === 1 }))
    .filter((piece) => piece.text !== "")
