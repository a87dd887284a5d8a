import { defineRoute } from "../../../../platform/http/routes"
import { currentUser } from "../../../signed-in"
import { exportAccount } from "../../../../customers/export-account"

export const GET = defineRoute(
  {
    method: "get",
    path: "/api/account/export",
    summary: "Download all data of the signed-in customer",
    rejections: [401],
    rateLimit: "account-export",
  },
  async (req, res) => {
    const { user } = await currentUser(req)
    res.setHeader("Cache-Control", "no-store")
    res.setHeader("Content-Disposition", 'attachment; filename="my-data.json"')
    res.type("application/json").send(JSON.stringify(await exportAccount(req.scope, user), null, 2))
  },
)
