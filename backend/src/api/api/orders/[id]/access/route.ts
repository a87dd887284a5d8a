import { ACCESS } from "../../../../../modules/access"
import { setOrderCookie } from "../../../../session-cookie"
import { unknownOrder } from "../../rejections"
import { orderKeySchema } from "@shop/contracts"
import { defineRoute } from "../../../../../http/routes"

/** Takes the secret from a mail's link for a cookie that opens this one order; it need not stay in the address. */
export const POST = defineRoute(
  {
    method: "post",
    path: "/api/orders/{id}/access",
    summary: "The secret of a mail's link for a cookie that opens this order",
    body: orderKeySchema,
    status: 204,
    rejections: [404],
  },
  async (req, res, readBody) => {
    const { key } = readBody()
    const id = req.params.id ?? ""
    if (!(await req.scope.resolve(ACCESS).opensOrder(key, id))) throw unknownOrder()
    setOrderCookie(res, id, key)
    res.status(204).end()
  },
)
