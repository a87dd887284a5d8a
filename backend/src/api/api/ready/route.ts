import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { Problem } from "../../problem"
import { findTroubles } from "../../readiness"

/** Whether the shop can take an order now. The answer names the parts; what ails them stands in the log. */
export async function GET(request: MedusaRequest, response: MedusaResponse) {
  response.set("cache-control", "no-store")
  const troubles = await findTroubles(request.scope)
  const names = Object.keys(troubles)
  if (names.length === 0) {
    response.json({ status: "ready" })
    return
  }
  request.scope.resolve(ContainerRegistrationKeys.LOGGER).warn(
    `Not ready: ${Object.entries(troubles)
      .map(([name, trouble]) => `${name}: ${trouble}`)
      .join("; ")}`,
  )
  throw new Problem(503, "not_ready", `The shop is not ready: ${names.join(", ")}.`)
}
