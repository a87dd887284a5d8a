import { addDays, atUkHour } from "../../../../orders/delivery/uk-clock"
import { spanSchema } from "../../../../orders/reports/read-report"
import { readVat } from "../../../../payments/sales-rows"
import { staffRoute } from "../../staff-route"

/** Apart from the report: it reads every sale and refund of these days. */
export const GET = staffRoute(async ({ scope, read }) => {
  const { from, to } = read(spanSchema)
  return { vat: await readVat(scope, atUkHour(from, 0), atUkHour(addDays(to, 1), 0)) }
})
