import { Problem } from "../../../platform/http/problem"
import { defineRoute } from "../../../platform/http/routes"
import { isDraining } from "../../../platform/server/drain"

/** For the proxy: whether this process takes requests. */
export const GET = defineRoute(
  { method: "get", path: "/api/health", summary: "Liveness", rejections: [503] },
  () => {
    if (isDraining()) throw new Problem(503, "stopping", "This server is stopping.")
    return { status: "ok" }
  },
)
