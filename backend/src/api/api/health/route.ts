import { Problem } from "../../../platform/http/problem"
import { defineRoute } from "../../../platform/http/routes"
import { untilCatalogueIsRead } from "../../../catalogue"
import { isDraining } from "../../../platform/server/drain"

/** For the proxy: whether this process takes requests. The first answer comes once the catalogue has been read. */
export const GET = defineRoute(
  { method: "get", path: "/api/health", summary: "Liveness", rejections: [503] },
  async (request) => {
    await untilCatalogueIsRead(request.scope)
    if (isDraining()) throw new Problem(503, "stopping", "This server is stopping.")
    return { status: "ok" }
  },
)
