import { orderKeySchema } from "@shop/contracts"
import { defineRoute } from "../../../../../platform/http/routes"
import { ACCESS } from "../../../../../modules/access"
import { setOrderCookie } from "../../../../session-cookie"
import { unknownOrder } from "../../rejections"

export const POST = defineRoute(
  {
    method: "post",
    path: "/api/orders/{id}/access",
    summary: "Exchange the key of an email link for a cookie that gives access to the order",
    body: orderKeySchema,
    status: 204,
    rejections: [404],
  },
  async (req, res, readBody) => {
    const { key } = readBody()
    const id = req.params.id ?? ""
    if (!(await req.scope.resolve(ACCESS).openByLink(key, id))) throw unknownOrder()
    setOrderCookie(res, id, key)
  },
)
