import { defineRoute } from "../../../http/routes"

/** The process answers; whether what it needs answers too is asked at /api/ready. */
export const GET = defineRoute(
  { method: "get", path: "/api/health", summary: "The process answers" },
  (_request, response) => {
    response.set("cache-control", "no-store").json({ status: "ok" })
  },
)
