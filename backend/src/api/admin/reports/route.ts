import { readReport, spanSchema } from "../../../orders/reports/read-report"
import { staffRoute } from "../staff-route"

/** On the page. The CSV has all of them. */
const BEST = 12

export const GET = staffRoute(async ({ scope, read }) => {
  const { sellers, ...report } = await readReport(scope, read(spanSchema))
  return { report: { ...report, sellers: sellers.slice(0, BEST), productsSold: sellers.length } }
})
