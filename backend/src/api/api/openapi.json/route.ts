import { openApiDocument } from "../../../platform/http/openapi"
import { allRoutes, defineRoute } from "../../../platform/http/routes"

let document: object | undefined

export const GET = defineRoute(
  { method: "get", path: "/api/openapi.json", summary: "This description" },
  (_request, response) => {
    document ??= openApiDocument(allRoutes())
    response.set("cache-control", "public, max-age=300").json(document)
  },
)
