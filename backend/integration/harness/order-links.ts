import { expect } from "vitest"
import { send } from "./call"
import type { Mailbox } from "./mailbox"
import { cookiesOf } from "./shopper"

/** The secret in the link to this order, from the next mail about it to this address. */
export async function keyMailedTo(mailbox: Mailbox, address: string, orderId: string): Promise<string> {
  const link = `/orders/${orderId}#key=`
  const { text = "" } = await mailbox.mailTo(address, link)
  const [, key] = new RegExp(`${link}([\\w-]+)`).exec(text) ?? []
  if (key === undefined) throw new Error(`There is no link to ${orderId} in: ${text}`)
  return key
}

/** Opens an order by a mail's link. @returns the `Set-Cookie` line and the browser's next headers */
export async function openWith(backendUrl: string, key: string, orderId: string) {
  const response = await send(`/api/orders/${orderId}/access`, { method: "POST", body: { key }, backendUrl })
  expect(response.status).toBe(204)
  const [setCookie = ""] = cookiesOf(response)
  return { setCookie, headers: { cookie: setCookie.split(";")[0] ?? "" } }
}
