export { figuresCsv, sellersCsv } from "./figures-csv"
export { readFigures } from "./read-figures"
export { spanSchema } from "./span"
