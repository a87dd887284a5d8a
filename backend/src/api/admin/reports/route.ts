import { readReport, spanSchema } from "../../../orders/reports/read-report"
import { staffRoute } from "../staff-route"

export const GET = staffRoute(async ({ scope, read }) => ({
  report: await readReport(scope, read(spanSchema)),
}))
