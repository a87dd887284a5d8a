import { exportAccount } from "../export-account"
import { currentUser } from "../current-user"
import { defineRoute } from "../../../../http/routes"

/** Everything that is kept about the signed-in customer, as a file. */
export const GET = defineRoute(
  {
    method: "get",
    path: "/api/account/export",
    summary: "Everything that is kept about the signed-in customer, as a file",
    rejections: [401],
  },
  async (req, res) => {
    const { user } = await currentUser(req)
    res.setHeader("Cache-Control", "no-store")
    res.setHeader("Content-Disposition", 'attachment; filename="my-data.json"')
    res.type("application/json").send(JSON.stringify(await exportAccount(req.scope, user), null, 2))
  },
)
