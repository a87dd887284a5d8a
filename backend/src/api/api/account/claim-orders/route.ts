import { claimedOrdersSchema } from "@shop/contracts"
import { defineRoute } from "../../../../platform/http/routes"
import { claimGuestOrders } from "../../../../customers/claim-orders"
import { currentUser } from "../../../signed-in"

export const POST = defineRoute(
  {
    method: "post",
    path: "/api/account/claim-orders",
    summary: "Add guest orders with the same verified email address to the account",
    answer: claimedOrdersSchema,
    rejections: [401],
  },
  async (req) => {
    const { user } = await currentUser(req)
    return { claimed: await claimGuestOrders(req.scope, user) }
  },
)
