import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { untilCatalogueIsRead } from "../../../catalogue"
import { Problem } from "../../../platform/http/problem"
import { defineRoute } from "../../../platform/http/routes"
import { warnings, failingChecks } from "../../readiness"

/** `degraded` lists parts that need attention while shoppers are not affected; the log has the details. */
export const GET = defineRoute(
  {
    method: "get",
    path: "/api/ready",
    summary: "Readiness: whether the shop can take an order",
    rejections: [503],
  },
  async (request) => {
    await untilCatalogueIsRead(request.scope)
    const [failures, warned] = await Promise.all([failingChecks(request.scope), warnings(request.scope)])
    const names = Object.keys(failures)
    const lines = Object.entries({ ...failures, ...warned }).map(([name, sentence]) => `${name}: ${sentence}`)
    if (lines.length > 0) {
      const logger = request.scope.resolve(ContainerRegistrationKeys.LOGGER)
      logger.warn(`${names.length > 0 ? "Not ready" : "Degraded"}: ${lines.join("; ")}`)
    }
    if (names.length > 0) throw new Problem(503, "not_ready", `The shop is not ready: ${names.join(", ")}.`)
    const degraded = Object.keys(warned)
    return { status: "ready", ...(degraded.length > 0 && { degraded }) }
  },
)
