/** A piece of an ingredients list; what is marked is an allergen. */
export interface TextPart {
  text: string
  isMarked: boolean
}

/** Takes a text apart at its `**`: `"butter (**milk**)"` is `butter (`, marked `milk`, `)`. */
export const markedParts = (text: string): TextPart[] =>
  text
    .split("**")
    .map((piece, index) => ({ text: piece, isMarked: index % 2 === 1 }))
    .filter((piece) => piece.text !== "")
