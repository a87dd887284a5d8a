import { claimGuestOrders } from "../../../../account/claim-orders"
import { currentUser } from "../current-user"
import { claimedOrdersSchema } from "@shop/contracts"
import { defineRoute } from "../../../../http/routes"

/** Brings orders that were placed as a guest with the same verified address into the account. */
export const POST = defineRoute(
  {
    method: "post",
    path: "/api/account/claim-orders",
    summary: "Bring orders into the account that were placed as a guest with the same verified address",
    answer: claimedOrdersSchema,
    rejections: [401],
  },
  async (req, res) => {
    const { user } = await currentUser(req)
    res.json({ claimed: await claimGuestOrders(req.scope, user) })
  },
)
