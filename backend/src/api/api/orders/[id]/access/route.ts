import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { orderKeySchema } from "@shop/contracts"
import { ACCESS } from "../../../../../modules/access"
import { parse } from "../../../../../http/parse"
import { setOrderCookie } from "../../../../session-cookie"
import { unknownOrder } from "../../rejections"

/** Takes the secret from a mail's link for a cookie that opens this one order; it need not stay in the address. */
export async function POST(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  const { key } = parse(orderKeySchema, req.body)
  const id = req.params.id ?? ""
  if (!(await req.scope.resolve(ACCESS).opensOrder(key, id))) throw unknownOrder()
  setOrderCookie(res, id, key)
  res.status(204).end()
}
