export { daysCsv, sellersCsv } from "./report-csv"
export { readReport } from "./read-report"
export { spanSchema } from "./span"
