import { readReport, spanSchema } from "../../../orders/reports/read-report"
import { staffRoute } from "../staff-route"

/** `GET /admin/reports?from=…&to=…`: the report of these days. */
export const GET = staffRoute(async ({ scope, read }) => ({
  report: await readReport(scope, read(spanSchema)),
}))
