import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { exportAccount } from "../export-account"
import { currentUser } from "../current-user"

/** Everything that is kept about the signed-in customer, as a file. */
export async function GET(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  const { user } = await currentUser(req)
  res.setHeader("Cache-Control", "no-store")
  res.setHeader("Content-Disposition", 'attachment; filename="my-data.json"')
  res.type("application/json").send(JSON.stringify(await exportAccount(req.scope, user), null, 2))
}
