import { defineRoute } from "../../../platform/http/routes"

export const GET = defineRoute({ method: "get", path: "/api/health", summary: "Liveness" }, () => ({
  status: "ok",
}))
