import { defineRoute } from "../../../platform/http/routes"

export const GET = defineRoute(
  { method: "get", path: "/api/health", summary: "Liveness" },
  (_request, response) => {
    response.set("cache-control", "no-store").json({ status: "ok" })
  },
)
